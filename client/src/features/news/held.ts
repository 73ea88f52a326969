/** What this page holds of what the player has seen. Pure. */
import type { ShownEvent } from '../../live/live-events.ts';
import type { Seen } from './news.ts';

export interface Held {
  readonly seen: Seen | null;
  /** On which connection it was seen; null: on none of this page's. */
  readonly connection: number | null;
  /** The last look back at what came after it: what moved between two connections is never pushed. */
  readonly past: {
    readonly connection: number;
    readonly events: readonly ShownEvent[];
  } | null;
}

export function heldFrom(seen: Seen | null, connection: number | null): Held {
  return { seen, connection, past: null };
}

/** What another tab has kept. */
export function told(held: Held, seen: Seen | null, connection: number | null): Held {
  // It only noted something about what both have seen: this page's look back is still of use.
  if (held.seen?.rev === seen?.rev) return { ...held, seen };
  return heldFrom(seen, connection);
}
