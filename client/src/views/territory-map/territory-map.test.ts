import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OUTLINES } from '../../ui/maps/outlines.ts';
import { cultureStake, landStake } from '../../testing/nft-stake.ts';
import { parcelHoldings } from './holdings.ts';
import { coastsOf, divisionFor, isLand, surveyOf } from './survey.ts';

/** The area within a ring. */
function areaOf(ring: readonly (readonly [x: number, y: number])[]): number {
  let doubled = 0;
  let before = ring.at(-1);
  for (const point of ring) {
    if (before) doubled += before[0] * point[1] - point[0] * before[1];
    before = point;
  }
  return Math.abs(doubled) / 2;
}

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

describe.each(Object.entries(OUTLINES))('the survey of %s', (_nation, outline) => {
  const coasts = coastsOf(outline.land);

  it('distinguishes land from sea', () => {
    expect(coasts.reduce((sum, ring) => sum + areaOf(ring), 0)).toBeGreaterThan(100_000);
    expect(isLand(coasts, [outline.capital.x, outline.capital.y])).toBe(true);
    expect(isLand(coasts, [1, 1])).toBe(false);
  });

  it('has a parcel for every NFT, on land, the capital first, always the same', () => {
    const parcels = surveyOf(outline, 60);
    expect(parcels.length).toBeGreaterThanOrEqual(60);
    expect(parcels.length).toBeLessThan(100);
    expect(parcels.every(({ at }) => isLand(coasts, at))).toBe(true);
    expect(new Set(parcels.map(({ path }) => path)).size).toBe(parcels.length);
    const distance = parcels.map(({ at: [x, y] }) =>
      Math.hypot(x - outline.capital.x, y - outline.capital.y),
    );
    expect(distance).toEqual(distance.toSorted((a, b) => a - b));
    expect(surveyOf(outline, 60)).toEqual(parcels);
  });

  it('its parcels cover the whole picture and do not overlap', () => {
    const area = surveyOf(outline, 60).reduce(
      (sum, { path }) =>
        sum +
        areaOf(
          path
            .slice(1, -1)
            .split('L')
            .map((pair) => {
              const [x = 0, y = 0] = pair.split(' ').map(Number);
              return [x, y] as const;
            }),
        ),
      0,
    );
    expect(area / (outline.width * outline.height)).toBeCloseTo(1, 3);
  });
});
