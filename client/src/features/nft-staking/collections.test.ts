import { describe, expect, it } from 'vitest';
import { activeOf } from '../../views/staked.ts';
import { landStake } from '../../testing/nft-stake.ts';
import { availableCopies, bonusTexts, unknownWorthText } from './collections.ts';

const stake = (over: object) => landStake({ id: 'stake-1', ...over });

describe('copies available to stake', () => {
  it('are the copies owned minus the active stakes of the same kind', () => {
    const stakes = [
      stake({ quantity: 2 }),
      stake({ id: 'stake-2', quantity: 4, isActive: 0 }),
      stake({ id: 'stake-3', quantity: 3, nftType: 'museum' }),
    ];
    expect(availableCopies(5n, stakes, 'national')).toBe(3);
    expect(availableCopies(5n, stakes, 'cultural')).toBe(2);
    expect(activeOf(stakes, 'national').map(({ id }) => id)).toEqual(['stake-1']);
  });

  it('never go below zero, even if a staked NFT was sold', () => {
    expect(availableCopies(1n, [stake({ quantity: 3 })], 'national')).toBe(0);
  });
});

it('[NFT1] bonuses are the bonus of one copy times the number of copies', () => {
  const worth = { territoryValue: 560, productionBonus: 0.29, culturalGdpBonus: 0 };
  expect(bonusTexts('national', worth, 1)).toEqual([
    { name: 'Territory', value: '+560 km²' },
    { name: 'Production', value: '+0.29x' },
  ]);
  expect(bonusTexts('national', worth, 3)).toEqual([
    { name: 'Territory', value: '+1,680 km²' },
    { name: 'Production', value: '+0.87x' },
  ]);
});

it('says why a copy can’t be staked: in the server’s words if that is for good', () => {
  expect(unknownWorthText(undefined)).toContain('It is read again every 10 seconds.');
  expect(unknownWorthText({ unusable: 'Its metadata is not valid JSON.' })).toBe(
    'Its metadata is not valid JSON.',
  );
});
