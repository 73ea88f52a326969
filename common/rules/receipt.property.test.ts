/** [GDP1] Receipts. The failing seed is printed; add it as a named test. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../tools/test/run-counts.ts';
import { ALICE, dena, NOW, rules, stakeId } from '../testing/fixtures.ts';
import { compareStakes, isActive, type Stake } from '../values/stake.ts';
import { denaGdpBonus, standingOf } from './gdp.ts';
import { receiptOf } from './receipt.ts';

const RUNS = runs({ usual: 400, long: 50_000 });

const anyState: fc.Arbitrary<Stake['state']> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ status: 'active' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      status: fc.constant('ended' as const),
      endedAt: fc.constant(NOW),
      reason: fc.constantFrom('unstaked' as const, 'unbacked' as const),
    }),
  },
);

const anyStart = fc.integer({ min: 1, max: 99_999 });

const anyKind = fc.oneof(
  fc.bigInt({ min: 1n, max: dena(1_000_000) }).map((amountWei) => ({
    kind: 'dena' as const,
    amountWei,
    gdpBonus: Number(denaGdpBonus(amountWei, rules)),
  })),
  fc.record({
    kind: fc.constant('national' as const),
    quantity: fc.integer({ min: 1, max: 2000 }),
    territoryKm2: fc.integer({ min: 100, max: 600 }),
    productionHundredths: fc.integer({ min: 10, max: 60 }),
  }),
  fc.record({
    kind: fc.constant('cultural' as const),
    quantity: fc.integer({ min: 1, max: 2000 }),
    culturalGdpBonus: fc.constantFrom(1500, 1200, 1000, 1300),
  }),
);

const anyStakes = fc
  .array(fc.record({ what: anyKind, state: anyState, age: fc.nat({ max: 20 }) }), { maxLength: 25 })
  .map((all) =>
    all.map(({ what, state, age }, index): Stake => {
      const common = {
        id: stakeId(`s${index}`),
        wallet: ALICE,
        stakedAt: NOW - age,
        playerVersion: index + 1,
        unstakeableAt: NOW - age + rules.lockMs,
        state,
      };
      return what.kind === 'dena'
        ? { ...common, ...what }
        : { ...common, ...what, contract: ALICE, tokenId: 1n, imageUrl: '' };
    }),
  );

describe('[GDP1] a receipt', () => {
  test(`adds up to the GDP of any player, term by term (${RUNS} runs)`, () => {
    fc.assert(
      fc.property(anyStart, anyStakes, (startingGdp, stakes) => {
        const { total, terms } = receiptOf(startingGdp, stakes);
        expect(total).toBe(standingOf(startingGdp, stakes)?.gdp);
        expect(terms.reduce((sum, { gdp }) => sum + gdp, 0)).toBe(total);
        for (const { term, gdp, parts } of terms) {
          // Each term is what those stakes add for a player who has no others.
          const alone = standingOf(startingGdp, parts)?.gdp ?? NaN;
          expect(gdp).toBe(term === 'starting' ? alone : alone - startingGdp);
        }
      }),
      { numRuns: RUNS },
    );
  });

  test(`names every active stake once, under its kind and newest first (${RUNS} runs)`, () => {
    fc.assert(
      fc.property(anyStart, anyStakes, (startingGdp, stakes) => {
        const { terms } = receiptOf(startingGdp, stakes);
        const active = stakes.filter(isActive).toSorted(compareStakes);
        expect(terms.map(({ term }) => term)).toEqual(['starting', 'national', 'cultural', 'dena']);
        for (const { term, parts } of terms) {
          expect(parts).toEqual(active.filter(({ kind }) => kind === term));
        }
      }),
      { numRuns: RUNS },
    );
  });
});
