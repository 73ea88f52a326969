import { describe, expect, it } from 'vitest';
import { standingViewSchema, type NationStanding } from '../../../common/protocol/nations.ts';
import { address } from '../../../common/values/address.ts';
import { epochSchema, revSchema } from '../../../common/values/ids.ts';
import { NATIONS, type NationId } from '../../../common/values/nations.ts';
import { SPECIFIED_RULES } from '../../../common/rules/specified.ts';
import { liveStandings } from './standings.ts';

const standingsNow = (
  polledRows: Parameters<typeof liveStandings>[0],
  polledAt: Parameters<typeof liveStandings>[1],
  totals: Parameters<typeof liveStandings>[2],
  startingGdp = SPECIFIED_RULES.startingGdp,
) => liveStandings(polledRows, polledAt, totals, startingGdp);

const WALLET = address(`0x${'a'.repeat(40)}`);
const OTHER = address(`0x${'b'.repeat(40)}`);
const epoch = epochSchema.parse('epoch');
const rev = (n: number) => revSchema.parse(String(n).padStart(16, '0'));

const polled = (nationId: NationId, gdp: number, rank: number): NationStanding =>
  standingViewSchema.parse({
    rank,
    nationId,
    name: NATIONS[nationId].name,
    flag: NATIONS[nationId].flag,
    gdp,
    players: 2,
    presidentWallet: WALLET,
    presidentName: 'marco.eth',
    presidentStakedCount: 3,
    gapToNext: null,
    change: { m10: 100, h1: null, h24: 2000 },
    growth: { m10: 100, h1: null, h24: 200 },
  });
const POLLED = [
  polled('usa', 9000, 1),
  polled('italy', 8000, 2),
  polled('china', 5000, 3),
  polled('argentina', 5000, 4),
];
const total = (gdp: number, at: number, presidentWallet = WALLET) => ({
  gdp,
  players: 3,
  presidentWallet,
  presidentStakedCount: 4,
  epoch,
  rev: rev(at),
});
const summary = (standings: ReturnType<typeof liveStandings>) =>
  standings?.map(({ rank, nationId, gdp, gapToNext }) => [rank, nationId, gdp, gapToNext]);

describe('the standings', () => {
  it('are ordered best first, ties by id, each with its gap to the next', () => {
    expect(summary(standingsNow(POLLED, { epoch, rev: rev(5) }, {}))).toEqual([
      [1, 'usa', 9000, null],
      [2, 'italy', 8000, 1000],
      [3, 'argentina', 5000, 3000],
      [4, 'china', 5000, 0],
    ]);
  });

  it('update with a total that was pushed after the poll, and their growth by what no newcomer brought', () => {
    const standings = standingsNow(POLLED, { epoch, rev: rev(5) }, { italy: total(26_500, 6) });
    expect(standings?.[0]).toMatchObject({
      nationId: 'italy',
      players: 3,
      presidentName: 'marco.eth',
      presidentStakedCount: 4,
      growth: { m10: 600, h1: null, h24: 700 },
    });
    expect(standings?.[1]).toMatchObject({ nationId: 'usa', rank: 2, gapToNext: 17_500 });
    const starting = { ...SPECIFIED_RULES.startingGdp, italy: 18_400 };
    const changed = standingsNow(
      POLLED,
      { epoch, rev: rev(5) },
      { italy: total(26_500, 6) },
      starting,
    );
    expect(changed?.[0]?.growth).toEqual({ m10: 200, h1: null, h24: 300 });
    const old = standingsNow(POLLED, { epoch, rev: rev(5) }, { italy: total(9500, 5) });
    expect(old?.[1]).toMatchObject({ nationId: 'italy', gdp: 8000 });
  });

  it('keep no name of the old president when a new one takes over', () => {
    const standings = standingsNow(POLLED, undefined, { usa: total(9000, 6, OTHER) });
    expect(standings?.[0]).toMatchObject({ presidentWallet: OTHER, presidentName: null });
  });

  it('have no growth where an older server sends none', () => {
    const older = POLLED.map(({ growth: _growth, ...standing }) => standing);
    const standings = standingsNow(older, { epoch, rev: rev(5) }, { italy: total(9500, 6) });
    const unknown = { m10: null, h1: null, h24: null };
    expect(standings?.map(({ growth }) => growth)).toEqual([unknown, unknown, unknown, unknown]);
  });

  it('have no growth if only pushes have arrived, and are null while a nation is missing', () => {
    const pushes = {
      usa: total(1, 1),
      italy: total(2, 1),
      argentina: total(3, 1),
      china: total(4, 1),
    };
    expect(standingsNow(null, undefined, pushes)?.[0]).toMatchObject({
      nationId: 'china',
      rank: 1,
      growth: { m10: null, h1: null, h24: null },
    });
    expect(standingsNow(null, undefined, { usa: total(1, 1) })).toBeNull();
  });
});
