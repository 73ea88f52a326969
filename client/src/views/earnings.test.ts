import { expect, it } from 'vitest';
import { copyWorth, landOf } from './earnings.ts';

const ITALY = { territoryValue: 180, productionBonus: 0.45, culturalGdpBonus: 0 };
const UNREAD = { territoryValue: 0, productionBonus: 0, culturalGdpBonus: 0 };

it('[NFT1] land earns what its token’s figures give, and their range while they are unknown', () => {
  expect(landOf('italy', ITALY)).toEqual({
    territory: '180 km²',
    production: '0.45x',
    gdp: '+$8,100',
  });
  expect(landOf('italy', null)).toEqual({
    territory: '100-600 km²',
    production: '0.10-0.60x',
    gdp: '+$1,800 to $10,800',
  });
});

it('[NFT1, NFT2] what one is worth is known immediately for culture, and for land once its metadata is read', () => {
  expect(copyWorth('national', 'italy', undefined)).toBeNull();
  expect(copyWorth('national', 'italy', UNREAD)).toBeNull();
  expect(copyWorth('national', 'italy', ITALY)).toEqual(ITALY);
  expect(copyWorth('cultural', 'italy', undefined)?.culturalGdpBonus).toBe(1200);
});
