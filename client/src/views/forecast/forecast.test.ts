import { describe, expect, test } from 'vitest';
import { SPECIFIED_RULES } from '../../../../common/rules/specified.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import type { Move } from '../../../../common/rules/what-if.ts';
import { ALICE, BOB, dena, walletOf } from '../../../../common/testing/fixtures.ts';
import { testPlayer } from '../../testing/player.ts';
import { testRow } from '../../../../common/testing/row.ts';
import { passedText } from './forecast-text.ts';
import { type Forecast, forecastOf, foresee, movedNft, newDena } from './forecast.ts';

type Totals = PlayerNationView['playerNation']['totals'];

/** A player of Italy, ranked 19th, with only the named totals staked. */
function player(gdp = 18_000, totals: Partial<Totals> = {}): PlayerNationView {
  const { playerNation, ...rest } = testPlayer(ALICE, 0);
  return {
    ...rest,
    playerNation: {
      ...playerNation,
      gdp,
      rank: 19,
      totals: { ...playerNation.totals, ...totals },
    },
  };
}

/** Another player's row, by rank. */
function row(rank: number, name: string | null = null) {
  return testRow({ rank, nationId: 'usa', walletAddress: walletOf(rank), name, gdp: 25_000 });
}

/** The player's row at the time of the preview request. */
const ROW = { gdp: 18_000, rank: 19 };
type Answers = Parameters<typeof forecastOf>[2];
const UNASKED: Answers = { preview: undefined, candidates: undefined };

function candidate(walletAddress: typeof ALICE, stakedCount: number) {
  return { walletAddress, name: null, rank: 1, stakedCount, since: '2026-01-01T00:00:00.000Z' };
}

function forecast(of: PlayerNationView, move: Move, answers: Partial<Answers> = {}): Forecast {
  const totals = foresee(of, move);
  if (!totals) throw new Error('this move can be foreseen');
  return forecastOf(of, totals, { ...UNASKED, ...answers });
}

const LAND: Move = {
  does: 'stake',
  stake: movedNft(
    'national',
    { territoryValue: 300, productionBonus: 0.45, culturalGdpBonus: 0 },
    1,
  ),
};
const ART: Move = {
  does: 'stake',
  stake: movedNft('cultural', { territoryValue: 0, productionBonus: 0, culturalGdpBonus: 1200 }, 2),
};

describe('a forecast', () => {
  test('has the GDP and the land immediately, and the rank once the server has answered', () => {
    const first = forecast(player(), LAND);
    expect(first.gdp).toEqual({ before: 18_000, after: 26_100 });
    expect([first.rank.before, first.rank.after]).toEqual([19, null]);

    const preview = {
      rank: 8,
      passes: [row(8, 'anna.eth'), row(9), row(10)],
      passedBy: [],
      row: ROW,
    };
    const shown = forecast(player(), LAND, { preview });
    expect(passedText(shown)).toBe(
      'Passes anna.eth, 0x0000…0009, 0x0000…000A and\u00A08\u00A0more',
    );
    const long = row(18, `${'a'.repeat(76)}.eth`);
    expect(passedText({ ...shown, rank: { ...shown.rank, before: 9, passes: [long] } })).toBe(
      'Passes aaaaaaaaaaaaa…aaa.eth',
    );
    expect(passedText({ rank: { ...shown.rank, after: 19 } })).toBe('');
  });

  test('[GDP1] multiplies what joining gave, whatever others join with by now', () => {
    const { playerNation, ...rest } = player();
    const early = { ...rest, playerNation: { ...playerNation, startingGdp: 10_000 } };
    const gain = (of: PlayerNationView) => {
      const { gdp } = forecast(of, LAND);
      return gdp.after - gdp.before;
    };
    expect(gain(early) / gain(player())).toBe(10 / 18);
  });

  test('with an unchanged GDP keeps the rank', () => {
    const { rank, gdp } = forecast(player(), {
      does: 'stake',
      stake: newDena(dena(5), SPECIFIED_RULES),
    });
    expect(gdp).toEqual({ before: 18_000, after: 18_000 });
    expect(rank.after).toBe(19);
  });

  test('[SEA3] has the place of the week before and after', () => {
    const preview = { rank: 8, passes: [], passedBy: [], row: ROW };
    const weekOf = (week: Answers['week'], of: Answers['preview'] = preview) =>
      forecast(player(), LAND, { preview: of, week }).week;
    const entry = { ...row(5), rank: 5, gained: 700 };
    const after = { ...preview, week: { rank: 2, gained: 8800 } };
    expect(weekOf({ own: entry }, after)).toEqual({ before: 5, after: 2 });
    expect(weekOf({ own: null }, { ...preview, week: null })).toEqual({
      before: null,
      after: null,
    });
    expect(weekOf(undefined)).toEqual({ before: undefined, after: undefined });
    const kept = forecast(
      player(),
      { does: 'stake', stake: newDena(dena(5), SPECIFIED_RULES) },
      { week: { own: entry } },
    );
    expect(kept.week).toEqual({ before: 5, after: 5 });
  });

  test('[PRE1] shows a presidency won or lost against the other candidates', () => {
    const presidencyOf = (of: PlayerNationView, move: Move, counts: [typeof ALICE, number][]) =>
      forecast(of, move, { candidates: counts.map((each) => candidate(...each)) }).presidency;
    expect(forecast(player(), ART).presidency).toBeNull();
    expect(presidencyOf(player(), ART, [[BOB, 1]])).toBe('won');
    // A tie goes to the player who was there first.
    expect(presidencyOf(player(), ART, [[BOB, 2]])).toBe('none');
    const president = player(21_600, { culturalCount: 3 });
    const two: Move = { ...ART, does: 'unstake' };
    expect(
      presidencyOf(president, two, [
        [ALICE, 3],
        [BOB, 2],
      ]),
    ).toBe('lost');
  });
});
