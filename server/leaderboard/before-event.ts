/**
 * The events back from the newest, and what each changed. One that this version can't read in full is compared
 * with the wallet's row before.
 */
import { eachResource, type ResourceUnits } from '../../common/values/resources.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import type { StoredEvent } from '../../common/values/stored-event.ts';
import { NOTHING_CONTRIBUTED } from '../../common/values/works.ts';
import type { Store } from '../store/store.ts';

type Events = Pick<Store, 'events'>;

/** Events per read. */
const PAGE = 1000;

/** All events, newest first, in pages. @throws StoreUnavailable */
export async function* pagesBack(store: Events): AsyncGenerator<readonly StoredEvent[]> {
  let last: StoredEvent | undefined;
  for (;;) {
    const before = last && { before: last.rev };
    const page = await store.events({ ...before, limit: PAGE, order: 'newest-first' });
    last = page.at(-1);
    if (!last) return;
    yield page;
  }
}

/** The player's GDP before an event; null for a new one. @throws StoreUnavailable */
export async function gdpBefore(event: StoredEvent, store: Events): Promise<number | null> {
  if (event.kind === 'nation-chosen') return null;
  if (event.kind !== 'unknown') return event.gdpBefore;
  return (await rowBefore(event, store))?.gdp ?? null;
}

/** [WRK1] What an event gave to its nation's work; null for nothing. @throws StoreUnavailable */
export async function givenBy(event: StoredEvent, store: Events): Promise<ResourceUnits | null> {
  if (event.kind === 'unknown') {
    const { contributed: now } = event.row;
    if (!now) return null;
    const before = await rowBefore(event, store);
    return eachResource((type) => now[type] - (before?.contributed?.[type] ?? 0));
  }
  const { resourceType, quantity } = event.detail;
  if (event.kind !== 'contributed' || resourceType === undefined || quantity === undefined)
    return null;
  return { ...NOTHING_CONTRIBUTED, [resourceType]: quantity };
}

/** The player's row before an event; null if there was none. @throws StoreUnavailable */
export async function rowBefore(
  { row, rev }: StoredEvent,
  store: Events,
): Promise<BoardRow | null> {
  const query = { wallet: row.wallet, before: rev, limit: 1, order: 'newest-first' } as const;
  const [last] = await store.events(query);
  return last?.row ?? null;
}
