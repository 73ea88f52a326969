/**
 * What a process makes of the weeks where the record, the clock or the data set is not what it was.
 */
import { expect, test } from 'vitest';
import type { SeasonEntry } from '../../common/protocol/seasons.ts';
import { walletOf } from '../../common/testing/fixtures.ts';
import type { Address } from '../../common/values/address.ts';
import { epochSchema, REV_ZERO } from '../../common/values/ids.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { weekBegins, weekId } from '../../common/values/week.ts';
import { Board } from '../leaderboard/board.ts';
import { NameMask } from '../leaderboard/name-mask.ts';
import { RowGame } from '../leaderboard/testing/row-game.ts';
import { createLog } from '../observe/log.ts';
import { firstWeekOpened } from '../store/kept/era.ts';
import { numberKey, type Row, type RowKind } from '../store/rows.ts';
import { instead, readingRows } from '../test/support/instead.ts';
import { openMemoryStore } from '../store/testing/memory-store.ts';
import { fillSeasons } from './fill-seasons.ts';
import { Past } from './past.ts';
import { writeRecord } from './record-writer.ts';
import { Seasons } from './seasons.ts';
import { tellWeeks } from './tell-weeks.ts';

const WEEK = 2966;
const ALL = { limit: 1000, offset: 0 };

/** One process, its store, and a hand on what it reads. */
async function world() {
  const game = new RowGame();
  game.now = weekBegins(WEEK) + 1000;
  const damaged = { row: (row: Row, _kind: RowKind) => row };
  const memory = readingRows(openMemoryStore(), (row, kind) => damaged.row(row, kind));
  const store = instead(memory, { events: game.events });
  const log = createLog('silent');
  const now = () => game.now;
  const board = new Board();
  const hidden = new Map<Address, number>();
  const mask = new NameMask(() => hidden);
  const past = new Past({ store, log, mask });
  const start = async () => {
    await board.load(game.snapshot());
    const seasons = new Seasons({ store, board, past, now, log, mask });
    await seasons.advance();
    return seasons;
  };
  const write = (seasons: Seasons) =>
    writeRecord({ store, board, past, seasons, now, lease: { isHeld: () => true } });
  const play = (gdp: number, feed = true, name: string | null = null) => {
    const fields = { gdp, gdpSince: game.now, name };
    const event = game.commit({ player: 1, fields, resource: {}, gift: null, isKnown: true });
    if (feed) board.apply(event);
    return event;
  };
  /** The running week ends, and is recorded. */
  const closeWeek = async (seasons: Seasons) => {
    await seasons.advance();
    board.apply(game.endWeek(seasons.running));
    await write(seasons);
    await seasons.advance();
  };
  const held = { isHeld: () => true };
  const fill = (seasons: Seasons) => fillSeasons({ store, seasons, lease: held });
  const tell = (seasons: Seasons, lease = held) => tellWeeks({ store, board, seasons, lease, log });
  return { game, store, board, damaged, past, hidden, start, write, fill, tell, play, closeWeek };
}

const statesOf = (seasons: Seasons) =>
  seasons.list(9, Infinity).map(({ id, state }) => [id, state]);

test('[SEA1, PRE1] a week is final once this process has the commit that ended it, and the record has it later', async () => {
  const { game, board, start, write, play } = await world();
  const seasons = await start();
  const other = await start();
  await seasons.advance();
  play(1);
  play(5);
  const end = game.endWeek(WEEK);
  play(9, false);
  expect(statesOf(seasons)).toEqual([[weekId(WEEK), 'running']]);
  expect(seasons.versionOf(WEEK)).not.toBe('final');
  board.apply(end);
  const states = [
    [weekId(WEEK + 1), 'running'],
    [weekId(WEEK), 'final'],
  ];
  expect(statesOf(seasons)).toEqual(states);
  const before = await seasons.entries(WEEK, ALL);
  expect(before).toMatchObject({ entries: [{ gained: 4 }], season: { state: 'final' } });
  expect(seasons.versionOf(WEEK)).not.toBe('final');
  expect(seasons.isMissed(end.rev)).toBe(true);
  await write(seasons);
  for (const one of [seasons, other]) {
    await one.advance();
    expect([statesOf(one), one.versionOf(WEEK), one.isMissed(end.rev)]).toEqual([
      states,
      'final',
      false,
    ]);
    expect((await one.entries(WEEK, ALL))?.entries).toEqual(before?.entries);
  }
});

test('[SEA1] a week that nobody recorded when it ended is filled in from the events', async () => {
  const { game, board, start, write, fill, play } = await world();
  const first = await start();
  play(1);
  play(5);
  await write(first);
  board.apply(game.endWeek(WEEK));
  play(9);
  board.apply(game.endWeek(WEEK + 1));
  play(10);
  const seasons = await start();
  expect(statesOf(seasons)).toEqual([
    [weekId(WEEK + 2), 'running'],
    [weekId(WEEK + 1), 'closing'],
    [weekId(WEEK), 'closing'],
  ]);
  expect(await seasons.entries(WEEK, ALL)).toBeNull();
  // The record has not come to it: its writer may still do so.
  await fill(seasons);
  await seasons.advance();
  expect(await seasons.entries(WEEK, ALL)).toBeNull();
  await write(seasons);
  await fill(seasons);
  await seasons.advance();
  expect((await seasons.entries(WEEK, ALL))?.entries).toMatchObject([{ gained: 4, gdp: 5 }]);
  expect((await seasons.entries(WEEK + 1, ALL))?.entries).toMatchObject([{ gained: 4, gdp: 9 }]);
  expect(seasons.isMissed(board.rev)).toBe(false);
});

test('[SEA1] begins with the week of the first player, whichever was opened for nobody before', async () => {
  const { store, start, play } = await world();
  await store.changeEra(firstWeekOpened(WEEK - 3));
  const seasons = await start();
  play(1);
  play(5);
  expect(statesOf(seasons)).toEqual([[weekId(WEEK), 'running']]);
  expect((await seasons.entries(WEEK, ALL))?.entries).toMatchObject([{ gained: 4 }]);
});

test('[SEA1] begins with the week of the first commit, though a later one comes first after a load', async () => {
  const { game, board, start, play } = await world();
  const seasons = await start();
  game.commit({ player: 1, fields: {}, resource: {}, gift: null, isKnown: true });
  game.endWeek(WEEK);
  await board.load(game.snapshot());
  play(5);
  await seasons.advance();
  expect(statesOf(seasons).map(([id]) => id)).toEqual([weekId(WEEK + 1), weekId(WEEK)]);
});

test('[SEA1] begins with the first player, who joins while it reads that nobody has', async () => {
  const { game, board, store, play, closeWeek } = await world();
  let isFirst = true;
  const events: typeof game.events = async (query) => {
    const found = await game.events(query);
    if (isFirst) play(1);
    isFirst = false;
    return found;
  };
  const reading = instead(store, { events });
  const log = createLog('silent');
  const past = new Past({ store: reading, log });
  const seasons = new Seasons({ store: reading, board, past, now: () => game.now, log });
  await board.load(game.snapshot());
  await seasons.advance();
  await closeWeek(seasons);
  play(5);
  expect(statesOf(seasons)).toEqual([
    [weekId(WEEK + 1), 'running'],
    [weekId(WEEK), 'final'],
  ]);
});

test('[SEA1] the end of a week between a load’s reads is not overlooked', async () => {
  const { game, board, start, play } = await world();
  const seasons = await start();
  play(1);
  play(5);
  await board.load(game.snapshot());
  const advancing = seasons.advance();
  board.apply(game.endWeek(WEEK));
  await advancing;
  await seasons.advance();
  expect(seasons.running).toBe(WEEK + 1);
});

test('[SEA1] a process that comes to the end of a week which others have recorded has it once', async () => {
  const { game, board, start, write, play, closeWeek } = await world();
  const seasons = await start();
  play(1);
  play(5);
  await closeWeek(seasons);
  play(9);
  const before = game.snapshot();
  const end = game.endWeek(WEEK + 1);
  board.apply(end);
  await write(seasons);
  await board.load(before);
  await seasons.advance();
  board.apply(end);
  const places = await seasons.placesOf(walletOf(1), 0);
  expect(places.map(({ id }) => id)).toEqual([weekId(WEEK + 1), weekId(WEEK)]);
  expect(seasons.hasUnrecorded).toBe(false);
});

test('[SEA1] a closed week whose row can’t be read stays closed, and the record goes on', async () => {
  const { damaged, start, play, closeWeek } = await world();
  const first = await start();
  play(1);
  play(5);
  await closeWeek(first);
  damaged.row = (row, kind) =>
    kind === 'season' && row.key === numberKey(weekBegins(WEEK)) ? { ...row, document: '{' } : row;
  const seasons = await start();
  play(9);
  await closeWeek(seasons);
  expect(statesOf(seasons)).toEqual([
    [weekId(WEEK + 2), 'running'],
    [weekId(WEEK + 1), 'final'],
    [weekId(WEEK), 'final'],
  ]);
  expect(await seasons.entries(WEEK, ALL)).toBeNull();
  expect((await seasons.entries(WEEK + 1, ALL))?.entries).toMatchObject([{ gained: 4 }]);
});

test('[SEA1, SEA3] a final week has entries beyond those that are stored, as they were when it ended; a nation’s and a search’s are found among all', async () => {
  const { game, board, start, closeWeek } = await world();
  const seasons = await start();
  const PLAYERS = 1203;
  const raise = (by: (player: number) => number) => {
    for (let player = 1; player <= PLAYERS; player += 1) {
      const gdp = (board.ranked(walletOf(player))?.row.gdp ?? 0) + by(player);
      const name = player % 7 ? null : `p${player}.eth`;
      const fields = { gdp, gdpSince: game.now, gdpOrder: game.history.length, name };
      board.apply(game.commit({ player, fields, resource: {}, gift: null, isKnown: true }));
    }
  };
  const all = { limit: 10_000, offset: 0 };
  raise(() => 1000);
  // In other places than those that the wallets' order gives, some of them the same.
  raise((player) => 1 + ((player * 7) % 1000));
  const { entries: before } = (await seasons.entries(WEEK, all)) ?? { entries: [] };
  expect(before).toHaveLength(PLAYERS);
  const last = before.at(-1)?.walletAddress ?? '';
  const check = async () => {
    for (const nationId of NATION_IDS) {
      const ofNation = before.filter((entry) => entry.nationId === nationId);
      for (const [offset, limit] of [
        [0, 10_000],
        [0, 5],
        [240, 20],
        [1500, 5],
      ] as const) {
        // prettier-ignore
        expect(await seasons.entries(WEEK, { limit, offset, nationId })).toMatchObject({
          entries: ofNation.slice(offset, offset + limit),
          count: ofNation.length,
        });
      }
      for (const q of ['P', 'p11', 'p1197.eth', last.slice(0, 40), last, '0x00', 'q']) {
        const isIt = ({ name, walletAddress }: SeasonEntry) =>
          name?.startsWith(q.toLowerCase()) || walletAddress.startsWith(q);
        const found = before.filter(isIt);
        expect(await seasons.entries(WEEK, { ...all, q })).toMatchObject({
          entries: found.slice(0, 20),
        });
        expect(await seasons.entries(WEEK, { ...all, q, nationId })).toMatchObject({
          entries: found.filter((entry) => entry.nationId === nationId).slice(0, 20),
        });
      }
    }
  };
  await check();
  // What was looked through, whatever it found.
  expect(await seasons.entries(WEEK, { ...all, q: 'q' })).toMatchObject({ count: 0, looks: 1000 });
  await closeWeek(seasons);
  raise((player) => player);
  const few = { limit: 5, offset: 0 };
  // The first entries are read once, all of them.
  for (const looks of [1000, 0]) expect(await seasons.entries(WEEK, few)).toMatchObject({ looks });
  const after = await seasons.entries(WEEK, all);
  expect(after?.season.state).toBe('final');
  expect(after?.entries).toEqual(before);
  expect(after).toMatchObject({ isSettled: false, reads: PLAYERS - 1000, looks: PLAYERS });
  const page = await seasons.entries(WEEK, { limit: 150, offset: 950 });
  expect(page?.entries).toEqual(before.slice(950, 1100));
  // Who was ranked is looked up once.
  expect(page).toMatchObject({ reads: 100, looks: 0 });
  expect(await seasons.entries(WEEK, { limit: 5, offset: 1500 })).toMatchObject({ entries: [] });
  await check();
});

test('[SEA1] nothing of another data set is shown, and nothing is said before its weeks are known', async () => {
  const { board, start, play, closeWeek } = await world();
  const seasons = await start();
  play(1);
  play(5);
  await closeWeek(seasons);
  expect(await seasons.placesOf(walletOf(1), 0)).toHaveLength(1);
  const other = new RowGame();
  other.epoch = epochSchema.parse('another-epoch');
  await board.load(other.snapshot());
  expect(seasons.isKnown).toBe(false);
  expect(seasons.preview(walletOf(1), 100)).toBeNull();
});

test('[SEA1] a name that is hidden is shown by no closed week and no past ranking, from then on', async () => {
  const { game, board, past, hidden, start, tell, play, closeWeek } = await world();
  const seasons = await start();
  play(1, true, 'rude.eth');
  board.apply(
    game.commit({ player: 2, fields: { gdp: 3 }, resource: {}, gift: null, isKnown: true }),
  );
  play(5, true, 'rude.eth');
  const then = game.now;
  await closeWeek(seasons);
  await tell(seasons);
  const { highlights } = await seasons.standings(WEEK, null);
  expect(JSON.stringify(highlights)).toContain('rude.eth');
  const shown = async () =>
    JSON.stringify([
      seasons.list(9, Infinity),
      await seasons.entries(WEEK, ALL),
      await seasons.standings(WEEK, null),
      await past.rankingAt(then),
      await past.page({ at: 0, rev: REV_ZERO, rankingAt: null }, then, 100),
    ], (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)); // prettier-ignore
  expect((await shown()).match(/rude\.eth/g)?.length).toBeGreaterThan(4);
  hidden.set(walletOf(1), game.now);
  expect(await shown()).not.toContain('rude.eth');
});

const highlightsOf = async (seasons: Seasons, week: number) =>
  (await seasons.standings(week, walletOf(1))).highlights;

test('[SEA5] a week’s story is known at every process once one has told it, and stays as it is', async () => {
  const { start, tell, play, closeWeek } = await world();
  const [seasons, other] = [await start(), await start()];
  play(1);
  play(5);
  await closeWeek(seasons);
  await other.advance();
  for (const one of [seasons, other]) {
    expect([await highlightsOf(one, WEEK), one.versionOf(WEEK)]).toEqual([undefined, 'final']);
  }
  await tell(seasons);
  await other.advance();
  for (const one of [seasons, other, await start()]) {
    expect([await highlightsOf(one, WEEK), one.versionOf(WEEK)]).toEqual([[], 'told']);
    expect((await one.standings(WEEK, walletOf(1))).own?.passed).toBe(0);
    expect(one.untold()).toBeNull();
  }
});

test('[SEA5] the last eight weeks get a story, and older ones never do', async () => {
  const { start, tell, play, closeWeek } = await world();
  const seasons = await start();
  play(1);
  const close = async (weeks: number) => {
    for (let n = 0; n < weeks; n += 1) await closeWeek(seasons);
  };
  const told = (one: Seasons) =>
    Array.from({ length: 20 }, (_, n) => one.versionOf(WEEK + n) === 'told');
  await close(9);
  await tell(seasons);
  expect(told(seasons).map((is, n) => is && n).filter((n) => n !== false)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]); // prettier-ignore
  await close(3);
  const after = await start();
  await tell(after);
  expect(told(after).lastIndexOf(true)).toBe(11);
  expect(told(after).filter(Boolean)).toHaveLength(11);
});

test('[SEA5] a week that can’t be read has no story, and those after it do', async () => {
  const { damaged, start, tell, play, closeWeek } = await world();
  const first = await start();
  play(1);
  await closeWeek(first);
  await closeWeek(first);
  damaged.row = (row, kind) =>
    kind === 'season' && row.key === numberKey(weekBegins(WEEK + 1))
      ? { ...row, document: '{' }
      : row;
  const seasons = await start();
  await closeWeek(seasons);
  for (let n = 0; n < 2; n += 1) await tell(seasons);
  expect([0, 1, 2].map((n) => seasons.versionOf(WEEK + n))).toEqual(['told', 'final', 'told']);
});

test('[SEA5] a story that can’t be read is told again', async () => {
  const { game, board, damaged, start, tell, play, closeWeek } = await world();
  const seasons = await start();
  play(1);
  board.apply(
    game.commit({ player: 2, fields: { gdp: 3 }, resource: {}, gift: null, isKnown: true }),
  );
  play(5);
  await closeWeek(seasons);
  await tell(seasons);
  const all = await highlightsOf(seasons, WEEK);
  expect(all?.length).toBeGreaterThan(1);
  damaged.row = (row, kind) => (kind === 'season-story' ? { ...row, document: '{' } : row);
  const again = await start();
  expect(await highlightsOf(again, WEEK)).toBeUndefined();
  await tell(again);
  expect(await highlightsOf(again, WEEK)).toEqual(all);
});

test('[SEA5] a process that lost its lease while it read tells nothing', async () => {
  const { game, board, start, tell, play, closeWeek } = await world();
  const seasons = await start();
  const raise = (gdp: (player: number) => number) => {
    for (let player = 1; player <= 1100; player += 1) {
      const fields = { gdp: gdp(player), gdpOrder: game.history.length };
      board.apply(game.commit({ player, fields, resource: {}, gift: null, isKnown: true }));
    }
  };
  raise((player) => player);
  await closeWeek(seasons);
  await tell(seasons);
  raise((player) => 2000 - player);
  await closeWeek(seasons);
  play(1, false);
  let looks = 0;
  await tell(seasons, { isHeld: () => (looks += 1) !== 2 });
  expect(await highlightsOf(seasons, WEEK + 1)).toBeUndefined();
  await tell(seasons);
  const [climb] = (await highlightsOf(seasons, WEEK + 1)) ?? [];
  expect(climb).toMatchObject({ kind: 'climb', figures: { from: 1100, to: 1 } });
});
