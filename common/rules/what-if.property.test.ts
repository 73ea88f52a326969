/**
 * A page's forecast equals the rules' decision, for any stakes. The failing seed is printed; add it
 * as a named test.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../tools/test/run-counts.ts';
import {
  after,
  ALICE,
  anyNation,
  BOB,
  dena,
  holdings,
  newcomer,
  NOW,
  type PlayerState,
  rules,
  stakeId,
  walletOf,
} from '../testing/fixtures.ts';
import { NATIONS } from '../values/nations.ts';
import type { Player } from '../values/player.ts';
import { isActive } from '../values/stake.ts';
import { accrualPerHour } from './accrual.ts';
import type { Change, Refusal } from './decision.ts';
import { denaGdpBonus } from './gdp.ts';
import { nationalTraits } from './nft-traits.ts';
import { comparePresidency, type PresidencyKey } from './ranking.ts';
import { stakeDena } from './stake-dena.ts';
import { stakeNft } from './stake-nft.ts';
import { trade } from './trade.ts';
import { unstake } from './unstake.ts';
import { presidencyAfter, totalsAfter, type Move, type Totals } from './what-if.ts';

const RUNS = runs({ usual: 120, long: 10_000 });
const collections = { national: ALICE, cultural: BOB };
/** Enough for every move, so that the rules accept each of them. */
const CHAIN = holdings({ denaWei: dena(10n ** 14n), national: 1_000_000, cultural: 1_000_000 });

const anyPlan = fc.oneof(
  fc.record({
    do: fc.constant('dena' as const),
    amountWei: fc.bigInt({ min: 1n, max: dena(50_000) }),
  }),
  // Occasionally an amount beyond the GDP's range.
  fc.record({ do: fc.constant('dena' as const), amountWei: fc.constant(dena(6n * 10n ** 12n)) }),
  fc.record({
    do: fc.constantFrom('national' as const, 'cultural' as const),
    quantity: fc.integer({ min: 1, max: 50 }),
    attributes: fc.constantFrom(
      [],
      [
        { trait: 'Territory', value: 333 },
        { trait: 'Production', value: 0.29 },
      ],
    ),
  }),
  fc.record({ do: fc.constant('unstake' as const), pick: fc.nat({ max: 99 }) }),
  fc.record({ do: fc.constant('trade' as const), tens: fc.integer({ min: 1, max: 100 }) }),
);
type Plan = typeof anyPlan extends fc.Arbitrary<infer P> ? P : never;

/** The forecast that a page would ask for, and the decision of the rules. */
function planned(
  { player, stakes }: PlayerState,
  plan: Plan,
  n: number,
): {
  readonly move: Move | 'trade';
  readonly decision: { ok: true; change: Change } | Refusal;
} | null {
  // Every lock is over, so that any stake may end.
  const facts = { now: NOW + n * rules.lockMs, rules, holdings: CHAIN };
  const id = stakeId(`s${n}`);
  switch (plan.do) {
    case 'dena': {
      const { amountWei } = plan;
      const gdpBonus = Number(denaGdpBonus(amountWei, rules));
      return {
        move: { does: 'stake', stake: { kind: 'dena', amountWei, gdpBonus } },
        decision: stakeDena(player, { stakeId: id, amountWei }, facts),
      };
    }
    case 'national':
    case 'cultural': {
      const { quantity, attributes } = plan;
      const { tokenId } = NATIONS[player.nationId];
      const culturalGdpBonus = rules.culturalGdpBonus[player.nationId];
      const contract = collections[plan.do];
      const token = { imageUrl: '', attributes };
      return {
        move: {
          does: 'stake',
          stake:
            plan.do === 'cultural'
              ? { kind: 'cultural', quantity, culturalGdpBonus }
              : {
                  kind: 'national',
                  quantity,
                  ...nationalTraits(contract, BigInt(tokenId), attributes),
                },
        },
        decision: stakeNft(
          player,
          { stakeId: id, kind: plan.do, contract, tokenId: BigInt(tokenId), quantity },
          { ...facts, collections, token },
        ),
      };
    }
    case 'unstake': {
      const active = stakes.filter(isActive);
      const stake = active[plan.pick % Math.max(1, active.length)];
      if (!stake) return null;
      return {
        move: { does: 'unstake', stake },
        decision: unstake(player, stake, { kinds: [stake.kind] }, facts),
      };
    }
    case 'trade':
      return {
        move: 'trade',
        decision: trade(player, { resourceType: 'wood', quantity: plan.tens * 10 }, facts),
      };
  }
}

function totalsOf({ standing }: Player): Totals {
  const { gdp, territoryKm2, productionHundredths, culturalCount } = standing;
  return { gdp, territoryKm2, productionHundredths, culturalCount };
}

describe('[GDP1] the forecast of a move', () => {
  test(`is what the rules then decide, for any sequence of moves (${RUNS} runs)`, () => {
    const seen = new Set<string>();
    let foreseen = 0;
    fc.assert(
      fc.property(
        anyNation,
        fc.array(anyPlan, { minLength: 5, maxLength: 20 }),
        (nation, plans) => {
          let state = newcomer(nation, CHAIN);
          for (const [n, plan] of plans.entries()) {
            const made = planned(state, plan, n);
            if (!made) continue;
            const before = totalsOf(state.player);
            const { move, decision } = made;
            const expected =
              move === 'trade' ? before : totalsAfter(state.player.startingGdp, before, move);
            foreseen += 1;
            if (!decision.ok) {
              expect([expected, decision.code]).toEqual([null, 'gdp-out-of-range']);
              seen.add('refused');
              continue;
            }
            seen.add(plan.do);
            state = after(state, decision.change);
            expect(expected).toEqual(totalsOf(state.player));
            // [ACC1] The rates depend on the same totals.
            expect(accrualPerHour(nation, expected ?? before, rules)).toEqual(
              accrualPerHour(nation, state.player.standing, rules),
            );
          }
        },
      ),
      { numRuns: RUNS },
    );
    expect(foreseen).toBeGreaterThan(RUNS * 5);
    expect([...seen].toSorted()).toEqual([
      'cultural',
      'dena',
      'national',
      'refused',
      'trade',
      'unstake',
    ]);
  });
});

describe('[PRE1] a presidency', () => {
  /** Counts of a few wallets, each reached at a different moment; some tie. */
  const anyCandidates = fc.uniqueArray(
    fc.record({ n: fc.integer({ min: 1, max: 9 }), culturalCount: fc.nat({ max: 4 }) }),
    { selector: ({ n }) => n, minLength: 1, maxLength: 6 },
  );
  const presidentOf = (all: readonly PresidencyKey[]) =>
    all.filter((one) => one.culturalCount > 0).toSorted(comparePresidency)[0]?.wallet;

  test(`is forecast to go where the ranking of candidates then puts it (${RUNS} runs)`, () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(anyCandidates, fc.nat({ max: 5 }), (all, next) => {
        const candidates = all.map(({ n, culturalCount }, order): PresidencyKey => {
          return { wallet: walletOf(n), culturalCount, culturalOrder: order };
        });
        const [own, ...others] = candidates;
        if (!own) return;
        // [ORD1] A count that changes is reached later than all others.
        const order = next === own.culturalCount ? own.culturalOrder : candidates.length;
        const then = { ...own, culturalCount: next, culturalOrder: order };
        const was = presidentOf(candidates) === own.wallet;
        const is = presidentOf([then, ...others]) === own.wallet;
        const best = Math.max(0, ...others.map(({ culturalCount }) => culturalCount));
        const foreseen = presidencyAfter(was, { before: own.culturalCount, after: next }, best);
        expect(foreseen).toBe(is ? (was ? 'kept' : 'won') : was ? 'lost' : 'none');
        seen.add(foreseen);
      }),
      { numRuns: RUNS },
    );
    expect([...seen].toSorted()).toEqual(['kept', 'lost', 'none', 'won']);
  });
});
