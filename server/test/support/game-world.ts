/** The game on a store in memory and a chain that a test controls, without any transport. */
import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { startFakeTime, type FakeTime } from '../../../tools/test/fake-time.ts';
import { address } from '../../../common/values/address.ts';
import { commandIdSchema } from '../../../common/values/ids.ts';
import { TEST_CONTRACTS } from '../../chain/testing/chain-sim.ts';
import { FakeChain } from '../../chain/testing/fake-chain.ts';
import { BackingProgress } from '../../game/backing/backing-progress.ts';
import { openGameClock, type GameClock } from '../../game/engine/clock.ts';
import type { Intent } from '../../game/engine/command.ts';
import { createGame, type Game } from '../../game/engine/game.ts';
import type { NftFacts } from '../../game/reads/tokens.ts';
import { createQueries, type Queries } from '../../game/reads/queries.ts';
import { Board } from '../../leaderboard/board.ts';
import { followBoard } from '../../leaderboard/follow-board.ts';
import { createLog } from '../../observe/log.ts';
import { pausedBy } from '../../store/kept/era.ts';
import { openMemoryStore } from '../../store/testing/memory-store.ts';
import type { Store } from '../../store/store.ts';

export const ALICE = address('0x70997970c51812dc3a010c7d01b50e0d17dc79c8');
export const BOB = address('0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc');

export interface GameWorld {
  readonly store: Store;
  readonly chain: FakeChain;
  readonly backing: BackingProgress;
  readonly board: Board;
  readonly clock: GameClock;
  readonly game: Game;
  readonly queries: Queries;
  /** As an operator does; null: the game goes on. */
  readonly pause: (text: string | null) => Promise<void>;
  /** Another process on the same store: its own queues, the same board. */
  readonly anotherGame: (store?: Store) => Game;
}

/** What stakes of NFTs need: the collections of the test chains, and tokens with empty metadata. */
export const NFTS: NftFacts = {
  collections: { national: TEST_CONTRACTS.nationalNft, cultural: TEST_CONTRACTS.culturalNft },
  tokens: {
    read: () =>
      Promise.resolve({ token: { name: '', imageUrl: '', attributes: [] }, defect: null }),
    peek: () => () => null,
  },
};

/** A request's identity; the same key and fingerprint are the same request. */
export function intent(): Intent {
  const commandId = commandIdSchema.parse(randomUUID());
  return { commandId, fingerprint: 'the request', rememberMs: 60_000 };
}

/** Tests that get their own world; those that request `time` advance it themselves. */
export const gameTest = test.extend<{ time: FakeTime; world: GameWorld }>({
  // oxlint-disable-next-line no-empty-pattern -- vitest requires the first argument to be destructured.
  time: async ({}, use) => {
    const time = startFakeTime();
    await use(time);
    time.stop();
  },
  // oxlint-disable-next-line no-empty-pattern -- vitest requires the first argument to be destructured.
  world: async ({}, use) => {
    const store = openMemoryStore();
    const board = new Board();
    const following = await followBoard({ store, board, log: createLog('silent') }, () => {});
    const chain = new FakeChain({ timeoutMs: 3000 });
    const backing = new BackingProgress(chain);
    const clock = await openGameClock(store);
    let acts = 0;
    const anotherGame = (otherStore: Store = store) =>
      createGame({ store: otherStore, holdings: backing, board, clock });
    await use({
      store,
      chain,
      backing,
      board,
      clock,
      game: anotherGame(),
      queries: createQueries({ store, board }),
      async pause(text) {
        acts += 1;
        await store.changeEra(pausedBy(acts, text));
      },
      anotherGame,
    });
    await following.close();
    await store.close();
  },
});
