/** [WRK1] What an event gave to its nation's work. */
import type { StoredEvent } from '../../common/values/stored-event.ts';
import { eachResource, type ResourceUnits } from '../../common/values/resources.ts';
import { NOTHING_CONTRIBUTED } from '../../common/values/works.ts';
import type { Store } from '../store/store.ts';

/**
 * Null for nothing. An event that this version can't read in full is compared with the wallet's row before.
 * @throws StoreUnavailable
 */
export async function givenBy(
  store: Pick<Store, 'events'>,
  event: StoredEvent,
): Promise<ResourceUnits | null> {
  if (event.kind === 'unknown') return givenByUnknown(store, event);
  const { resourceType, quantity } = event.detail;
  if (event.kind !== 'contributed' || resourceType === undefined || quantity === undefined)
    return null;
  return { ...NOTHING_CONTRIBUTED, [resourceType]: quantity };
}

async function givenByUnknown(
  store: Pick<Store, 'events'>,
  { row, rev }: StoredEvent,
): Promise<ResourceUnits | null> {
  const { wallet, contributed: now } = row;
  if (!now) return null;
  const query = { wallet, before: rev, limit: 1, order: 'newest-first' } as const;
  const [last] = await store.events(query);
  return eachResource((type) => now[type] - (last?.row.contributed?.[type] ?? 0));
}
