import { expect, it } from 'vitest';
import { copyWorth, landEarns, landOf } from './earnings.ts';

const ITALY = { territoryValue: 180, productionBonus: 0.45, culturalGdpBonus: 0 };
const UNREAD = { territoryValue: 0, productionBonus: 0, culturalGdpBonus: 0 };

it('[NFT1] land earns what its token’s figures give; any nation’s, what their bounds give', () => {
  expect(landOf('italy', ITALY)).toEqual({
    territory: '180 km²',
    production: '0.45x',
    gdp: '+$8,100',
  });
  expect(landEarns()).toBe('+$1,500 to $15,000');
});

it('[NFT1, NFT2] what one is worth is known immediately for culture, and for land once its metadata is read', () => {
  expect(copyWorth('national', 'italy', undefined)).toBeNull();
  expect(copyWorth('national', 'italy', UNREAD)).toBeNull();
  expect(copyWorth('national', 'italy', ITALY)).toEqual(ITALY);
  expect(copyWorth('cultural', 'italy', undefined)?.culturalGdpBonus).toBe(1200);
});
