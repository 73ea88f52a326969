import { describe, expect, it } from 'vitest';
import type { SeasonDetail, SeasonEntry } from '../../../../common/protocol/seasons.ts';
import { address } from '../../../../common/values/address.ts';
import { shortAddress } from '../../../../common/values/short-address.ts';
import { ANNA, BEN } from '../../testing/event.ts';
import { passText, raceText, weekRace, worldRace } from './races.ts';

const YOU = address(`0x${'f'.repeat(40)}`);
const LONG = `${'x'.repeat(76)}.eth`;

const entry = (rank: number, gained: number, over: Partial<SeasonEntry> = {}): SeasonEntry => ({
  rank,
  walletAddress: ANNA,
  name: 'anna.eth',
  nationId: 'italy',
  gained,
  gdp: 18_000 + gained,
  ...over,
});
const anna = entry(1, 5000);
const you = entry(2, 3000, { walletAddress: YOU, name: null });

const week = (over: Partial<SeasonDetail> = {}): SeasonDetail => ({
  season: {
    id: '2026-W48',
    from: '2026-11-23T00:00:00.000Z',
    to: '2026-11-30T00:00:00.000Z',
    state: 'running',
    players: 2,
    nations: [],
    champion: anna,
  },
  entries: [anna, you],
  own: you,
  chase: { ahead: anna, needed: 2001 },
  best: [],
  presidents: [],
  ...over,
});

/** What is said of it, and what the button says. */
const said = (race: ReturnType<typeof weekRace>) => [raceText(race), passText(race)];

describe('[SCR58] the world’s race', () => {
  const rows = [
    { rank: 1, walletAddress: ANNA, name: 'anna.eth', gdp: 21_200 },
    { rank: 2, walletAddress: YOU, gdp: 18_000 },
    { rank: 3, walletAddress: BEN, name: LONG, gdp: 18_000 },
  ];

  it('is who is ahead, or, of who leads, who is behind; a name of 80 characters is cut', () => {
    const second = worldRace({ rank: 2, gdp: 18_000 }, rows);
    expect(second.needed).toBe(3201);
    expect(said(second)).toEqual(['$3,200 behind anna.eth', 'Pass anna.eth']);
    expect(
      raceText(
        worldRace(
          { rank: 1, gdp: 21_200 },
          rows.filter(({ rank }) => rank !== 2),
        ),
      ),
    ).toBe(`$3,200 ahead of ${'x'.repeat(13)}…xxx.eth`);
  });

  it('[LB1] on a tie is said to be level, and takes a dollar', () => {
    const tied = worldRace({ rank: 2, gdp: 21_200 }, rows);
    expect(tied.needed).toBe(1);
    expect(raceText(tied)).toBe('Tied with anna.eth, who got there first');
  });

  it('is nothing beyond the rows that are known, and for who plays alone', () => {
    expect(raceText(worldRace({ rank: 2000, gdp: 5 }, rows))).toBeNull();
    expect(raceText(worldRace({ rank: 1, gdp: 5 }, rows.slice(0, 1)))).toBeNull();
  });
});

describe('[SCR58, SEA3] the week’s race', () => {
  it('has one’s place, what was gained, and whom to pass', () => {
    const race = weekRace(week(), 21_000);
    expect(race).toMatchObject({ rank: 2, figure: 3000, needed: 2001 });
    expect(said(race)).toEqual(['$2,000 behind anna.eth', 'Lead the week']);
  });

  it('counts at once what was staked since, and offers no place that is taken already', () => {
    expect(weekRace(week(), 22_000)).toMatchObject({ figure: 4000, needed: 1001 });
    expect(weekRace(week(), 23_001)).toMatchObject({ figure: 5001, needed: null });
    expect(weekRace(week(), 17_000)).toMatchObject({ rank: null, figure: 0, needed: 6001 });
  });

  it('of who leads says by how much', () => {
    const first = weekRace(week({ own: anna, chase: null }), anna.gdp);
    expect(first.needed).toBeNull();
    expect(raceText(first)).toBe(`$2,000 ahead of ${shortAddress(YOU)}`);
  });

  it('of who has no place says what makes one', () => {
    const last = weekRace(
      week({ entries: [anna], own: null, chase: { ahead: anna, needed: 5001 } }),
      18_000,
    );
    expect(said(last)).toEqual(['$5,001 more would pass anna.eth', 'Lead the week']);
    const alone = week({ entries: [], own: null, chase: { ahead: null, needed: 1 } });
    expect(said(weekRace(alone, 18_000))).toEqual(['$1 more leads the week', 'Lead the week']);
  });

  it('behind another than the first names them', () => {
    const ben = entry(2, 4000, { walletAddress: BEN, name: 'ben.eth' });
    const third = { ...you, rank: 3 };
    const chase = { ahead: ben, needed: 1001 };
    const race = weekRace(week({ entries: [anna, ben, third], own: third, chase }), third.gdp);
    expect(said(race)).toEqual(['$1,000 behind ben.eth', 'Pass ben.eth']);
  });
});
