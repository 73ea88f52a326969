import { describe, expect, it } from 'vitest';
import { address } from '../../../../common/values/address.ts';
import { WEI_PER_DENA } from '../../../../common/values/amount.ts';
import { SPECIFIED_RULES } from '../../../../common/rules/specified.ts';
import { testPlayer } from '../../testing/player.ts';
import { broughtText, cheapestPass, nextMoves, type FreeNft } from './next-moves.ts';

const YOU = address(`0x${'f'.repeat(40)}`);
const PLATE: FreeNft = {
  kind: 'national',
  name: 'Italy',
  copies: 3,
  worth: { territoryValue: 200, productionBonus: 0.25, culturalGdpBonus: 0 },
};
const ART: FreeNft = {
  kind: 'cultural',
  name: 'The Colosseum',
  copies: 2,
  worth: { territoryValue: 0, productionBonus: 0, culturalGdpBonus: 1200 },
};

type Situation = Parameters<typeof nextMoves>[0];

function situation(parts: Partial<Situation> = {}): Situation {
  const player = testPlayer(YOU, 0);
  const totals = {
    denaStaked: '0',
    denaSpent: '0',
    territoryValue: 0,
    productionBonus: 0,
    culturalCount: 0,
  };
  return {
    rules: SPECIFIED_RULES,
    player: { ...player, playerNation: { ...player.playerNation, totals } },
    gdp: 18_000,
    presidentFrom: 2,
    freeWei: 0n,
    nfts: [],
    ...parts,
  };
}

describe('the next moves', () => {
  it('are ranked by the dollars they bring', () => {
    const moves = nextMoves(situation({ freeWei: 50_000n * WEI_PER_DENA, nfts: [ART, PLATE] }));
    expect(moves.map(({ what, dollars }) => [what, dollars])).toEqual([
      ['national', 13_500],
      ['dena', 5000],
      ['cultural', 2400],
    ]);
  });

  it('[PRE1] say what they bring, and whether they win the presidency', () => {
    const said = (parts: Partial<Situation>) => nextMoves(situation(parts)).map(broughtText);
    expect(said({ nfts: [ART, PLATE] })).toEqual([
      'Adds $13,500 GDP.',
      'Adds $2,400 GDP and makes you President.',
    ]);
    for (const presidentFrom of [3, null]) {
      expect(said({ nfts: [ART], presidentFrom })).toEqual(['Adds $2,400 GDP.']);
    }
  });
});

describe('[SCR58] the cheapest move that wins a place', () => {
  const world = { of: 'world', needed: 3201 };
  const week = { of: 'week', needed: 1 };
  const withDena = (dena: bigint, nfts: readonly FreeNft[] = []) =>
    nextMoves(situation({ freeWei: dena * WEI_PER_DENA, nfts }));

  it('is in whichever race it costs the least; where both cost the same, in the first', () => {
    const moves = withDena(100_000n);
    expect(cheapestPass(moves, [world, week], SPECIFIED_RULES)).toEqual({
      race: week,
      move: { what: 'dena', amount: '10' },
      dollars: 1,
    });
    const equal = { ...week, needed: 3201 };
    expect(cheapestPass(moves, [world, equal], SPECIFIED_RULES)).toMatchObject({
      race: world,
      move: { amount: '32010' },
    });
  });

  it('is an NFT where the DENA does not reach', () => {
    expect(cheapestPass(withDena(32_009n, [PLATE]), [world], SPECIFIED_RULES)).toMatchObject({
      move: { what: 'national', copies: 3 },
      dollars: 13_500,
    });
    expect(cheapestPass(withDena(32_010n, [PLATE]), [world], SPECIFIED_RULES)?.move.what).toBe(
      'dena',
    );
  });

  it('is none if nothing reaches, and if one leads everywhere', () => {
    expect(cheapestPass(withDena(32_009n), [world], SPECIFIED_RULES)).toBeNull();
    expect(cheapestPass(withDena(100_000n), [], SPECIFIED_RULES)).toBeNull();
  });
});
