import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { address, type Address } from '../../common/values/address.ts';
import { byNation } from '../../common/values/nations.ts';
import { REV_ZERO } from '../../common/values/ids.ts';
import { weekBegins } from '../../common/values/week.ts';
import { Board } from '../leaderboard/board.ts';
import { choose, SmallGame } from '../leaderboard/testing/fixtures.ts';
import { presidentsNow, WeekList, type Racer } from '../leaderboard/week-list.ts';
import {
  closedWeekOf,
  closedWeekRows,
  packPlaces,
  partOf,
  placeIn,
  placesOf,
} from './closed-week.ts';

const WEEK = 2966;
const UP_TO = { rev: REV_ZERO, number: 7 };

function anyAddress(n: number) {
  return address(`0x${createHash('sha1').update(String(n)).digest('hex')}`);
}

/** Best first. */
function racersOf(count: number): Racer[] {
  return Array.from({ length: count }, (_, n) => ({
    wallet: anyAddress(n),
    nationId: 'italy',
    base: 18_000,
    // The highest GDP that there can be [GDP1], and so the highest score.
    gdp: 1_000_000_000_000 - n,
    gdpOrder: n,
  }));
}

test('[SEA3] of 10,000 ranked players each place is found again, in 16 bytes each', async () => {
  const racers = racersOf(10_000);
  const parts = await packPlaces(racers);
  expect(parts).toHaveLength(4);
  expect(parts.reduce((sum, { length }) => sum + length, 0)).toBe(16 * 10_000);
  // Spread evenly, so that none grows much beyond what a document can hold.
  expect(Math.min(...parts.map(({ length }) => length))).toBeGreaterThan(16 * 2000);
  const placeOf = (wallet: Address) => {
    const part = parts[partOf(wallet, parts.length)];
    return part && placeIn(part, wallet);
  };
  expect(racers.map(({ wallet }) => placeOf(wallet))).toEqual(
    racers.map(({ gdp }, n) => ({ rank: n + 1, gained: gdp })),
  );
  const others = Array.from({ length: 100 }, (_, n) => anyAddress(10_000 + n));
  expect(others.map(placeOf)).toEqual(others.map(() => null));
});

test('[SEA1] a closed week is a summary, its first entries and a row for each part, each at a moment of its own', async () => {
  const racers = racersOf(4097);
  const week = {
    week: WEEK,
    players: racers.length,
    gained: byNation(() => 4),
    best: [],
    presidents: [],
    entries: [],
    list: new WeekList(racers),
  };
  const rows = await closedWeekRows(week, UP_TO);
  const at = weekBegins(WEEK);
  expect(rows.map(({ kind, at: moment, upTo }) => [kind, moment, upTo])).toEqual([
    ['season', at, UP_TO],
    ['season-entries', at, UP_TO],
    ['season-places', at, null],
    ['season-places', at + 1, null],
  ]);
  const [summary, , ...places] = rows;
  if (!summary) throw new Error('the first row is the summary');
  expect(closedWeekOf(summary)).toMatchObject({ week: WEEK, players: 4097, parts: 2, upTo: UP_TO });
  expect(() => closedWeekOf({ ...summary, upTo: null })).toThrow('names its last commit');
  const parts = places.map((row) => placesOf(row));
  const ranks = racers.map(({ wallet }) => {
    const part = parts[partOf(wallet, 2)];
    return part && placeIn(part, wallet)?.rank;
  });
  expect(ranks).toEqual(racers.map((_, n) => n + 1));
  // Byte for byte the same again, in whatever case an address is written.
  expect(await closedWeekRows(week, UP_TO)).toEqual(rows);
});

test('[PRE1] its Presidents are the first candidates of each nation', async () => {
  const game = new SmallGame();
  const board = new Board();
  await board.load(game.snapshot());
  for (const player of [1, 2]) {
    game.playOn(board, choose(player, 'italy'));
    game.playOn(board, { do: 'stake-cultural', player, quantity: player });
  }
  game.playOn(board, choose(3, 'usa'));
  expect(presidentsNow(board)).toEqual([
    { nationId: 'italy', walletAddress: walletOf(2), name: null, staked: 2 },
  ]);
});
