/** The ids of wallets: what a `Map` would answer. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import type { Address } from '../../common/values/address.ts';
import { runs } from '../../tools/test/run-counts.ts';
import { WalletIds } from './wallet-ids.ts';

const WALLETS = Array.from({ length: 400 }, (_, n) => walletOf(n));
interface Pair {
  readonly ids: WalletIds;
  readonly expected: Map<Address, number>;
}

const anyWallet = fc.constantFrom(...WALLETS);

describe('the ids of wallets', () => {
  test('are those of a Map, through growth and deletions, and a copy keeps its own', () => {
    const anyStep = fc.record({ wallet: anyWallet, isSet: fc.boolean(), inCopy: fc.boolean() });
    fc.assert(
      fc.property(
        fc.array(anyWallet, { maxLength: 300, size: 'max' }),
        fc.array(anyStep, { maxLength: 300, size: 'max' }),
        (start, steps) => {
          let next = 0;
          const change = (of: Pair, wallet: Address, isSet: boolean) => {
            of.expected.delete(wallet);
            if (isSet) {
              of.ids.set(wallet, next);
              of.expected.set(wallet, next);
              next += 1;
            } else of.ids.delete(wallet);
          };
          const original: Pair = { ids: new WalletIds(), expected: new Map() };
          for (const wallet of start) change(original, wallet, true);
          const copy: Pair = { ids: original.ids.copy(), expected: new Map(original.expected) };
          for (const { wallet, isSet, inCopy } of steps) {
            change(inCopy ? copy : original, wallet, isSet);
          }
          for (const { ids, expected } of [original, copy]) {
            expect(ids.size).toBe(expected.size);
            for (const wallet of WALLETS) expect(ids.get(wallet)).toBe(expected.get(wallet));
          }
        },
      ),
      { numRuns: runs({ usual: 30, long: 1000 }) },
    );
  });
});
