/** What moved GDPs and works while this page was open. */
import type { ShownEvent } from './live-events.ts';
import { useLiveValue } from './live-context.ts';

const NONE_YET: readonly ShownEvent[] = [];

/** Newest first; the same array as long as nothing moved. */
export function useLiveEvents(): readonly ShownEvent[] {
  return useLiveValue((client) => client.events(), NONE_YET);
}

/** How often live events arrived incomplete: each time it rises, GET /api/events has more. */
export function useMissedEvents(): number {
  return useLiveValue((client) => client.missedEvents(), 0);
}
