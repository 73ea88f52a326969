/**
 * The weeks of a game on two processes that get the commits late, restart, and both believe in
 * their lease at times, with commits that come long after the moment that they name: each closed
 * week is what a plain count of all commits says, never changes, and the open ones agree at every
 * process.
 */
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { SeasonEntry } from '../../common/protocol/seasons.ts';
import { walletOf } from '../../common/testing/fixtures.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import type { StoredEvent } from '../../common/values/stored-event.ts';
import { weekAt, weekBegins, weekId, WEEK_MS, weekOf } from '../../common/values/week.ts';
import { Board } from '../leaderboard/board.ts';
import { RowGame, type RowChange } from '../leaderboard/testing/row-game.ts';
import { createLog } from '../observe/log.ts';
import { readAllPast } from '../store/kept/past.ts';
import type { NewRow } from '../store/rows.ts';
import { instead } from '../test/support/instead.ts';
import { failingWrites, ifUnavailable, type Fate } from '../store/testing/failing-writes.ts';
import { openMemoryStore } from '../store/testing/memory-store.ts';
import { runs } from '../../tools/test/run-counts.ts';
import { countWeek } from '../../common/testing/weeks.ts';
import { fillSeasons } from './fill-seasons.ts';
import { Past } from './past.ts';
import { writeRecord } from './record-writer.ts';
import { Seasons } from './seasons.ts';

const PLAYERS = 5;
const SECOND_MS = 1000;
const LIMITS = { rows: 20, candidates: 2, commits: 30 };

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

/** A commit: what it does, and by how much its moment lies before it comes. */
const anyCommit = fc.record({
  player: fc.nat({ max: PLAYERS - 1 }),
  gdp: fc.nat({ max: 5 }),
  gdpOrder: fc.nat({ max: 2 }),
  isKnown: fc.boolean(),
  lateMs: fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    fc.constantFrom(-1500, 1500, 12_000, 80_000),
  ),
});

const anyProcess = fc.constantFrom(0 as const, 1 as const);

const anyStep = fc.oneof(
  { weight: 6, arbitrary: fc.record({ is: fc.constant('commit' as const), commit: anyCommit }) },
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constant('time' as const),
      // Much of it happens around the end of a week.
      to: fc.constantFrom('on' as const, 'before-end' as const, 'end' as const, 'weeks' as const),
      ms: fc.constantFrom(1, 900, 4000, 11_000),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      is: fc.constant('feed' as const),
      process: anyProcess,
      most: fc.integer({ min: 1, max: 6 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ is: fc.constant('look' as const), process: anyProcess }) },
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constant('write' as const),
      process: anyProcess,
      fate: fc.constantFrom<Fate>('done', 'done', 'refused', 'unknown'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ is: fc.constant('wrong-clock' as const), process: anyProcess }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ is: fc.constant('restart' as const), process: anyProcess }),
  },
);
type Step = typeof anyStep extends fc.Arbitrary<infer One> ? One : never;

/** Two processes on one store. */
async function world() {
  const game = new RowGame();
  const memory = openMemoryStore();
  const written = new Map<string, NewRow>();
  const { fail, write } = failingWrites(memory, ({ rows }) => {
    for (const row of rows) {
      if (!row.kind.startsWith('season')) continue;
      const before = written.get(`${row.kind} ${row.key}`);
      // Closed by one write.
      expect(before ?? row).toEqual(row);
      written.set(`${row.kind} ${row.key}`, row);
    }
  });
  const store = instead(memory, { write, events: game.events });
  const log = createLog('silent');
  const lease = { isHeld: () => true };
  const now = () => game.now;

  async function start() {
    const board = new Board();
    await board.load(game.snapshot());
    const past = new Past({ store, log });
    const seasons = new Seasons({ store, board, past, now, log });
    await seasons.advance();
    const record = () => writeRecord({ store, board, past, seasons, lease, now, limits: LIMITS });
    const fill = () => fillSeasons({ store, seasons, lease });
    return { board, seasons, record, fill, has: game.history.length };
  }

  const processes = [await start(), await start()] as const;
  return { game, store, start, processes: [...processes], fail };
}
type World = Awaited<ReturnType<typeof world>>;

async function take(state: World, step: Step): Promise<void> {
  const { game, processes } = state;
  if (step.is === 'commit') {
    const { player, gdp, gdpOrder, isKnown, lateMs } = step.commit;
    const change: RowChange = {
      player,
      fields: { gdp, gdpOrder, gdpSince: game.now - lateMs },
      resource: {},
      gift: null,
      isKnown,
    };
    game.now -= lateMs;
    game.commit(change);
    game.now += lateMs;
    return;
  }
  if (step.is === 'time') {
    const ends = weekBegins(weekAt(game.now) + 1);
    const to = { on: game.now, 'before-end': ends - 2000, end: ends, weeks: ends + 2 * WEEK_MS };
    game.now = Math.max(game.now, to[step.to]) + step.ms;
    vi.advanceTimersByTime(step.ms);
    return;
  }
  const process = processes[step.process];
  if (!process) throw new Error('there are two processes');
  if (step.is === 'feed') {
    for (const event of game.history.slice(process.has, process.has + step.most)) {
      process.board.apply(event);
      process.has += 1;
    }
  } else if (step.is === 'wrong-clock') {
    game.now += 3 * WEEK_MS;
    await process.seasons.advance();
    game.now -= 3 * WEEK_MS;
  } else if (step.is === 'look') await process.seasons.advance();
  else if (step.is === 'restart') processes[step.process] = await state.start();
  else {
    state.fail(step.fate);
    await process.record().catch(ifUnavailable);
    await process.fill().catch(ifUnavailable);
    state.fail('done');
  }
}

/**
 * Everything comes to rest: each process gets all commits, and time goes on until every ended week
 * is closed.
 */
async function settle(state: World): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    for (const process of [0, 1] as const) {
      await take(state, { is: 'feed', process, most: 10_000 });
      await take(state, { is: 'look', process });
      await take(state, { is: 'write', process, fate: 'done' });
      await take(state, { is: 'look', process });
    }
    state.game.now += 11 * SECOND_MS;
    vi.advanceTimersByTime(11 * SECOND_MS);
  }
}

/** The week's entries by counting all commits. */
function counted(
  events: readonly StoredEvent[],
  closings: ReadonlyMap<number, number>,
  week: number,
) {
  const commits = events.map(({ at, row }) => ({ ...row, at }));
  const begins = new Map([...closings].map(([of, number]) => [weekBegins(of), number]));
  return countWeek(commits, begins, weekBegins(week));
}

const unnamed = ({ name: _name, ...entry }: SeasonEntry) => entry;

async function check({ game, store, processes }: World): Promise<void> {
  const [first] = game.history;
  const running = weekAt(game.now);
  const rows = await readAllPast(store, { kind: 'season' });
  const closings = new Map(rows.map(({ at, upTo }) => [weekAt(at), upTo?.number ?? -1]));
  const weeks = first
    ? Array.from({ length: running - weekAt(first.at) }, (_, n) => weekAt(first.at) + n)
    : [];
  expect([...closings.keys()]).toEqual(weeks);
  const all = { limit: 1000, offset: 0 };
  for (const { seasons } of processes) {
    expect(seasons.list(1000, Infinity).map(({ id }) => weekOf(id))).toEqual(
      first ? [...weeks, running].toReversed() : [],
    );
    for (const week of first ? [...weeks, running] : []) {
      const expected = counted(game.history, closings, week);
      const detail = await seasons.entries(week, all);
      expect({ week: weekId(week), entries: detail?.entries.map(unnamed) }).toEqual({
        week: weekId(week),
        entries: expected,
      });
      expect(detail?.season).toMatchObject({
        id: weekId(week),
        state: week === running ? 'running' : 'final',
        players: expected.length,
        nations: NATION_IDS.map((nationId) => ({
          nationId,
          gained: expected.reduce(
            (sum, one) => sum + (one.nationId === nationId ? one.gained : 0),
            0,
          ),
        })),
      });
      for (const nationId of NATION_IDS) {
        const part = await seasons.entries(week, { ...all, nationId });
        const ofNation = expected.filter((entry) => entry.nationId === nationId);
        expect([part?.count, part?.entries.map(unnamed)]).toEqual([ofNation.length, ofNation]);
      }
      for (let n = 0; n < PLAYERS; n += 1) {
        const wallet = walletOf(n);
        const own = (await seasons.standings(week, wallet)).own;
        const is = expected.find(({ walletAddress }) => walletAddress === wallet) ?? null;
        expect(own && unnamed(own)).toEqual(is);
      }
    }
    for (let n = 0; n < PLAYERS; n += 1) {
      const joinedAt = game.history.find(({ row }) => row.wallet === walletOf(n))?.at ?? 0;
      const places = weeks.toReversed().flatMap((week) => {
        const entries = counted(game.history, closings, week);
        const own = entries.find(({ walletAddress }) => walletAddress === walletOf(n));
        return own
          ? [{ id: weekId(week), rank: own.rank, gained: own.gained, players: entries.length }]
          : [];
      });
      expect(await seasons.placesOf(walletOf(n), joinedAt)).toEqual(places);
    }
  }
}

test('[SEA1, SEA2, SEA3, SEA4] every week is what a count of all commits says, at each process, and a closed one for good', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 60, size: 'max' }), async (steps) => {
      const state = await world();
      state.game.now = weekBegins(2966) + 3 * 24 * 60 * 60 * SECOND_MS;
      for (const step of steps) await take(state, step);
      await settle(state);
      await check(state);
    }),
    { numRuns: runs({ usual: 60, long: 3000 }) },
  );
});
