/** [SEA1] What a store says of the weeks' ends. */
import type { Rev } from '../../../common/values/ids.ts';
import type { EraEvent } from '../../../common/values/stored-event.ts';
import { weekAt } from '../../../common/values/week.ts';
import { isOfPlayer } from '../../../common/values/stored-event.ts';
import type { Store } from '../store.ts';
import { weeksIn } from './era.ts';
import { readPast } from './past.ts';

/** The last week that was ended before a rev; null: none was. @throws StoreUnavailable */
export async function lastWeekEnded(
  store: Pick<Store, 'events'>,
  before: Rev,
): Promise<EraEvent | null> {
  const query = { ofEras: true, before, limit: 1, order: 'newest-first' } as const;
  const [last] = await store.events(query);
  return last && !isOfPlayer(last) ? last : null;
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
  const [first] = await store.events({ limit: 1, order: 'oldest-first' });
  return first ? weekAt(first.at) : null;
}
