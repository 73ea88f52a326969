import { describe, expect, it } from 'vitest';
import { cultureStake, landStake } from '../testing/nft-stake.ts';
import { totalWorth, worthOf } from './staked.ts';

describe('[GDP1] what stakes add', () => {
  it('land adds its production times the starting GDP, culture its bonus', () => {
    expect(worthOf(landStake({ quantity: 3 }), 18_000)).toEqual({
      copies: 3,
      territoryKm2: 540,
      production: 1.35,
      gdp: 24_300,
    });
    expect(worthOf(cultureStake({ quantity: 2 }), 18_000)).toMatchObject({
      territoryKm2: 0,
      gdp: 2400,
    });
  });

  it('figures without an exact binary fraction stay exact', () => {
    expect(worthOf(landStake({ productionBonus: 0.29 }), 25_000).gdp).toBe(7250);
    const tenth = landStake({ productionBonus: 0.1 });
    expect(totalWorth([tenth, tenth, tenth], 15_000)).toMatchObject({ production: 0.3, gdp: 4500 });
  });
});
