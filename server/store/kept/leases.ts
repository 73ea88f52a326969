/** Leases: of several processes that share a store, one does a job. */
import type { Store } from '../store.ts';

type Parts = Pick<Store, 'rows'>;

/**
 * Takes or renews a lease: true if `holder` now has it, for `ttlMs` by the store's own clock; false
 * while another holder's has not expired. @throws StoreUnavailable
 */
export async function holdLease(
  store: Parts,
  name: string,
  holder: string,
  ttlMs: number,
): Promise<boolean> {
  const leases = store.rows('lease');
  const lease = { key: name, document: holder, ttlMs };
  return (await leases.put(lease, holder)) || (await leases.put(lease, null));
}

/** Releases a lease immediately, if this holder has it. @throws StoreUnavailable */
export async function releaseLease(store: Parts, name: string, holder: string): Promise<void> {
  await store.rows('lease').delete(name, holder);
}
