import { expect, it } from 'vitest';
import { copyWorth, earningsOf } from './earnings.ts';

const UNKNOWN = { territoryValue: 0, productionBonus: 0 };
const texts = (...of: Parameters<typeof earningsOf>) =>
  earningsOf(...of).map(({ label, value }) => `${label} ${value}`);

it('[NFT1] land earns what its token’s figures give', () => {
  expect(texts('national', 'italy', { territoryValue: 180, productionBonus: 0.45 })).toEqual([
    'Territory +180 km²',
    'Production +0.45x',
    'GDP +$8,100',
  ]);
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
