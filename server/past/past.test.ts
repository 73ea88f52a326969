/** What the past answers while its record is incomplete or damaged. */
import { beforeAll, describe, expect, test } from 'vitest';
import { NOW, walletOf } from '../../common/testing/fixtures.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import type { Commit } from '../../common/values/stored-event.ts';
import { REV_ZERO } from '../../common/values/ids.ts';
import { weekAt } from '../../common/values/week.ts';
import { Board } from '../leaderboard/board.ts';
import { choose, SmallGame, stake } from '../leaderboard/testing/fixtures.ts';
import { RowGame } from '../leaderboard/testing/row-game.ts';
import { createLog } from '../observe/log.ts';
import { openMemoryStore } from '../store/testing/memory-store.ts';
import { changeRules, joining } from '../store/testing/fixtures.ts';
import { readPast } from '../store/kept/past.ts';
import type { EventQuery } from '../store/store.ts';
import { instead, readingRows } from '../test/support/instead.ts';
import { NationHistory } from './nation-history.ts';
import { writeRecord } from './record-writer.ts';
import { Past } from './past.ts';
import { Seasons } from './seasons.ts';

const HOUR_MS = 60 * 60_000;
const LIMITS = { rows: 100, candidates: 10, commits: 500 };

/** More events than a history adds without a record. */
const MANY = 2500;

/**
 * A game of many commits, an hour apart every hundred, and a store that has no record of it, or one
 * of every hour.
 */
async function longGame(isRecorded = false) {
  const game = new SmallGame();
  const board = new Board();
  await board.load(game.snapshot());
  const events: Commit[] = [];
  const damaged = new Set<number>();
  const memory = readingRows(openMemoryStore(), (row, kind) =>
    kind === 'ranking' && damaged.has(Number(row.key)) ? { ...row, document: 'spoilt' } : row,
  );
  const store = instead(memory, {
    async events({ after = REV_ZERO, limit, order }: EventQuery) {
      const rows = events.filter(({ rev }) => rev > after);
      return (order === 'newest-first' ? rows.toReversed() : rows).slice(0, limit);
    },
  });
  const log = createLog('silent');
  const past = new Past({ store, log });
  const now = () => game.now;
  const history = () => new NationHistory({ store, past, board, now });
  const seasons = new Seasons({ store, board, past, now, log });
  const lease = { isHeld: () => true };
  const write = () => writeRecord({ store, board, past, seasons, lease, now, limits: LIMITS });
  /** As if nobody had written it for long. */
  const catchUp = async () => {
    for (let commits = 0; commits <= events.length; commits += LIMITS.commits) await write();
  };
  for (let n = 0; events.length < MANY; n += 1) {
    if (n % 100 === 0) game.now += HOUR_MS;
    const player = 1 + (n % 20);
    const event = game.playOn(board, n < 20 ? choose(player, 'italy') : stake(player, 10));
    if (event) events.push(event);
    // [SEA1] Beside them, the end of a week.
    if (n === 0) events.push(game.endWeek(board, weekAt(game.now) - 1));
    if (isRecorded && n % 100 === 50) await write();
    if (n > 2 * MANY) break;
  }
  return { game, board, events, damaged, store, past, history, write, catchUp };
}

describe('the past of a long game', () => {
  let long: Awaited<ReturnType<typeof longGame>>;
  beforeAll(async () => {
    long = await longGame(true);
  });

  test('is known hour by hour once it is recorded, also all at once', async () => {
    const late = await longGame();
    expect(await late.history().of('24h')).toEqual({ why: 'not-recorded' });
    await late.catchUp();
    const { past, history, game, board, write, events } = long;
    await write();
    expect(await history().of('7d')).toEqual(await late.history().of('7d'));
    const then = await past.rankingAt(game.now);
    expect(then).toMatchObject({ count: board.count });
    const all = await history().of('7d');
    if ('why' in all) throw new Error(all.why);
    const known = all.series.italy.filter((total) => total !== null);
    expect(known.length).toBeGreaterThan(20);
    expect(known.at(-1)).toBe(board.nation('italy').gdp);
    expect(known.toSorted((a, b) => a - b)).toEqual(known);
    expect(all.begunAt).toBe(new Date(events[0]?.at ?? 0).toISOString());
  });

  test('a step that has just ended is read again: a commit may still come that is dated in it', async () => {
    const { history, game, board, events, catchUp } = await longGame();
    await catchUp();
    const totals = history();
    const lastEnded = async () => {
      const all = await totals.of('7d');
      return 'series' in all ? all.series.italy.at(-2) : null;
    };
    const late = game.playOn(board, stake(1, 10));
    game.now += HOUR_MS - (game.now % HOUR_MS);
    expect(await lastEnded()).toBe(board.nation('italy').gdp - 1);
    if (late) events.push(late);
    game.now += 2000;
    expect(await lastEnded()).toBe(board.nation('italy').gdp);
  });

  test('is settled once the record has a commit after it, and so is a page', async () => {
    const { past, events } = long;
    const [middle, last] = [events[MANY / 2]?.at ?? 0, events.at(-1)?.at ?? 0];
    const then = async (at: number) => {
      const found = await past.rankingAt(at);
      if ('why' in found) throw new Error(found.why);
      const page = async (to: number, limit: number) =>
        past.page({ ...found, rankingAt: null }, to, limit);
      return { found, page };
    };
    const early = await then(middle);
    expect(early.found.isSettled).toBe(true);
    expect((await early.page(middle + HOUR_MS, 500)).isSettled).toBe(true);
    expect((await early.page(last, 5)).isSettled).toBe(true);
    // More commits may follow at that moment.
    expect((await early.page(last, 2 * MANY)).isSettled).toBe(false);
    const late = await then(last);
    expect(late.found.isSettled).toBe(false);
    expect((await late.page(last, 500)).isSettled).toBe(false);
    // A page that lacks the ranking that its place names may get it later.
    const place = { at: early.found.at, rev: early.found.rev, rankingAt: 1 };
    expect((await past.page(place, middle + HOUR_MS, 500)).isSettled).toBe(false);
  });

  test('is read from the ranking before a damaged one, and from the events without any', async () => {
    const { past, store, damaged, events } = long;
    const rankings = await readPast(store, { kind: 'ranking', limit: 100, order: 'oldest-first' });
    expect(rankings.length).toBeGreaterThan(3);
    const last = rankings.at(-1);
    const moment = Math.max(last?.at ?? 0, events.at(-1)?.at ?? 0);
    const { parts: _parts, ...whole } = { parts: 0, ...(await past.rankingAt(moment)) };
    expect(whole).toHaveProperty('rows');
    damaged.add(last?.at ?? 0);
    expect(await past.rankingAt(moment)).toMatchObject(whole);
    for (const { at } of rankings) damaged.add(at);
    expect(await past.rankingAt(moment)).toMatchObject(whole);
    damaged.clear();
  });
});

test('a game begins with its first player, though rules changed before, by a clock that is ahead', async () => {
  const store = openMemoryStore();
  const board = new Board();
  const log = createLog('silent');
  const past = new Past({ store, log });
  let now = NOW;
  const seasons = new Seasons({ store, board, past, now: () => now, log });
  const lease = { isHeld: () => true };
  const write = async () => {
    await board.load(await store.loadPlayers());
    await writeRecord({ store, board, past, seasons, lease, now: () => now, limits: LIMITS });
  };
  await changeRules(store, 1, { lockMs: HOUR_MS });
  await write();
  await store.commit(joining(walletOf(1), 'usa', NOW - 1000), 0, null);
  await write();
  const history = new NationHistory({ store, past, board, now: () => now });
  now = NOW + 5 * 60_000;
  const all = await history.of('10m');
  if ('why' in all) throw new Error(all.why);
  expect(all.begunAt).toBe(new Date(NOW - 1000).toISOString());
  expect(all.series.usa.slice(0, 5)).toEqual(Array(5).fill(null));
  expect(all.series.usa.at(-1)).toBe(25_000);
});

test('[LB1] a ranking of then has more rows than the record keeps, from each player’s own events', async () => {
  const game = new RowGame();
  const store = instead(openMemoryStore(), { events: game.events });
  const past = new Past({ store, log: createLog('silent') });
  const board = new Board();
  await board.load(game.snapshot());
  const PLAYERS = 1300;
  const play = (players: number, gdpOf: (player: number) => number) => {
    for (let player = 1; player <= players; player += 1) {
      const fields = { gdp: gdpOf(player), gdpSince: game.now, gdpOrder: game.history.length };
      board.apply(game.commit({ player, fields, resource: {}, gift: null, isKnown: true }));
    }
  };
  play(PLAYERS, (player) => 1000 + ((player * 7) % 900));
  const expected = board.slice(10_000, 0);
  const moment = game.now - 1;
  game.now += 1000;
  // Then everybody moves, and some join.
  play(PLAYERS + 50, (player) => 3000 + ((player * 11) % 900));
  const then = await past.rankingAt(moment);
  if ('why' in then) throw new Error(then.why);
  expect(then).toMatchObject({ count: PLAYERS, rows: { length: 1000 } });
  const shown = (rows: readonly BoardRow[]) => rows.map(({ wallet, gdp }) => ({ wallet, gdp }));
  const { rows, reads } = await past.rowsOf(then, 10_000, board);
  expect(shown(rows)).toEqual(shown(expected));
  expect(reads).toBe(350);
  // Nobody is looked up in vain, or among too many.
  const tooMany = { count: 20_001, slice: () => [] };
  expect((await past.rowsOf(then, 1000, board)).reads).toBe(0);
  expect(await past.rowsOf(then, 10_000, tooMany)).toEqual({ rows: then.rows, reads: 0 });
});
