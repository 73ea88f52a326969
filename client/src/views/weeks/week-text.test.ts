import { describe, expect, test } from 'vitest';
import type { Season, SeasonDetail, SeasonEntry } from '../../../../common/protocol/seasons.ts';
import { ALICE, BOB } from '../../../../common/testing/fixtures.ts';
import { weekOf, weekTitle } from '../../../../common/values/week.ts';
import { chaseText, closestFinish, weekDays, withOwn } from './week-text.ts';
import { titlesOf } from './Champions.tsx';

const entry = (rank: number, gained: number, over: Partial<SeasonEntry> = {}): SeasonEntry => ({
  rank,
  walletAddress: ALICE,
  name: null,
  nationId: 'italy',
  gained,
  gdp: 18_000 + gained,
  ...over,
});
const anna = entry(1, 5000, { name: 'anna.eth' });
const ben = entry(2, 3000, { walletAddress: BOB, name: 'ben.eth', nationId: 'usa' });

const season: Season = {
  id: '2026-W48',
  from: '2026-11-23T00:00:00.000Z',
  to: '2026-11-30T00:00:00.000Z',
  state: 'running',
  players: 2,
  nations: [],
  champion: anna,
};
const week = (over: Partial<SeasonDetail> = {}): SeasonDetail => ({
  season,
  entries: [anna, ben],
  own: null,
  chase: null,
  best: [],
  presidents: [],
  ...over,
});

test('a week is named by its number and its days', () => {
  const number = weekOf('2026-W53') ?? 0;
  expect(weekTitle(number)).toBe('Week 53 of 2026');
  expect(weekDays(number)).toMatch(/^28 Dec 2026\s*–\s*3 Jan 2027$/);
  expect(weekDays(number - 1)).toMatch(/^21\s*–\s*27 Dec 2026$/);
});

describe('[SEA3] one’s place of the week', () => {
  test('says what passes the next one, from the entries as they are', () => {
    const stale = { ahead: null, needed: 9999 };
    const own = withOwn(week({ own: ben, chase: stale }), BOB);
    expect(chaseText(own)).toEqual(['Week #2 · $2,000 behind', 'anna.eth']);
    expect(chaseText(withOwn(week(), ALICE))).toEqual(['Week #1 · $2,000 ahead', 'of ben.eth']);
  });

  test('of who gained as much as the one before says so', () => {
    const level = week({ own: ben, chase: { ahead: anna, needed: 1 } });
    expect(chaseText(level)).toEqual(['Week #2 · level', 'with anna.eth']);
  });

  test('of who is not ranked says what makes them so', () => {
    const last = week({ chase: { ahead: ben, needed: 3001 } });
    expect(chaseText(last)).toEqual(['No place this week', '· $3,001 to ben.eth']);
    const none = week({ entries: [], chase: { ahead: null, needed: 1 } });
    expect(chaseText(none)).toEqual(['No place this week', '· $1 to the lead']);
  });

  test('of another wallet is not shown', () => {
    const other = week({ entries: [anna], own: ben, chase: { ahead: anna, needed: 2001 } });
    expect(withOwn(other, null)).toMatchObject({ own: null, chase: null });
  });
});

test('the closest finish is the smallest gap between neighbours of the first ten', () => {
  const gains = [100, 90, 89, 80, 70, 60, 50, 40, 30, 20, 20];
  const entries = gains.map((gained, i) => entry(i + 1, gained));
  const closest = closestFinish(entries);
  expect([closest?.ahead.rank, closest?.behind.rank, closest?.gap]).toEqual([2, 3, 1]);
  expect(closestFinish(entries.slice(0, 1))).toBeNull();
});

test('only the first of a final week is a champion', () => {
  const final: Season = { ...season, state: 'final' };
  const open: Season = { ...season, state: 'closing', champion: ben };
  const seasons = [season, open, final, final, { ...final, champion: null }];
  expect([...titlesOf(seasons)]).toEqual([[ALICE, 2]]);
});
