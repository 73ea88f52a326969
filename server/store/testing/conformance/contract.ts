/** The fixtures of each part of the suite. */
import { afterAll, test } from 'vitest';
import { walletOf } from '../../../../common/testing/fixtures.ts';
import type { Address } from '../../../../common/values/address.ts';
import type { Store } from '../../store.ts';

export interface OpenedStore {
  readonly store: Store;
  /**
   * Damages a player's record behind the store's back, so that it can't be read; null for a store
   * whose records nothing else can reach.
   */
  readonly damage: ((wallet: Address) => Promise<void>) | null;
  /** Appends an act as `npm run operate` does, while the store is open; its number. */
  readonly act: (document: string) => Promise<number>;
  /** Closes the store, if it is open, and deletes the data set. */
  dispose(): Promise<void>;
}

interface Fixtures<Opened> {
  /** A data set of the case's own, which is new. */
  readonly opened: Opened;
  /** One data set for all cases, where a case uses only wallets of its own. */
  readonly store: Store;
  /** The case's own wallets, in the order of their numbers. */
  readonly own: (n: number) => Address;
}

/** @param openStore every call is a fresh data set. */
export function storeTests<Opened extends OpenedStore>(openStore: () => Promise<Opened>) {
  let cases = 0;
  let shared: Promise<Opened> | null = null;
  afterAll(async () => (await shared)?.dispose());
  // vitest requires the first argument to be destructured, even if nothing in it is needed.
  /* oxlint-disable no-empty-pattern */
  return test.extend<Fixtures<Opened>>({
    opened: async ({}, use) => {
      const opened = await openStore();
      await use(opened);
      await opened.dispose();
    },
    store: async ({}, use) => {
      shared ??= openStore();
      await use((await shared).store);
    },
    own: async ({}, use) => {
      cases += 1;
      const first = cases * 10_000;
      await use((n) => walletOf(first + n));
    },
  });
  /* oxlint-enable no-empty-pattern */
}

export interface StoreContract {
  readonly name: string;
  readonly storeTest: ReturnType<typeof storeTests>;
}
