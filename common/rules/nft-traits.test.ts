import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALICE, BOB } from '../testing/fixtures.ts';
import { PRODUCTION_HUNDREDTHS, TERRITORY_KM2 } from '../values/nft-bounds.ts';
import { nationalTraits } from './nft-traits.ts';

const territory = (value: number) => ({ trait: 'Territory (km²)', value });
const production = (value: number) => ({ trait: 'Production', value });

describe('[NFT1] the traits of a national NFT', () => {
  const hashed = nationalTraits(ALICE, 1n, []);

  test('[CON4] come from the metadata if they are within the bounds', () => {
    expect(nationalTraits(ALICE, 1n, [territory(100), production(0.1)])).toEqual({
      territoryKm2: 100,
      productionHundredths: 10,
    });
    expect(nationalTraits(ALICE, 1n, [production(0.29), territory(600)])).toEqual({
      territoryKm2: 600,
      productionHundredths: 29,
    });
  });

  test.each([
    ['below the bounds', [territory(99), production(0.09)]],
    ['above the bounds', [territory(601), production(0.61)]],
    ['not whole', [territory(100.5), production(0.105)]],
    ['not a number', [territory(Number.NaN), production(Number.POSITIVE_INFINITY)]],
    ['missing', [{ trait: 'Colour', value: 300 }]],
  ])('come from the hash of contract and token if the metadata is %s', (_, attributes) => {
    expect(nationalTraits(ALICE, 1n, attributes)).toEqual(hashed);
  });

  test('each falls back independently', () => {
    expect(nationalTraits(ALICE, 1n, [territory(321), production(9)])).toEqual({
      territoryKm2: 321,
      productionHundredths: hashed.productionHundredths,
    });
  });

  test('hashed, are within the bounds for any token', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(ALICE, BOB),
        fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
        (contract, id) => {
          const traits = nationalTraits(contract, id, []);
          expect(traits).toEqual(nationalTraits(contract, id, []));
          expect(traits.territoryKm2).toBeGreaterThanOrEqual(TERRITORY_KM2.min);
          expect(traits.territoryKm2).toBeLessThanOrEqual(TERRITORY_KM2.max);
          expect(traits.productionHundredths).toBeGreaterThanOrEqual(PRODUCTION_HUNDREDTHS.min);
          expect(traits.productionHundredths).toBeLessThanOrEqual(PRODUCTION_HUNDREDTHS.max);
        },
      ),
    );
  });
});
