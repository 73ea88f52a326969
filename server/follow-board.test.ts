import { describe, expect } from 'vitest';
import { followBoard } from './follow-board.ts';
import { chooseNationCommand } from './game/choose-nation.ts';
import { Board } from './leaderboard/board.ts';
import { createLog } from './log.ts';
import type { Feed, FeedListener, Store } from './store/store.ts';
import { ALICE, BOB, gameTest as test, intent } from './test/game-world.ts';

/** The store with feeds that a test can cut, as a change stream that ends. */
function withFeedsToCut(store: Store): { readonly store: Store; readonly cut: () => void } {
  let listening: FeedListener | null = null;
  let feed: Feed | null = null;
  const watch: Store['watch'] = (after, listener) => {
    listening = listener;
    feed = store.watch(after, listener);
    return feed;
  };
  return {
    store: new Proxy(store, {
      get(target, name) {
        if (name === 'watch') return watch;
        const own: unknown = Reflect.get(target, name);
        return typeof own === 'function' ? own.bind(target) : own;
      },
    }),
    cut() {
      feed?.close().catch(() => undefined);
      listening?.onLost(new Error('the stream ended'));
    },
  };
}

describe('following the store', () => {
  test('loads what is there and then hears of every commit', async ({ world }) => {
    await world.game.act(chooseNationCommand({ wallet: ALICE, nationId: 'usa' }), intent());
    const board = new Board();
    const { store } = world;
    const following = await followBoard({ store, board, log: createLog('silent') }, () => {});
    expect(board.count).toBe(1);
    await world.game.act(chooseNationCommand({ wallet: BOB, nationId: 'usa' }), intent());
    expect(board.count).toBe(2);
    await following.close();
  });

  test('loads anew after its feed was lost, and says so', async ({ world }) => {
    const board = new Board();
    const { store, cut } = withFeedsToCut(world.store);
    let reloads = 0;
    const following = await followBoard(
      { store, board, log: createLog('silent') },
      () => (reloads += 1),
    );
    cut();
    await world.game.act(chooseNationCommand({ wallet: ALICE, nationId: 'usa' }), intent());
    await expect.poll(() => reloads).toBe(1);
    await world.game.act(chooseNationCommand({ wallet: BOB, nationId: 'usa' }), intent());
    await expect.poll(() => board.count).toBe(2);
    await following.close();
  });
});
