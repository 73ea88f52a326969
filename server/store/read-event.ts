/** Reads events, some of which can't be read (unreadable-events.ts), for feeds and for histories. */
import { isKnownEvent, type StoredEvent } from '../../common/values/stored-event.ts';
import type { Rev } from '../../common/values/ids.ts';
import type { EventQuery } from './store.ts';
import type { KeptEventAt } from './unreadable-events.ts';

/** Why a feed ends at an event. */
export function feedEndsAt(rev: Rev): Error {
  return new Error(`the event ${rev} can’t be read`);
}

/**
 * The events of a feed's page, all readable.
 * @throws Error if one can't be read: a feed that skipped it would show outdated state.
 */
export function assertReadable(kept: readonly KeptEventAt[]): StoredEvent[] {
  return kept.map(({ rev, event }) => event ?? raise(feedEndsAt(rev)));
}

/** Skips unreadable events and reads on until the answer is full or the history ends. */
export async function readPast(
  query: EventQuery,
  read: (query: EventQuery) => Promise<readonly KeptEventAt[]>,
): Promise<StoredEvent[]> {
  const found: StoredEvent[] = [];
  if (query.kinds?.length === 0) return found;
  let next = query;
  for (;;) {
    const kept = await read(next);
    for (const { event } of kept) {
      if (event && (!query.kinds || isKnownEvent(event))) found.push(event);
    }
    const last = kept.at(-1);
    if (!last || kept.length < next.limit || found.length === query.limit) return found;
    const place = query.order === 'newest-first' ? { before: last.rev } : { after: last.rev };
    next = { ...query, ...place, limit: query.limit - found.length };
  }
}

function raise(error: Error): never {
  throw error;
}
