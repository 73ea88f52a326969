/** [SEA1] What a store says of the weeks' ends. */
import { REV_ZERO, type Rev } from '../../../common/values/ids.ts';
import {
  isOfPlayer,
  isWeekEnd,
  type StoredEvent,
  type WeekEnded,
} from '../../../common/values/stored-event.ts';
import { weekAt } from '../../../common/values/week.ts';
import { eventPages, type Store } from '../store.ts';
import { weeksIn } from './era.ts';
import { readPast } from './past.ts';

/** The last week that was ended before a rev; null: none was. @throws StoreUnavailable */
export async function lastWeekEnded(
  store: Pick<Store, 'events'>,
  before: Rev,
): Promise<WeekEnded | null> {
  const query = { ofEras: 'week-ended', before, limit: 1, order: 'newest-first' } as const;
  const [last] = await store.events(query);
  return last && isWeekEnd(last) ? last : null;
}

/**
 * The first week that ends by a commit: that of the game's first commit, or the one after those
 * that release 1.0 closed. Null: there is neither. @throws StoreUnavailable
 */
export async function firstWeekToEnd(
  store: Pick<Store, 'era' | 'events' | 'rows'>,
): Promise<number | null> {
  const { value } = await store.era();
  const weeks = weeksIn(value);
  if (weeks) return weeks.first;
  const [closed] = await readPast(store, { kind: 'season', limit: 1, order: 'newest-first' });
  if (closed) return weekAt(closed.at) + 1;
  const first = await firstJoin(store);
  return first && weekAt(first.at);
}

/** A game's first commit of a player; null: nobody has joined. @throws StoreUnavailable */
export async function firstJoin(store: Pick<Store, 'events'>): Promise<StoredEvent | null> {
  // Before it come only changes of the rules.
  for await (const page of eventPages(store, {}, REV_ZERO, 8)) {
    const first = page.find(isOfPlayer);
    if (first) return first;
  }
  return null;
}
