import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../tools/test/run-counts.ts';
import { walletOf } from '../testing/fixtures.ts';
import { KnownFirst } from './known-first.ts';
import { compareRank, type RankKey } from './ranking.ts';

const RUNS = runs({ usual: 300, long: 10_000 });

/** Few values, so that many are equal. */
const anyKey = (wallet: number) =>
  fc.record({
    wallet: fc.constant(walletOf(wallet)),
    gdp: fc.integer({ min: 0, max: 5 }),
    gdpOrder: fc.integer({ min: 0, max: 3 }),
  });

const anyGame = fc.tuple(fc.nat({ max: 12 }), fc.nat({ max: 12 })).chain(([players, known]) =>
  fc.record({
    known: fc.constant(known),
    start: fc.tuple(...Array.from({ length: players }, (_, n) => anyKey(n))),
    // Those beyond the players of the start join.
    changes: fc.array(fc.nat({ max: players + 3 }).chain(anyKey), { maxLength: 40 }),
  }),
);

test('the exact places are those of the whole order, and all that nobody unknown can have', () => {
  fc.assert(
    fc.property(anyGame, ({ known: count, start, changes }) => {
      const all = new Map(start.map((key) => [key.wallet, key]));
      const ordered = () => [...all.values()].toSorted(compareRank);
      const first = ordered().slice(0, count);
      const order = new KnownFirst<RankKey>(first, first.length === all.size, compareRank);
      const last = first.at(-1);
      const touched = new Set(first.map(({ wallet }) => wallet));
      for (const change of changes) {
        all.set(change.wallet, change);
        touched.add(change.wallet);
        order.set(change);
        const { exact } = order;
        expect(order.first(Infinity)).toEqual(ordered().slice(0, exact));
        const isHidden = (key: RankKey) => !touched.has(key.wallet);
        // As far as the best place that an unknown one could have held from the start.
        const sure = ordered().findIndex(
          (key) => isHidden(key) || (last !== undefined && compareRank(last, key) < 0),
        );
        const areAllKnown = first.length === start.length;
        // Who was first at the start may be among the unknown, if nobody was known.
        const known = areAllKnown || sure === -1 ? all.size : sure;
        expect(exact).toBe(areAllKnown || last ? known : 0);
        expect(order.isFirstKnown).toBe(areAllKnown || exact > 0);
      }
    }),
    { numRuns: RUNS },
  );
});

test('an order goes on from what is known of another', () => {
  fc.assert(
    fc.property(anyGame, fc.nat(12), ({ known, start, changes }, limit) => {
      const first = start.toSorted(compareRank).slice(0, known);
      const order = new KnownFirst<RankKey>(first, first.length === start.length, compareRank);
      changes.forEach((change) => order.set(change));
      const { first: remaining, areAll } = order.known(limit);
      const next = new KnownFirst<RankKey>(remaining, areAll, compareRank);
      expect(next.first(Infinity)).toEqual(order.first(limit));
      expect(areAll).toBe(first.length === start.length && remaining.length === order.exact);
    }),
    { numRuns: RUNS },
  );
});
