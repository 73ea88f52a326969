/** What was before an event. One that this version can't read in full is compared with the wallet's row before. */
import type { BoardRow } from '../../common/values/board-row.ts';
import type { StoredEvent } from '../../common/values/stored-event.ts';
import type { Store } from '../store/store.ts';

type Events = Pick<Store, 'events'>;

/** The player's GDP before an event; null for a new one. @throws StoreUnavailable */
export async function gdpBefore(event: StoredEvent, store: Events): Promise<number | null> {
  if (event.kind === 'nation-chosen') return null;
  if (event.kind !== 'unknown') return event.gdpBefore;
  return (await rowBefore(event, store))?.gdp ?? null;
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
