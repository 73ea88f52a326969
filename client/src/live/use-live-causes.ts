/** The commits that moved GDPs while this page was open. */
import type { LiveCause } from './live-causes.ts';
import { useLiveValue } from './live-context.ts';

const NONE_YET: readonly LiveCause[] = [];

/** Newest first; the same array as long as nothing moved. */
export function useLiveCauses(): readonly LiveCause[] {
  return useLiveValue((client) => client.causes(), NONE_YET);
}

/** How often causes arrived incomplete: each time it rises, the events have more. */
export function useMissedCauses(): number {
  return useLiveValue((client) => client.missedCauses(), 0);
}
