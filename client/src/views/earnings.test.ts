import { expect, it } from 'vitest';
import { copyWorth, earningsOf } from './earnings.ts';

const UNKNOWN = { territoryValue: 0, productionBonus: 0 };
const texts = (...of: Parameters<typeof earningsOf>) =>
  earningsOf(...of).map(({ what, value }) => `${what} ${value}`);

it('[NFT1] land earns what its token’s figures give', () => {
  expect(texts('national', 'italy', { territoryValue: 180, productionBonus: 0.45 })).toEqual([
    'Territory +180 km²',
    'Production +0.45x',
    'GDP +$8,100',
  ]);
});

it('[NFT1] land with an unknown token earns within the range', () => {
  expect(texts('national', 'italy', UNKNOWN)).toEqual([
    'Territory +100-600 km²',
    'Production +0.10-0.60x',
    'GDP +$1,800 to $10,800',
  ]);
});

it('[NFT2, PRE1] a work of art earns its nation’s bonus, and the presidency', () => {
  expect(texts('cultural', 'italy', UNKNOWN)).toEqual([
    'GDP +$1,200',
    'Presidency Most staked wins it',
  ]);
  expect(texts('cultural', 'usa', UNKNOWN)[0]).toBe('GDP +$1,500');
});

it('[NFT1, NFT2] a copy’s worth is known immediately for art, and for land once its token is known', () => {
  expect(copyWorth('national', 'italy', UNKNOWN)).toBeNull();
  expect(copyWorth('national', 'italy', { territoryValue: 180, productionBonus: 0.45 })).toEqual({
    territoryValue: 180,
    productionBonus: 0.45,
    culturalGdpBonus: 0,
  });
  expect(copyWorth('cultural', 'italy', UNKNOWN)?.culturalGdpBonus).toBe(1200);
});
