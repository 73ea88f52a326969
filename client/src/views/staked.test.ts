import { describe, expect, it } from 'vitest';
import { denaStakeViewSchema } from '../../../common/protocol/dena-stakes.ts';
import { cultureStake, landStake } from '../testing/nft-stake.ts';
import {
  activeOf,
  activeStakes,
  copiesIn,
  copiesText,
  denaGdpOf,
  totalWorth,
  worthOf,
} from './staked.ts';

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

  it('ended stakes are ignored', () => {
    const stakes = activeStakes([landStake({ isActive: 0 }), cultureStake({})]);
    expect(totalWorth(stakes, 18_000)).toEqual({
      copies: 1,
      territoryKm2: 0,
      production: 0,
      gdp: 1200,
    });
  });
});

it('copies are those of the active stakes of a kind, and have a text', () => {
  const stakes = [
    landStake({ quantity: 2 }),
    landStake({ id: 'land-2', quantity: 1233 }),
    landStake({ id: 'ended', quantity: 4, isActive: 0 }),
    cultureStake({ quantity: 3 }),
  ];
  expect(copiesIn(activeOf(stakes, 'national'))).toBe(1235);
  expect(copiesIn(activeOf(stakes, 'cultural'))).toBe(3);
  expect(copiesText(1)).toBe('1 copy');
  expect(copiesText(1235)).toBe('1,235 copies');
});

it('[DEN1] only active DENA stakes add to the GDP', () => {
  const dena = (gdpBonus: number, isActive: 0 | 1) =>
    denaStakeViewSchema.parse({
      id: `dena-${gdpBonus}`,
      walletAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      stakedAmount: String(gdpBonus * 10),
      gdpBonus,
      isActive,
      stakedAt: '2026-11-01T00:00:00.000Z',
      unstakeableAt: '2026-11-08T00:00:00.000Z',
    });
  expect(denaGdpOf([dena(1000, 1), dena(500, 0), dena(20, 1)])).toBe(1020);
  expect(denaGdpOf([])).toBe(0);
});
