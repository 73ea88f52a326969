/**
 * What every store must do, whatever its implementation: each adapter's tests run this suite on
 * their own data sets. Nothing here knows an adapter. `durability.ts` tests what must survive a
 * close.
 */
import { commitsAreAtomic } from './conformance/commits.ts';
import { storeTests, type OpenedStore, type StoreContract } from './conformance/contract.ts';
import { erasAreExact } from './conformance/eras.ts';
import { feedIsComplete } from './conformance/feed.ts';
import { playersAreLoaded } from './conformance/loading.ts';
import { readsAreExact } from './conformance/reads.ts';
import { rowsAreStored, rowsAreWrittenTogether } from './conformance/rows.ts';
import { closingIsFinal, stateIsShared } from './conformance/shared-state.ts';

const PARTS: readonly ((contract: StoreContract) => void)[] = [
  readsAreExact,
  commitsAreAtomic,
  erasAreExact,
  rowsAreStored,
  rowsAreWrittenTogether,
  stateIsShared,
  feedIsComplete,
  playersAreLoaded,
  closingIsFinal,
];

/** Runs the suite; every `openStore` is a fresh data set. */
export function storeContract(name: string, openStore: () => Promise<OpenedStore>): void {
  const storeTest = storeTests(openStore);
  for (const part of PARTS) part({ name, storeTest });
}
