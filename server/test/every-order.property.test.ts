/**
 * Whatever the order of commits, ticks, lost and slow sockets, late and reordered polls, restarts and
 * restores, over one process or two: at every moment a client shows the board of one rev, which no digest refutes,
 * each event is sent once, and every client ends equal to GET /api/leaderboard.
 */
import { deepEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { NATION_IDS } from '../../common/values/nations.ts';
import { runs } from '../../tools/test/run-counts.ts';
import { anyMove, choose } from '../leaderboard/testing/fixtures.ts';
import { TICK_MS, WINDOW_ROWS, World } from './support/every-order-world.ts';

const PLAYERS = 6;
const RUNS = runs({ usual: 150, long: 10_000 });

/** All but one already play. */
const START = Array.from({ length: PLAYERS - 1 }, (_, player) =>
  choose(player, NATION_IDS[player % 2] ?? 'usa'),
);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

type Step = (world: World) => void | Promise<void>;

/** What a shrunk failure prints. */
function named(name: string, step: Step): Step {
  return Object.assign(step, { [fc.toStringMethod]: () => name });
}

const n = fc.nat({ max: 5 });
const few = fc.integer({ min: 1, max: 4 });

function anyOf(
  weight: number,
  name: string,
  step: (world: World, a: number, b: number) => void | Promise<void>,
) {
  const arbitrary = fc
    .tuple(n, n)
    .map(([a, b]) => named(`${name} ${a} ${b}`, (world) => step(world, a, b)));
  return { weight, arbitrary };
}

const anyStep = fc.oneof(
  {
    weight: 12,
    arbitrary: anyMove(PLAYERS).map((move) =>
      named(`commit ${JSON.stringify(move)}`, (world) => world.commit(move)),
    ),
  },
  {
    weight: 8,
    arbitrary: fc
      .tuple(n, few)
      .map(([p, commits]) =>
        named(`process ${p} follows ${commits}`, (world) => world.process(p).follow(commits)),
      ),
  },
  anyOf(8, 'wait', (_, a) => void vi.advanceTimersByTime((a * TICK_MS) / 2)),
  anyOf(8, 'hear', (world, c, count) => void world.client(c).hear(count + 1)),
  anyOf(3, 'connect', (world, c, p) => world.client(c).connect(world.process(p))),
  anyOf(1, 'disconnect', (world, c) => world.client(c).disconnect()),
  anyOf(2, 'stall', (world, c) => world.client(c).stall()),
  anyOf(2, 'resume', (world, c) => world.client(c).resume()),
  anyOf(6, 'fetch', (world, c, p) => world.client(c).fetch(world.process(p))),
  anyOf(2, 'ask', (world, c) => world.client(c).ask()),
  anyOf(3, 'serve', (world, c, p) => world.client(c).serve(p, world.process(p))),
  anyOf(3, 'finish', (world, c, f) => void world.client(c).finish(f)),
  anyOf(1, 'restart', (world, p) => world.process(p).start()),
  anyOf(1, 'reload', (world, p) => world.process(p).reload()),
  anyOf(1, 'restore', (world, moves) => world.restore(moves)),
);

async function run(processes: number, clients: number, steps: readonly Step[], last: number) {
  const world = new World(processes, clients);
  await world.start(START);
  for (const step of steps) {
    await step(world);
    world.check();
  }
  await world.settle(last);
  const { board } = world.process(last);
  const rows = board.page(WINDOW_ROWS, 0);
  for (const client of world.clients) {
    deepEqual(client.missedEvents, []);
    const shown = client.board.shown;
    deepEqual([shown?.epoch, shown?.rows], [board.epoch, rows]);
    // The total number of players, and the rev while nothing happens, change only with polls.
    if (processes > 1) deepEqual([shown?.totalCount, shown?.rev], [board.count, board.rev]);
    deepEqual(client.own?.row, board.entry(client.wallet));
    for (const nationId of NATION_IDS) {
      const { gdp, players, president, work } = client.board.totals.get(nationId) ?? {};
      const {
        presidentWallet: walletAddress,
        presidentStakedCount: staked,
        ...totals
      } = board.nation(nationId);
      deepEqual({ gdp, players }, totals);
      deepEqual(president, walletAddress && { walletAddress, staked });
      deepEqual(work, board.work(nationId));
    }
  }
}

test('[PRO14] every client ends equal to GET /api/leaderboard', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 2 }),
      fc.integer({ min: 1, max: 3 }),
      fc.array(anyStep, { maxLength: 40, size: 'max' }),
      n,
      run,
    ),
    { numRuns: RUNS },
  );
});
