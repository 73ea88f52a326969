import { expect, test } from 'vitest';
import type { Season, SeasonDetail, SeasonEntry } from '../../../../common/protocol/seasons.ts';
import { ALICE, BOB } from '../../../../common/testing/fixtures.ts';
import { withOwn } from './week-text.ts';

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

test('[SEA3] one’s place of the week is by the entries as they are, and never another wallet’s', () => {
  const stale = { ahead: null, needed: 9999 };
  expect(withOwn(week({ own: ben, chase: stale }), BOB)).toMatchObject({
    own: { rank: 2 },
    chase: { ahead: anna, needed: 2001 },
  });
  expect(withOwn(week(), ALICE).chase).toEqual({ ahead: null, needed: null });
  const other = week({ entries: [anna], own: ben, chase: { ahead: anna, needed: 2001 } });
  expect(withOwn(other, null)).toMatchObject({ own: null, chase: null });
});
