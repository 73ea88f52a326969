import { expect, it } from 'vitest';
import { copyWorth, earningsOf } from './earnings.ts';

const ITALY = { territoryValue: 180, productionBonus: 0.45, culturalGdpBonus: 0 };
const UNREAD = { territoryValue: 0, productionBonus: 0, culturalGdpBonus: 0 };
const texts = (...of: Parameters<typeof earningsOf>) =>
  earningsOf(...of).map(({ label, value }) => `${label} ${value}`);

it('[NFT1] land earns what its token’s figures give, and their range while they are unknown', () => {
  expect(texts('national', 'italy', ITALY)).toEqual([
    'Territory +180 km²',
    'Production +0.45x',
    'GDP +$8,100',
  ]);
  expect(texts('national', 'italy', null)).toEqual([
    'Territory +100-600 km²',
    'Production +0.10-0.60x',
    'GDP +$1,800 to $10,800',
  ]);
});

it('[NFT1, NFT2] a copy’s worth is known immediately for art, and for land once its metadata is read', () => {
  expect(copyWorth('national', 'italy', undefined)).toBeNull();
  expect(copyWorth('national', 'italy', UNREAD)).toBeNull();
  expect(copyWorth('national', 'italy', ITALY)).toEqual(ITALY);
  expect(copyWorth('cultural', 'italy', undefined)?.culturalGdpBonus).toBe(1200);
});
