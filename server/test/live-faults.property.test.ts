/**
 * However the store fails, and the feed of commits is late or lost: pages at rest show what GET
 * /api/leaderboard answers. `every-order.property.test.ts` simulates the network; here the board follows a
 * store as a server's does, and its reloads are followBoard's own.
 */
import { deepEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LeaderboardEntry } from '../../common/protocol/leaderboard.ts';
import { after, HOUR_MS, NOW, walletOf, type PlayerState } from '../../common/testing/fixtures.ts';
import type { Address } from '../../common/values/address.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { startFakeTime, type FakeTime } from '../../tools/test/fake-time.ts';
import { runs } from '../../tools/test/run-counts.ts';
import { Board } from '../leaderboard/board.ts';
import { followBoard, type Following } from '../leaderboard/follow-board.ts';
import { ListText } from '../leaderboard/list-text.ts';
import { handle } from '../live/inbound/handlers.ts';
import { Pushes } from '../live/outbound/pushes.ts';
import { createLog } from '../observe/log.ts';
import { openMemoryStore } from '../store/memory/memory-store.ts';
import { StoreUnavailable, type Store } from '../store/store.ts';
import { anyStoreFaults, faultyStore, type StoreFaults } from '../store/testing/faulty-store.ts';
import { joining, stakingDena } from '../store/testing/fixtures.ts';
import { FakeRooms, type Wire } from './support/every-order-network.ts';
import { Client, TICK_MS, WINDOW_ROWS } from './support/every-order-world.ts';

const PLAYERS = 5;

type Step =
  | { readonly do: 'play'; readonly player: number; readonly amount: number }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'hear' | 'fetch' | 'ask' | 'serve' | 'finish' | 'connect' };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('play'),
      player: fc.nat({ max: PLAYERS - 1 }),
      amount: fc.constantFrom(10, 30_000, 40_000),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait'), ms: fc.constantFrom(1, TICK_MS, 600) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('hear', 'hear', 'fetch', 'ask', 'serve', 'finish', 'connect'),
    }),
  },
);

let time: FakeTime;
beforeEach(() => {
  time = startFakeTime();
});
afterEach(() => time.stop());

/** A server's board and pushes on a store, without a network. */
class Process {
  readonly board = new Board();
  readonly #rooms = new FakeRooms();
  readonly #pushes = new Pushes({
    board: this.board,
    rooms: this.#rooms,
    liveTickMs: TICK_MS,
    log: {
      error(problem: unknown) {
        throw problem;
      },
    },
    windowRows: WINDOW_ROWS,
    limits: { maxBacklogBytes: 1500, sliceMs: Infinity },
  });
  readonly #text = new ListText(this.board);
  #following: Following | null = null;

  async start(store: Store): Promise<void> {
    const { board } = this;
    while (!this.#following) {
      try {
        this.#following = await followBoard({ store, board, log: createLog('silent') }, () =>
          this.#pushes.resync(),
        );
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
      }
    }
  }

  get isLive(): boolean {
    return this.#following?.isLive() ?? false;
  }

  async close(): Promise<void> {
    this.#pushes.close();
    await this.#following?.close();
  }

  accept(wire: Wire, walletAddress: Address): void {
    const member = this.#pushes.add(wire.socket(this.#rooms));
    this.#pushes.settle(member);
    const body = { nations: 'all', walletAddress } as const;
    handle(
      { board: this.board, figures: () => null, now: () => 0 },
      member,
      { name: 'watch', body },
      (ack) => wire.write(`3${JSON.stringify(ack)}`),
    );
  }

  list() {
    const { epoch, rev, count } = this.board;
    const rows: LeaderboardEntry[] = JSON.parse(this.#text.first(WINDOW_ROWS));
    return { epoch, rev, rows, totalCount: count };
  }
}

async function life(plan: StoreFaults, steps: readonly Step[]): Promise<number> {
  const inner = openMemoryStore();
  const faulty = faultyStore(inner, plan);
  const states = new Map<number, PlayerState>();
  const process = new Process();
  await time.finish(process.start(faulty.store));
  const client = new Client(walletOf(0));
  client.connect(process);
  let now = NOW;
  for (const step of steps) {
    now += HOUR_MS;
    switch (step.do) {
      case 'wait':
        await time.pass(step.ms);
        break;
      case 'hear':
        client.hear(2);
        break;
      case 'fetch':
        client.fetch(process);
        break;
      case 'ask':
        client.ask();
        break;
      case 'serve':
        client.serve(0, process);
        break;
      case 'finish':
        client.finish(0);
        break;
      case 'connect':
        client.connect(process);
        break;
      case 'play': {
        const state = states.get(step.player) ?? null;
        const change = state
          ? stakingDena(state, step.amount, now)
          : joining(walletOf(step.player), NATION_IDS[step.player % 3], now);
        await inner.commit(change, state?.player.version ?? 0, null);
        states.set(step.player, after(state, change));
      }
    }
  }
  await faulty.heal();
  const [newest] = await inner.events({ limit: 1, order: 'newest-first' });
  const { board } = process;
  await time.until(() => {
    deepEqual([process.isLive, board.rev], [true, newest?.rev ?? board.rev]);
  });
  await time.pass(2 * TICK_MS);
  if (!client.isConnected) client.connect(process);
  do client.resume();
  while (client.hear(Infinity) || client.finish(0));
  for (let polls = 0; polls < 4 && client.wants; polls += 1) client.poll(process);
  deepEqual(client.state.board?.rows, board.page(WINDOW_ROWS, 0));
  deepEqual(client.own?.row, board.entry(client.wallet));
  for (const nationId of NATION_IDS) {
    const { gdp, players, presidentWallet, presidentStakedCount } =
      client.totals.get(nationId) ?? {};
    deepEqual({ gdp, players, presidentWallet, presidentStakedCount }, board.nation(nationId));
  }
  await time.finish(process.close());
  await inner.close();
  return board.loads;
}

test(
  'a page at rest shows the list, whatever happened to the feed',
  { timeout: 900_000 },
  async () => {
    let loads = 0;
    const numRuns = runs({ usual: 60, long: 400 });
    await fc.assert(
      fc.asyncProperty(
        anyStoreFaults(),
        fc.array(anyStep, { minLength: 1, maxLength: 60, size: 'max' }),
        async (plan, steps) => {
          loads += await life(plan, steps);
        },
      ),
      { numRuns },
    );
    // Feeds were lost.
    expect(loads).toBeGreaterThan(numRuns * 1.5);
  },
);
