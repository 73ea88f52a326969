/**
 * What pages read of the live state besides the ranking; the first page needs none of it before it
 * stands.
 */
import type { TotalsByNation } from '../../../client-kit/live/live-game.ts';
import type { WatchingMessage } from '../../../common/protocol/live.ts';
import { useLiveValue } from './live-context.ts';
import type { ShownEvent } from './live-events.ts';

const NO_EVENTS: readonly ShownEvent[] = [];

/**
 * What moved GDPs and works while this page was open, newest first; the same array as long as
 * nothing moved.
 */
export function useLiveEvents(): readonly ShownEvent[] {
  return useLiveValue((client) => client.events(), NO_EVENTS);
}

/** How often live events arrived incomplete: each time it rises, GET /api/events has more. */
export function useMissedEvents(): number {
  return useLiveValue((client) => client.missedEvents(), 0);
}

const NO_TOTALS: TotalsByNation = {};

/**
 * Each nation's last pushed GDP, players and president; nations without a push yet are left out.
 */
export function useNationTotals(): TotalsByNation {
  return useLiveValue((client) => client.totals(), NO_TOTALS);
}

/** How many sockets watch the game; null if that is unknown, or while the socket is down. */
export function useWatching(): WatchingMessage | null {
  return useLiveValue((client) => client.watching(), null);
}
