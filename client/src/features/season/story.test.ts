import { expect, test } from 'vitest';
import { ALICE, BOB } from '../../../../common/testing/fixtures.ts';
import type { Highlight, SeasonDetail, SeasonEntry } from '../../../../common/protocol/seasons.ts';
import { walletOf } from '../../../../common/testing/fixtures.ts';
import { NATION_IDS } from '../../../../common/values/nations.ts';
import { gapText, racerIn, SPAN, spanOf, standText } from './own-race.ts';
import { highlightText, storyOf } from './story.ts';

const anna = { walletAddress: ALICE, name: 'anna.eth' };
const ben = { walletAddress: BOB, name: 'ben.eth' };

test('[SCR78] each kind of highlight is a sentence; one that the page does not know, or cannot say, is none', () => {
  const told = (kind: string, figures: Record<string, number>, wallets = [anna, ben]) =>
    highlightText({ kind, wallets, nationId: 'italy', figures });
  expect(told('climb', { from: 1040, to: 9 }, [anna])).toBe(
    'anna.eth climbed from #1,040 to #9 overall',
  );
  expect(told('lead', { ms: 90 * 3_600_000 })).toBe(
    'anna.eth was first overall for 3d 18h, longer than anyone else',
  );
  expect(told('lead', { ms: 7 * 24 * 3_600_000 })).toBe('anna.eth was first overall all week');
  expect(told('finish', { gained: 4000, gap: 300 })).toBe(
    'anna.eth won the week by $300, ahead of ben.eth',
  );
  expect(told('finish', { gained: 4000, gap: 0 })).toBe(
    'anna.eth won the week level with ben.eth, who got there later',
  );
  expect(told('lead-change', { gdp: 20_000, gdpBefore: 19_000 })).toBe(
    'anna.eth took first place overall from ben.eth with a GDP of $20,000',
  );
  expect(told('presidency', { staked: 3, stakedBefore: 2 })).toBe(
    'anna.eth became President of Italy with 3 cultural NFTs, in place of ben.eth',
  );
  expect(told('presidency', { staked: 0, stakedBefore: 1 }, [ben])).toBe(
    'ben.eth lost the presidency of Italy',
  );
  expect(told('work', { stage: 2 }, [anna])).toBe(
    'anna.eth finished the second storey of the Colosseum',
  );
  expect(told('upset', { gdp: 1 })).toBeNull();
  expect(told('finish', { gap: 1 }, [anna])).toBeNull();
  expect(told('lead', { ms: 1 }, [])).toBeNull();
});

test('[SCR78] a week is told in the order of time, and one move of a player once', () => {
  const at = (second: number) => `2026-11-29T12:00:0${second}.000Z`;
  const one = (kind: Highlight['kind'], second: number, wallets = [anna, ben]): Highlight => ({
    kind,
    at: at(second),
    wallets,
    nationId: 'italy',
    figures: { from: 9, to: 2, ms: 1, gdp: 1, staked: 1 },
  });
  const story = storyOf([
    one('climb', 3, [ben]),
    one('lead', 2),
    one('finish', 9),
    one('lead-change', 2),
    one('lead-change', 1, [ben, anna]),
    one('presidency', 3, [anna]),
  ]);
  expect(story.map(({ kind, at: when }) => [kind, when])).toEqual([
    ['lead-change', at(1)],
    ['lead', at(2)],
    ['climb', at(3)],
    ['presidency', at(3)],
    ['finish', at(9)],
  ]);
});

const PLAYERS = 60;
/** The nth of a week in which each gained 100 dollars less than the one before. */
const entry = (rank: number): SeasonEntry => ({
  rank,
  walletAddress: walletOf(rank),
  name: null,
  nationId: 'italy',
  gained: 10_000 - 100 * rank,
  gdp: 20_000,
});
const entries = Array.from({ length: PLAYERS }, (_, i) => entry(i + 1));
const week = (over: Partial<SeasonDetail> = {}): SeasonDetail => ({
  season: {
    id: '2026-W48',
    from: '2026-11-23T00:00:00.000Z',
    to: '2026-11-30T00:00:00.000Z',
    state: 'running',
    players: PLAYERS,
    nations: NATION_IDS.map((nationId) => ({ nationId, gained: 0 })),
    champion: entry(1),
  },
  entries,
  own: null,
  chase: null,
  best: [],
  presidents: [],
  ...over,
});
/** Those near, as the page lists them. */
function listed(own: SeasonEntry) {
  const { first, end } = spanOf(own, week().season);
  return entries.slice(first, end).map((one) => [one.rank, gapText(own, one)] as const);
}

test('[SCR76] a player’s race is the 25 above, each with what passes them, and the 25 below; fewer at the ends', () => {
  const rows = listed(entry(30));
  expect(rows).toHaveLength(2 * SPAN + 1);
  expect([rows[0], rows[24], rows[25], rows[26], rows.at(-1)]).toEqual([
    [5, '$2,501 to pass'],
    [29, '$101 to pass'],
    [30, ''],
    [31, '$100 behind'],
    [55, '$2,500 behind'],
  ]);
  expect(listed(entry(2)).map(([rank]) => rank)).toEqual(
    entries.slice(0, 27).map(({ rank }) => rank),
  );
  expect(listed(entry(60))).toHaveLength(SPAN + 1);
  const tied = { ...entry(30), gained: entry(29).gained };
  expect(listed(tied)[24]).toEqual([29, '$1 to pass']);
  expect(gapText(entry(29), { ...entry(30), gained: entry(29).gained })).toBe('tied');
  expect(standText(entry(30), week().season)).toBe(
    'If the week ended now, you would be #30 of 60 with +$7,000.',
  );
});

test('[SCR76] who has no place yet, and a week that is over, has no race', () => {
  const data = week({ own: entry(30) });
  expect(racerIn(data)).toBe(data.own);
  expect(racerIn(week())).toBeNull();
  expect(racerIn({ ...data, season: { ...data.season, state: 'final' } })).toBeNull();
});
