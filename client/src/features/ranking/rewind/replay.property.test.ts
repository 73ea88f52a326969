/**
 * [PRO33] Whatever happened, and however it is paged, a replay shows what the list at that moment
 * would.
 */
import { deepEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../tools/test/run-counts.ts';
import type { LeaderboardEntry } from '../../../../../common/protocol/leaderboard.ts';
import type { ReplayEvent, ReplaySnapshot } from '../../../../../common/protocol/replay.ts';
import { compareRank, comparePresidency } from '../../../../../common/rules/ranking.ts';
import { walletOf } from '../../../../../common/testing/fixtures.ts';
import { revSchema } from '../../../../../common/values/ids.ts';
import { byNation, NATION_IDS } from '../../../../../common/values/nations.ts';
import { testRow } from '../../../../../common/testing/row.ts';
import { Replay } from './replay.ts';

const RUNS = runs({ usual: 50, long: 10_000 });
const START = Date.parse('2026-11-01T10:00:00.000Z');

interface Player {
  readonly n: number;
  readonly gdp: number;
  readonly gdpOrder: number;
  readonly stakedCount: number;
  readonly culturalOrder: number;
}

const nationOf = (n: number) => NATION_IDS[n % NATION_IDS.length] ?? 'usa';
const keyOf = (player: Player) => ({
  wallet: walletOf(player.n),
  gdp: player.gdp,
  gdpOrder: player.gdpOrder,
  culturalCount: player.stakedCount,
  culturalOrder: player.culturalOrder,
});

/** Everybody, at a moment. */
class World {
  readonly players = new Map<number, Player>();

  ranked(): Player[] {
    return [...this.players.values()].toSorted((a, b) => compareRank(keyOf(a), keyOf(b)));
  }

  candidates(nationId: string): Player[] {
    return [...this.players.values()]
      .filter(({ n, stakedCount }) => nationOf(n) === nationId && stakedCount > 0)
      .toSorted((a, b) => comparePresidency(keyOf(a), keyOf(b)));
  }

  total(nationId: string): number {
    return [...this.players.values()]
      .filter(({ n }) => nationOf(n) === nationId)
      .reduce((sum, { gdp }) => sum + gdp, 0);
  }

  rows(): LeaderboardEntry[] {
    return this.ranked().map((player, place) => {
      const nationId = nationOf(player.n);
      const [president] = this.candidates(nationId);
      return {
        rank: place + 1,
        ...entryOf(player),
        presidentWallet: president ? walletOf(president.n) : null,
        presidentStakedCount: president?.stakedCount ?? 0,
      };
    });
  }

  snapshot(atMs: number, known: number): ReplaySnapshot {
    return {
      at: new Date(atMs).toISOString(),
      rows: this.rows().slice(0, known),
      count: this.players.size,
      candidates: byNation((nationId) => {
        const all = this.candidates(nationId);
        return {
          areAll: all.length <= known,
          first: all.slice(0, known).map(({ n, stakedCount, culturalOrder }) => ({
            walletAddress: walletOf(n),
            stakedCount,
            culturalOrder,
          })),
        };
      }),
      totals: byNation((nationId) => ({
        gdp: this.total(nationId),
        players: [...this.players.keys()].filter((n) => nationOf(n) === nationId).length,
      })),
    };
  }
}

function entryOf({ n, gdp, gdpOrder, culturalOrder }: Player) {
  const nationId = nationOf(n);
  const {
    rank: _rank,
    presidentWallet: _wallet,
    presidentStakedCount: _count,
    ...row
  } = testRow({ nationId, walletAddress: walletOf(n), name: null, gdp });
  return { ...row, gdpOrder, culturalOrder };
}

function eventOf(
  place: number,
  atMs: number,
  before: Player | undefined,
  now: Player,
): ReplayEvent {
  const { nationName: _name, flag: _flag, gdp: gdpAfter, ...row } = entryOf(now);
  return {
    ...row,
    id: revSchema.parse(place.toString(16).padStart(16, '0')),
    at: new Date(atMs).toISOString(),
    kind: before ? 'dena-staked' : 'nation-chosen',
    gdpBefore: before?.gdp ?? 0,
    gdpAfter,
    denaBalance: '0',
    detail: {},
    stakedCount: now.stakedCount,
  };
}

const anyMove = fc.record({
  n: fc.nat(9),
  gdp: fc.nat(6),
  stakedCount: fc.nat(3),
  laterMs: fc.constantFrom(0, 0, 1, 500),
});
const anyMoves = (maxLength: number) => fc.array(anyMove, { maxLength, size: 'max' });

test('a replay shows each moment as the whole order does, as far as it is known', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyMoves(20),
      anyMoves(60),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 9 }),
      fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
      fc.array(fc.nat(700), { maxLength: 20 }),
      async (earlier, later, known, pageSize, refreshes, pauses) => {
        const world = new World();
        let order = 0;
        const apply = ({ n, gdp, stakedCount }: (typeof earlier)[number]) => {
          const before = world.players.get(n);
          order += 1;
          const player = {
            n,
            gdp,
            stakedCount,
            gdpOrder: before?.gdp === gdp ? before.gdpOrder : order,
            culturalOrder: before?.stakedCount === stakedCount ? before.culturalOrder : order,
          };
          world.players.set(n, player);
          return { before, player };
        };
        earlier.forEach(apply);
        const pages: Awaited<ReturnType<ConstructorParameters<typeof Replay>[0]>>[] = [];
        const shown = [
          {
            atMs: START,
            rows: world.rows(),
            count: world.players.size,
            totals: byNation((id) => world.total(id)),
          },
        ];
        let atMs = START;
        let snapshot: ReplaySnapshot | null = world.snapshot(START, known);
        let events: ReplayEvent[] = [];
        later.forEach((move, i) => {
          atMs += move.laterMs;
          const { before, player } = apply(move);
          events.push(eventOf(i + 1, atMs, before, player));
          shown.push({
            atMs,
            rows: world.rows(),
            count: world.players.size,
            totals: byNation((id) => world.total(id)),
          });
          if (events.length < pageSize) return;
          pages.push({ snapshot, events, next: String(pages.length + 1) });
          events = [];
          snapshot = refreshes[i] ? world.snapshot(atMs, known) : null;
        });
        pages.push({ snapshot, events, next: null });

        const toMs = atMs + 1;
        const replay = new Replay(async (cursor) => {
          const page = pages[Number(cursor ?? 0)];
          if (!page) throw new Error('no such page');
          return page;
        }, toMs);
        await replay.loadMore();
        let now = START;
        for (const pause of [...pauses, Infinity]) {
          now = Math.min(now + pause, toMs);
          for (; replay.loadedMs < now; await replay.loadMore()) {
            // What is loaded is played before more of it is.
            replay.advanceTo(replay.loadedMs - 1);
          }
          replay.advanceTo(now);
          const truth = shown.findLast((one) => one.atMs <= now);
          const frame = replay.frame();
          expect(frame.count).toBe(truth?.count);
          deepEqual(frame.totals, truth?.totals);
          const { length } = frame.rows;
          const withoutPresidents = (rows: readonly LeaderboardEntry[] = []) =>
            rows.map(({ presidentWallet: _wallet, presidentStakedCount: _count, ...row }) => row);
          deepEqual(withoutPresidents(frame.rows), withoutPresidents(truth?.rows.slice(0, length)));
          expect(frame.isLost).toBe(length < (truth?.count ?? 0));
          if (known >= 10) deepEqual(frame.rows, truth?.rows);
        }
      },
    ),
    { numRuns: RUNS },
  );
});

/** One joins, and then so much more happens before the next frame. */
async function activityAfter(kind: ReplayEvent['kind'], count: number) {
  const world = new World();
  const player = { n: 1, gdp: 5, stakedCount: 0, gdpOrder: 1, culturalOrder: 1 };
  const snapshot = world.snapshot(START, 10);
  const joined = eventOf(1, START, undefined, player);
  const others = Array.from({ length: count }, (_, i) => ({
    ...eventOf(i + 2, START, player, player),
    kind,
  }));
  const page = { snapshot, events: [joined, ...others], next: null };
  const replay = new Replay(() => Promise.resolve(page), START + 1);
  await replay.loadMore();
  replay.advanceTo(START);
  return { joined, activity: replay.frame().activity };
}

test('what just happened is what a feed shows, however often resources were settled since', async () => {
  const { joined, activity } = await activityAfter('resources-settled', 200);
  expect(activity).toEqual([joined]);
});

test('what a story tells is known, even if twenty others act before the next frame', async () => {
  const { joined, activity } = await activityAfter('dena-staked', 20);
  expect(activity).toContainEqual(joined);
});
