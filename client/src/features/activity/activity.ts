/**
 * Who just did what: the events fetched and those that came live, each once; and in words. Pure.
 */
import type { Address } from '../../../../common/values/address.ts';
import { type NationId, nationInText } from '../../../../common/values/nations.ts';
import { placesOf, type ShownEvent } from '../../live/live-events.ts';
import { formatCount, formatDollars } from '../../../../common/values/figures.ts';
import { actOf, objectText } from '../../../../common/values/activity-words.ts';
import type { Followed } from '../../ui/follow.ts';
import { andMore } from '../../ui/format.ts';
import { nameOf, type Nameable } from '../../views/names-text.ts';
import { finishedStage, tookLead } from './big-moves.ts';

export type FeedEvent = ShownEvent & {
  /** The best of the players that the move passed; null if the page didn't see it happen. */
  readonly passed?: Nameable | null;
};

/** Whether a feed is of a circle, or of oneself and whom one follows, if anybody. */
export const isAboutFew = (people: string | null, follows: Followed): boolean =>
  people !== null && (people !== 'mine' || follows.size > 0);

/** Those of a circle's wallets, else of oneself and whom one follows. */
export function eventsOf<Event extends ShownEvent>(
  events: readonly Event[],
  people: string | null,
  you: Address | null,
  follows: Followed,
): readonly Event[] {
  return events.filter(({ walletAddress }) => {
    const wallet = walletAddress.toLowerCase();
    return people !== null && people !== 'mine'
      ? people.includes(wallet)
      : walletAddress === you || follows.has(wallet);
  });
}

/**
 * Newest first.
 * @param read already limited to the requested nation.
 * @param live of everyone.
 */
export function activityOf(
  read: readonly ShownEvent[],
  live: readonly FeedEvent[],
  nationId: NationId | null = null,
): readonly FeedEvent[] {
  const known = new Map<string, FeedEvent>(read.map((event) => [event.id, event]));
  for (const event of live) {
    // A live one says more: the ranks.
    if (nationId === null || event.nationId === nationId) known.set(event.id, event);
  }
  return [...known.values()]
    .filter((event) => actOf(event) !== null)
    .sort((a, b) => (a.id < b.id ? 1 : -1));
}

/**
 * `took the lead with 5,000 DENA`, `new President of Italy`, `passed marco.eth and 2 more with 50
 * DENA`.
 */
export function wordsOf(event: FeedEvent): string {
  const { kind, nationId, presidency, gdpAfter, passed } = event;
  const nation = nationInText(nationId);
  // Not growth: everyone of a nation begins with as much.
  if (kind === 'nation-chosen') return `joined for ${nation} with ${formatDollars(gdpAfter)}`;
  const act = actOf(event) ?? '';
  if (finishedStage(event)) return act;
  const object = objectText(event);
  if (presidency === 'won') {
    return `${tookLead(event) ? 'took the lead, ' : ''}new President of ${nation}`;
  }
  if (presidency === 'lost') return `${act}, no longer President of ${nation}`;
  const withMeans = object === null ? '' : ` with ${object}`;
  if (tookLead(event)) return `took the lead${withMeans}`;
  const places = placesOf(event);
  if (places < 0) return `${act}, fell ${formatCount(-places)}`;
  if (places === 0) return act;
  const more = places > 1 ? andMore(places - 1) : '';
  return `passed ${passed ? nameOf(passed) + more : formatCount(places)}${withMeans}`;
}
