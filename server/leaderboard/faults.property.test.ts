/**
 * However the store fails, snapshots end and feeds are late or lost: in the end the board, and the board of
 * a day ago, equal a fresh load, and subscribers received every commit in order, or a reload.
 */
import { deepEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { after, HOUR_MS, NOW, walletOf, type PlayerState } from '../../common/testing/fixtures.ts';
import type { Address } from '../../common/values/address.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import type { Rev } from '../../common/values/ids.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { startFakeTime, type FakeTime } from '../../tools/test/fake-time.ts';
import { runs } from '../../tools/test/run-counts.ts';
import { createLog } from '../observe/log.ts';
import { openMemoryStore } from '../store/memory/memory-store.ts';
import { StoreUnavailable, type Store } from '../store/store.ts';
import { anyStoreFaults, faultyStore, type StoreFaults } from '../store/testing/faulty-store.ts';
import { joining, stakingDena } from '../store/testing/fixtures.ts';
import { Board } from './board.ts';
import { DayAgo } from './day-ago.ts';
import { followBoard, type Following } from './follow-board.ts';

const PLAYERS = 5;

type Step =
  | { readonly do: 'play'; readonly player: number; readonly amount: number }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'advance' };

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
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait'), ms: fc.constantFrom(1, 3, 200, 600) }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'advance' } as const) },
);

let time: FakeTime;
beforeEach(() => {
  time = startFakeTime();
});
afterEach(() => time.stop());

const numberOf = (rev: Rev) => Number(`0x${rev}`);

/** Records what the board's subscribers receive, and where the sequence has gaps. */
function follower(board: Board) {
  const rows = new Map<Address, BoardRow>();
  const gaps: string[] = [];
  let at = board.rev;
  board.subscribe({
    onChange({ event, after: { row } }) {
      if (numberOf(event.rev) !== numberOf(at) + 1) gaps.push(`${at} → ${event.rev}`);
      at = event.rev;
      rows.set(row.wallet, row);
    },
    onReload() {
      at = board.rev;
      rows.clear();
      for (const row of board.slice(board.count, 0)) rows.set(row.wallet, row);
    },
  });
  return { rows, gaps };
}

/** As a process that is restarted until its store lets it start. */
async function start(store: Store, board: Board, onReload: () => void): Promise<Following> {
  for (;;) {
    try {
      return await followBoard({ store, board, log: createLog('silent') }, onReload);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }
}

async function life(plan: StoreFaults, steps: readonly Step[]) {
  const inner = openMemoryStore();
  const faulty = faultyStore(inner, plan);
  const { store } = faulty;
  const states = new Map<number, PlayerState>();
  const board = new Board();
  const { rows, gaps } = follower(board);
  let now = NOW;
  let toldOfLoads = 0;
  const dayAgo = new DayAgo({ store, today: board, now: () => now });
  const { value: following } = await time.finish(start(store, board, () => (toldOfLoads += 1)));
  for (const step of steps) {
    now += HOUR_MS;
    if (step.do === 'wait') await time.pass(step.ms);
    else if (step.do === 'advance') {
      await time.finish(dayAgo.advance().catch(() => undefined));
    } else {
      const state = states.get(step.player) ?? null;
      const change = state
        ? stakingDena(state, step.amount, now)
        : joining(walletOf(step.player), NATION_IDS[step.player % 3], now);
      await inner.commit(change, state?.player.version ?? 0, null);
      states.set(step.player, after(state, change));
    }
  }
  await faulty.heal();
  const fresh = new Board();
  await fresh.load(await inner.loadPlayers());
  await time.until(() => {
    deepEqual([following.isLive(), board.rev], [true, fresh.rev]);
  });
  const best = (of: Board) => of.page(of.count, 0);
  deepEqual(best(board), best(fresh));
  for (const nationId of NATION_IDS) deepEqual(board.nation(nationId), fresh.nation(nationId));
  deepEqual(gaps, []);
  deepEqual(new Set(rows.values()), new Set(fresh.slice(fresh.count, 0)));
  deepEqual(toldOfLoads, board.loads - 1);
  await dayAgo.advance();
  const freshDayAgo = new DayAgo({ store: inner, today: fresh, now: () => now });
  await freshDayAgo.advance();
  for (let player = 0; player < PLAYERS; player += 1) {
    deepEqual(dayAgo.ranked(walletOf(player)), freshDayAgo.ranked(walletOf(player)));
  }
  await time.finish(following.close());
  await inner.close();
  return { faults: faulty.faults(), loads: board.loads };
}

test('the board ends equal to the store', { timeout: 900_000 }, async () => {
  let faults = 0;
  let loads = 0;
  const numRuns = runs({ usual: 40, long: 400 });
  await fc.assert(
    fc.asyncProperty(
      anyStoreFaults(),
      fc.array(anyStep, { minLength: 1, maxLength: 60, size: 'max' }),
      async (plan, steps) => {
        const told = await life(plan, steps);
        faults += told.faults;
        loads += told.loads;
      },
    ),
    { numRuns },
  );
  // The run was eventful.
  expect(faults).toBeGreaterThan(numRuns * 3);
  expect(loads).toBeGreaterThan(numRuns * 1.5);
});
