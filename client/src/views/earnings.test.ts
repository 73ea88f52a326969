import { expect, it } from 'vitest';
import { anyLandEarns, earningsOf, landEarns } from './earnings.ts';

const UNKNOWN = { territoryValue: 0, productionBonus: 0 };
const texts = (...of: Parameters<typeof earningsOf>) =>
  earningsOf(...of).map(({ what, value }) => `${what} ${value}`);

it('[NFT1] land earns what its token says', () => {
  expect(texts('national', 'italy', { territoryValue: 180, productionBonus: 0.45 })).toEqual([
    'Territory +180 km²',
    'Production +0.45x',
    'GDP +$8,100',
  ]);
});

it('[NFT1] land whose token is not known earns within the range', () => {
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

it('[NFT1] land of a nation, and of any, earns within its range', () => {
  expect(landEarns('usa')).toBe('+$2,500 to $15,000');
  expect(anyLandEarns()).toBe('+$1,500 to $15,000');
});
