/** What each part of the suite is given. */
import { test } from 'vitest';
import type { Address } from '../../../../common/values/address.ts';
import type { Store } from '../../store.ts';

export interface OpenedStore {
  readonly store: Store;
  /**
   * Damages a player's record behind the store's back, so that it can't be read; null for a store whose
   * records nothing else can reach.
   */
  readonly damage: ((wallet: Address) => Promise<void>) | null;
  /** Closes the store, if it is open, and deletes the data set. */
  dispose(): Promise<void>;
}

/** @param openStore every call is a fresh data set. */
export function storeTests(openStore: () => Promise<OpenedStore>) {
  return test.extend<{ opened: OpenedStore; store: Store }>({
    // vitest requires the first argument to be destructured, even if nothing in it is needed.
    // oxlint-disable-next-line no-empty-pattern
    opened: async ({}, use) => {
      const opened = await openStore();
      await use(opened);
      await opened.dispose();
    },
    store: async ({ opened }, use) => use(opened.store),
  });
}

export interface StoreContract {
  readonly name: string;
  readonly storeTest: ReturnType<typeof storeTests>;
  readonly openStore: () => Promise<OpenedStore>;
}
