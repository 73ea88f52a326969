/** Who just did what: the events fetched and those that came live, each once. Pure. */
import type { Address } from '../../../../common/values/address.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import type { ShownEvent } from '../../live/live-events.ts';
import { actOf } from '../../views/activity-words.ts';

/** Whose events to list; everyone's if neither is set. */
export interface ActivityFilter {
  readonly nationId?: NationId | null;
  readonly walletAddress?: Address | null;
}

/**
 * Newest first.
 * @param read already limited to the requested nation or player.
 * @param live of everyone.
 */
export function activityOf(
  read: readonly ShownEvent[],
  live: readonly ShownEvent[],
  { nationId = null, walletAddress = null }: ActivityFilter = {},
): readonly ShownEvent[] {
  const known = new Map(read.map((event) => [event.id, event]));
  for (const event of live) {
    const isWanted =
      (nationId === null || event.nationId === nationId) &&
      (walletAddress === null || event.walletAddress === walletAddress);
    // A live one says more: the ranks.
    if (isWanted) known.set(event.id, event);
  }
  return [...known.values()]
    .filter((event) => actOf(event) !== null)
    .sort((a, b) => (a.id < b.id ? 1 : -1));
}
