/** The game on a real store and a chain that a test commands, without any transport around it. */
import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { address, type Address } from '../../common/values/address.ts';
import { commandIdSchema } from '../../common/values/ids.ts';
import { FakeChain } from '../chain/fake-chain.ts';
import { openGameClock, type GameClock } from '../game/clock.ts';
import type { Intent } from '../game/command.ts';
import { createGame, type Game } from '../game/game.ts';
import { createUnseenReads, type UnseenReads } from '../game/unseen-reads.ts';
import { createQueries, type Queries } from '../game/queries.ts';
import { followBoard } from '../follow-board.ts';
import { Board } from '../leaderboard/board.ts';
import { createLog } from '../log.ts';
import { openEmbeddedStore } from '../store/embedded/embedded-store.ts';
import type { Store } from '../store/store.ts';
import { newDataFolder, removeDataFolder } from './data-folder.ts';

export const ALICE = address('0x70997970c51812dc3a010c7d01b50e0d17dc79c8');
export const BOB = address('0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc');

export interface GameWorld {
  readonly store: Store;
  readonly chain: FakeChain;
  readonly unseenReads: UnseenReads;
  readonly board: Board;
  readonly clock: GameClock;
  readonly game: Game;
  readonly queries: Queries;
  /** Another process on the same store: its own queues, the same board. */
  readonly anotherGame: (store?: Store) => Game;
}

/** A request's name; the same key and fingerprint are the same request. */
export function intent(key: string = randomUUID(), fingerprint = 'the request'): Intent {
  return { commandId: commandIdSchema.parse(key), fingerprint, rememberMs: 60_000 };
}

/** A wallet of a number, for tests that need many. */
export function walletOf(n: number): Address {
  return address(`0x${n.toString(16).padStart(40, '0')}`);
}

/** Tests that get a world of their own. */
export const gameTest = test.extend<{ world: GameWorld }>({
  // oxlint-disable-next-line no-empty-pattern -- vitest wants the first argument taken apart.
  world: async ({}, use) => {
    const dataDir = await newDataFolder();
    const store = await openEmbeddedStore({ dataDir });
    const board = new Board();
    const following = await followBoard({ store, board, log: createLog('silent') }, () => {});
    const chain = new FakeChain({ timeoutMs: 3000 });
    const unseenReads = createUnseenReads(chain);
    const clock = await openGameClock(store);
    const anotherGame = (otherStore: Store = store) =>
      createGame({ store: otherStore, chain: unseenReads, board, clock });
    await use({
      store,
      chain,
      unseenReads,
      board,
      clock,
      game: anotherGame(),
      queries: createQueries({ store, board }),
      anotherGame,
    });
    await following.close();
    await store.close();
    await removeDataFolder(dataDir);
  },
});
