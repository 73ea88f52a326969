/** The ids of wallets: what a `Map` would answer. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { WalletIds } from './wallet-ids.ts';

const WALLETS = Array.from({ length: 400 }, (_, n) => walletOf(n));
const anyWallet = fc.constantFrom(...WALLETS);

describe('the ids of wallets', () => {
  test('are those of a Map, through whatever growth', () => {
    const anyPair = fc.tuple(anyWallet, fc.nat({ max: 1_000_000 }));
    const anyPairs = fc.uniqueArray(anyPair, { maxLength: 300, selector: ([, id]) => id });
    fc.assert(
      fc.property(anyPairs, (pairs) => {
        const ids = new WalletIds();
        const expected = new Map<string, number>();
        for (const [wallet, id] of pairs) {
          expect(ids.get(wallet)).toBe(expected.get(wallet));
          ids.set(wallet, id);
          expected.set(wallet, id);
        }
        expect(ids.size).toBe(expected.size);
        for (const wallet of WALLETS) expect(ids.get(wallet)).toBe(expected.get(wallet));
      }),
    );
  });

  test('are found among many wallets', () => {
    const wallets = Array.from({ length: 20_000 }, (_, n) => walletOf(n));
    const ids = new WalletIds();
    wallets.forEach((wallet, id) => ids.set(wallet, id));
    expect(ids.size).toBe(wallets.length);
    expect(wallets.map((wallet) => ids.get(wallet))).toEqual(wallets.map((_, id) => id));
    expect(ids.get(walletOf(wallets.length))).toBeUndefined();
  });
});
