import { expect, test } from 'vitest';
import type { SeasonDetail, SeasonEntry } from '../../../../common/protocol/seasons.ts';
import { walletOf } from '../../../../common/testing/fixtures.ts';
import { wantedRows } from './week-rows.ts';

const entry = (
  rank: number,
  n: number,
  nationId: SeasonEntry['nationId'],
  name: string | null = null,
): SeasonEntry => ({
  rank,
  walletAddress: walletOf(n),
  name,
  nationId,
  gained: 1000 - rank,
  gdp: 20_000,
});
const week = (entries: SeasonEntry[], own: SeasonEntry | null = null): SeasonDetail => ({
  season: {
    id: '2026-W48',
    from: '2026-11-23T00:00:00.000Z',
    to: '2026-11-30T00:00:00.000Z',
    state: 'running',
    players: 400,
    nations: [],
    champion: null,
  },
  entries,
  own,
  chase: null,
  best: [],
  presidents: [],
});
const live = week(
  [entry(1, 1, 'italy', 'anna.eth'), entry(2, 2, 'usa'), entry(3, 3, 'italy')],
  entry(250, 4, 'italy'),
);

test('[SCR55] a week lists what is live of a nation or a search, and behind it what was found in the rest', () => {
  const listed = (q: string, nationId: SeasonEntry['nationId'] | null, found?: SeasonDetail) =>
    wantedRows(live, found ?? null, { q, nationId }).map(({ rank }) => rank);
  expect(listed('', null)).toEqual([1, 2, 3, 250]);
  expect(listed('', 'italy')).toEqual([1, 3, 250]);
  // Older than the ticks: of the first entries these are newer, and one’s own is there once.
  const ofItaly = week([
    entry(1, 3, 'italy'),
    entry(2, 1, 'italy'),
    entry(90, 5, 'italy'),
    entry(250, 4, 'italy'),
  ]);
  expect(listed('', 'italy', ofItaly)).toEqual([1, 3, 90, 250]);
  expect(listed('AN', null, week([entry(300, 6, 'usa', 'andrea.eth')]))).toEqual([1, 300]);
  // As the server searches.
  expect(listed('AN\u{fe0f}', null)).toEqual([1]);
  expect(listed('nna', null)).toEqual([]);
  expect(listed(walletOf(2).slice(0, 40), 'usa')).toEqual([2]);
});
