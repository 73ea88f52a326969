import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cultureStake, landStake } from '../../testing/nft-stake.ts';
import { parcelHoldings } from './holdings.ts';
import { divisionFor } from './survey.ts';

describe('parcels', () => {
  it('are filled by the oldest stake first, one parcel per NFT', () => {
    const late = landStake({ id: 'late', quantity: 2, stakedAt: '2026-11-09T00:00:00.000Z' });
    const held = parcelHoldings([late, cultureStake({}), landStake({ id: 'early' })], 1);
    expect(held.map(({ id }) => id)).toEqual(['early', 'late', 'late']);
  });

  it('leave some land to win, and stand for several NFTs each if there are very many', () => {
    expect(divisionFor(0)).toEqual({ parcels: 16, copiesEach: 1 });
    expect(divisionFor(100)).toEqual({ parcels: 150, copiesEach: 1 });
    fc.assert(
      fc.property(fc.nat(1_000_000), (copies) => {
        const { parcels, copiesEach } = divisionFor(copies);
        expect(copies / copiesEach).toBeLessThanOrEqual(parcels);
        expect(parcels).toBeLessThanOrEqual(450);
      }),
    );
  });
});
