import { isKnownEvent, type StoredEvent } from '../../common/values/stored-event.ts';
import type { Store } from '../store/store.ts';

/** The player's GDP before an event; null for a new one. */
export async function gdpBefore(
  event: StoredEvent,
  store: Pick<Store, 'events'>,
): Promise<number | null> {
  if (event.kind === 'nation-chosen') return null;
  if (isKnownEvent(event)) return event.gdpBefore;
  const { row, rev } = event;
  const query = { wallet: row.wallet, before: rev, limit: 1, order: 'newest-first' } as const;
  const [last] = await store.events(query);
  return last?.row.gdp ?? null;
}
