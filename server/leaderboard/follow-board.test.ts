import { describe, expect } from 'vitest';
import { chooseNationCommand } from '../game/commands/choose-nation.ts';
import { createLog } from '../observe/log.ts';
import {
  StoreUnavailable,
  type Feed,
  type FeedListener,
  type Snapshot,
  type Store,
} from '../store/store.ts';
import { instead } from '../test/support/instead.ts';
import { ALICE, gameTest as test, intent } from '../test/support/game-world.ts';
import { Board } from './board.ts';
import { followBoard } from './follow-board.ts';

/** The store with feeds that a test can cut, like a change stream that ends. */
function withFeedsToCut(store: Store): { readonly store: Store; readonly cut: () => void } {
  let listening: FeedListener | null = null;
  let feed: Feed | null = null;
  const watch: Store['watch'] = (after, listener) => {
    listening = listener;
    feed = store.watch(after, listener);
    return feed;
  };
  return {
    store: instead(store, { watch }),
    cut() {
      feed?.close().catch(() => undefined);
      listening?.onLost(new Error('the stream ended'));
    },
  };
}

/** A store whose next snapshots, this many, fail after their first batch. */
function withBrokenSnapshots(store: Store, broken: number): Store {
  let left = broken;
  const loadPlayers: Store['loadPlayers'] = async () => {
    const snapshot = await store.loadPlayers();
    left -= 1;
    if (left < 0) return snapshot;
    async function* breakingOff(): Snapshot['players'] {
      for await (const players of snapshot.players) {
        yield players;
        throw new StoreUnavailable('The snapshot is too old.');
      }
    }
    return { ...snapshot, players: breakingOff() };
  };
  return instead(store, { loadPlayers });
}

describe('following the store', () => {
  test('retries if a snapshot fails, and fails the start if every one does', async ({
    time,
    world,
  }) => {
    await world.game.act(chooseNationCommand({ wallet: ALICE, nationId: 'usa' }), intent());
    const board = new Board();
    const log = createLog('silent');
    const { value: following } = await time.finish(
      followBoard({ store: withBrokenSnapshots(world.store, 2), board, log }, () => {}),
    );
    expect(board.count).toBe(1);
    await following.close();
    const broken = { store: withBrokenSnapshots(world.store, 99), board: new Board(), log };
    const failed = time.finish(followBoard(broken, () => {}));
    await expect(failed).rejects.toThrow(StoreUnavailable);
  });

  test('loads again if the feed is lost as soon as it begins', async ({ time, world }) => {
    let watched = 0;
    const watch: Store['watch'] = (after, listener) => {
      watched += 1;
      if (watched === 1) queueMicrotask(() => listener.onLost(new Error('the stream ended')));
      return world.store.watch(after, listener);
    };
    const board = new Board();
    const store = instead(world.store, { watch });
    let reloads = 0;
    const { value: following } = await time.finish(
      followBoard({ store, board, log: createLog('silent') }, () => (reloads += 1)),
    );
    await time.until(() => expect(reloads).toBe(1));
    expect(following.isLive()).toBe(true);
    await world.game.act(chooseNationCommand({ wallet: ALICE, nationId: 'usa' }), intent());
    await time.until(() => expect(board.count).toBe(1));
    await following.close();
  });

  test('says whether commits are received', async ({ time, world }) => {
    const { store, cut } = withFeedsToCut(world.store);
    const following = await followBoard(
      { store, board: new Board(), log: createLog('silent') },
      () => {},
    );
    expect(following.isLive()).toBe(true);
    cut();
    expect(following.isLive()).toBe(false);
    await time.until(() => expect(following.isLive()).toBe(true));
    await following.close();
  });
});
