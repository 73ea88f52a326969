/**
 * The weeks of a game on two processes that get the commits late, restart, and both believe in
 * their lease at times: each week is what a plain count of the commits up to its end says, and
 * every process that says it is final always says the same; of the open one all say the same.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { SeasonEntry } from '../../common/protocol/seasons.ts';
import { walletOf } from '../../common/testing/fixtures.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { isOfPlayer, isWeekEnd, type Commit } from '../../common/values/stored-event.ts';
import { weekAt, weekBegins, weekId, WEEK_MS, weekOf } from '../../common/values/week.ts';
import { Board } from '../leaderboard/board.ts';
import { RowGame } from '../leaderboard/testing/row-game.ts';
import { presidentsNow } from '../leaderboard/week-list.ts';
import { createLog } from '../observe/log.ts';
import { firstWeekOpened, weekEndedBefore } from '../store/kept/era.ts';
import { readAllPast } from '../store/kept/past.ts';
import type { NewRow } from '../store/rows.ts';
import { instead } from '../test/support/instead.ts';
import { failingWrites, ifUnavailable, type Fate } from '../store/testing/failing-writes.ts';
import { openMemoryStore } from '../store/testing/memory-store.ts';
import { runs } from '../../tools/test/run-counts.ts';
import { countWeek, type Logged } from '../../common/testing/weeks.ts';
import { fillSeasons } from './fill-seasons.ts';
import { Past } from './past.ts';
import { writeRecord } from './record-writer.ts';
import { Seasons } from './seasons.ts';

const WEEK = 2966;
const PLAYERS = 5;
const SECOND_MS = 1000;
const LIMITS = { rows: 20, candidates: 2, commits: 30 };
const ALL = { limit: 1000, offset: 0 };

const anyChange = fc.record({
  player: fc.nat({ max: PLAYERS - 1 }),
  isKnown: fc.boolean(),
  fields: fc.record({
    gdp: fc.nat({ max: 5 }),
    gdpOrder: fc.nat({ max: 2 }),
    culturalCount: fc.nat({ max: 2 }),
    name: fc.constantFrom(null, 'ada', 'bob'),
  }),
});

/** Commits of release 1.0, in the first week and later ones, which it did not close. */
const anyReleased = fc.array(
  fc.record({ change: anyChange, weeks: fc.constantFrom(0, 0, 0, 1, 2) }),
  { maxLength: 6 },
);

const anyProcess = fc.constantFrom(0 as const, 1 as const);

const anyStep = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      is: fc.constant('commit' as const),
      change: anyChange,
      /** How far the clock is ahead by which it is dated. */
      skewMs: fc.constantFrom(0, 0, -1500, 1500),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constant('time' as const),
      // Much of it happens around the end of a week.
      to: fc.constantFrom('on' as const, 'before-end' as const, 'end' as const, 'weeks' as const),
      ms: fc.constantFrom(1, 900, 4000),
    }),
  },
  { weight: 3, arbitrary: fc.record({ is: fc.constant('end' as const) }) },
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
    arbitrary: fc.record({ is: fc.constant('restart' as const), process: anyProcess }),
  },
);
type Step = typeof anyStep extends fc.Arbitrary<infer One> ? One : never;
type Change = typeof anyChange extends fc.Arbitrary<infer One> ? One : never;

const noOther = { resource: {}, gift: null };

/** Two processes on one store. */
async function world(released: readonly { readonly change: Change; readonly weeks: number }[]) {
  const game = new RowGame();
  game.now = weekBegins(WEEK) + 3 * 24 * 60 * 60 * SECOND_MS;
  for (const { change, weeks } of released) {
    game.now = Math.max(game.now, weekBegins(WEEK + weeks));
    game.commit({ ...change, ...noOther });
  }
  const memory = openMemoryStore();
  const written = new Map<string, NewRow>();
  const { fail, write } = failingWrites(memory, ({ rows }) => {
    for (const row of rows) {
      if (!row.kind.startsWith('season')) continue;
      const before = written.get(`${row.kind} ${row.key}`);
      // Recorded by one write.
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

  const [first] = game.played;
  const processes = [await start(), await start()] as const;
  return {
    game,
    store,
    start,
    processes: [...processes],
    fail,
    /** Null: none is open yet. */
    open: null as number | null,
    first: first ? weekAt(first.at) : null,
    /** By week, what was said of it as final. */
    finals: new Map<number, unknown>(),
  };
}
type World = Awaited<ReturnType<typeof world>>;

async function openWeek(state: World): Promise<number> {
  if (state.open !== null) return state.open;
  state.open = state.first ?? weekAt(state.game.now);
  await state.store.changeEra(firstWeekOpened(state.open));
  return state.open;
}

/** One week, as each is by a commit of its own. */
async function endWeek(state: World): Promise<void> {
  const open = await openWeek(state);
  await state.store.changeEra(weekEndedBefore(open + 1));
  state.game.endWeek(open);
  state.open = open + 1;
}

async function take(state: World, step: Step): Promise<void> {
  const { game, processes } = state;
  if (step.is === 'commit') {
    const week = await openWeek(state);
    const { now } = game;
    const last = weekBegins(week + 1) - 1;
    game.now = Math.min(Math.max(now + step.skewMs, weekBegins(week)), last);
    game.commit({ ...step.change, ...noOther });
    game.now = Math.max(now, game.now);
    return;
  }
  if (step.is === 'time') {
    const ends = weekBegins(weekAt(game.now) + 1);
    const to = { on: game.now, 'before-end': ends - 2000, end: ends, weeks: ends + 2 * WEEK_MS };
    game.now = Math.max(game.now, to[step.to]) + step.ms;
    return;
  }
  if (step.is === 'end') {
    const open = state.open ?? state.first;
    if (open !== null && game.now >= weekBegins(open + 1)) await endWeek(state);
    return;
  }
  const process = processes[step.process];
  if (!process) throw new Error('there are two processes');
  if (step.is === 'feed') {
    for (const event of game.history.slice(process.has, process.has + step.most)) {
      process.board.apply(event);
      process.has += 1;
    }
  } else if (step.is === 'look') await process.seasons.advance();
  else if (step.is === 'restart') processes[step.process] = await state.start();
  else {
    state.fail(step.fate);
    await process.record().catch(ifUnavailable);
    await process.fill().catch(ifUnavailable);
    state.fail('done');
  }
}

/** Everything comes to rest: all weeks that are over are ended, and each process knows it. */
async function settle(state: World): Promise<void> {
  const { game } = state;
  while (game.now >= weekBegins((state.open ?? state.first ?? Infinity) + 1)) await endWeek(state);
  for (let round = 0; round < 3; round += 1) {
    for (const process of [0, 1] as const) {
      await take(state, { is: 'feed', process, most: 10_000 });
      await take(state, { is: 'look', process });
      await take(state, { is: 'write', process, fate: 'done' });
      await take(state, { is: 'look', process });
    }
  }
}

const logged = (commit: Commit): Logged[] => {
  if (isOfPlayer(commit)) return [{ ...commit.row, at: commit.at }];
  return isWeekEnd(commit) ? [{ opens: weekBegins(commit.week + 1) }] : [];
};
const unnamed = <Entry extends Pick<SeasonEntry, 'name'>>({ name: _name, ...entry }: Entry) =>
  entry;

/** From the moment that a process says that a week is final, all say the same of it. */
async function checkFinals({ processes, finals }: World): Promise<void> {
  for (const { seasons } of processes) {
    for (const season of seasons.list(1000, Infinity)) {
      if (season.state !== 'final') continue;
      const week = weekOf(season.id) ?? 0;
      const entries = (await seasons.entries(week, ALL))?.entries;
      const said = { season, entries, ...(await seasons.standings(week, walletOf(0))) };
      expect(said).toEqual(finals.get(week) ?? said);
      finals.set(week, said);
    }
  }
}

async function check({ game, store, processes, open }: World): Promise<void> {
  const [first] = game.played;
  const running = open ?? weekAt(first?.at ?? game.now);
  const weeks = first
    ? Array.from({ length: running - weekAt(first.at) }, (_, n) => weekAt(first.at) + n)
    : [];
  const rows = await readAllPast(store, { kind: 'season' });
  expect(rows.map(({ at }) => weekAt(at))).toEqual(weeks);
  const log = game.history.flatMap(logged);
  for (const { seasons } of processes) {
    expect(seasons.list(1000, Infinity).map(({ id }) => weekOf(id))).toEqual(
      first ? [...weeks, running].toReversed() : [],
    );
    for (const week of first ? [...weeks, running] : []) {
      const expected = countWeek(log, weekBegins(week));
      const detail = await seasons.entries(week, ALL);
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
        const part = await seasons.entries(week, { ...ALL, nationId });
        const ofNation = expected.filter((entry) => entry.nationId === nationId);
        expect([part?.count, part?.entries.map(unnamed)]).toEqual([ofNation.length, ofNation]);
      }
      const board = new Board();
      const end = game.history.findIndex((one) => isWeekEnd(one) && one.week === week);
      for (const commit of end < 0 ? game.history : game.history.slice(0, end)) board.apply(commit);
      const { presidents } = await seasons.standings(week, null);
      expect(presidents).toEqual(presidentsNow(board));
      for (let n = 0; n < PLAYERS; n += 1) {
        const wallet = walletOf(n);
        const own = (await seasons.standings(week, wallet)).own;
        const is = expected.find(({ walletAddress }) => walletAddress === wallet) ?? null;
        expect(own && unnamed(own)).toEqual(is);
      }
    }
    for (let n = 0; n < PLAYERS; n += 1) {
      const joinedAt = game.played.find(({ row }) => row.wallet === walletOf(n))?.at ?? 0;
      const places = weeks.toReversed().flatMap((week) => {
        const entries = countWeek(log, weekBegins(week));
        const own = entries.find(({ walletAddress }) => walletAddress === walletOf(n));
        return own
          ? [{ id: weekId(week), rank: own.rank, gained: own.gained, players: entries.length }]
          : [];
      });
      expect(await seasons.placesOf(walletOf(n), joinedAt)).toEqual(places);
    }
  }
}

const changeOf = (player: number, gdp = 0): Change => ({
  player,
  isKnown: true,
  fields: { gdp, gdpOrder: 0, culturalCount: 0, name: null },
});
const commitOf = (player: number, gdp: number): Step => ({
  is: 'commit',
  change: changeOf(player, gdp),
  skewMs: 0,
});

const FOUND: [Parameters<typeof world>[0], Step[]][] = [
  // Two weeks that release 1.0 left open, though it made a commit after them.
  [
    [
      { change: changeOf(0), weeks: 0 },
      { change: changeOf(0), weeks: 2 },
    ],
    [],
  ],
  // The second of them is recorded first.
  [
    [
      { change: changeOf(3), weeks: 0 },
      { change: changeOf(0), weeks: 2 },
    ],
    [
      { is: 'end' },
      commitOf(3, 1),
      { is: 'end' },
      commitOf(3, 2),
      { is: 'time', to: 'weeks', ms: 1 },
    ],
  ],
];

test('[SEA1, SEA2, SEA3, SEA4] every week is what a count of the commits up to its end says, at each process, and a final one for good', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyReleased,
      fc.array(anyStep, { maxLength: 60, size: 'max' }),
      async (released, steps) => {
        const state = await world(released);
        for (const step of steps) {
          await take(state, step);
          await checkFinals(state);
        }
        await settle(state);
        await checkFinals(state);
        await check(state);
      },
    ),
    { numRuns: runs({ usual: 60, long: 3000 }), examples: FOUND },
  );
});
