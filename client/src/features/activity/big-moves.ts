/** Which events change the race, and which are small enough to fold together. Pure. */
import { instantOf } from '../../../../common/values/instant.ts';
import { deltaOf, type ShownEvent } from '../../live/live-events.ts';

/** This many places in one move make it big. */
const MANY_PLACES = 10;
const TOP = 10;
/** How many earlier events an amount is compared with, and what share of them may be as large. */
const COMPARED = 40;
const LARGEST_PART = 1 / 10;

type Moved = Pick<
  ShownEvent,
  'kind' | 'detail' | 'gdpBefore' | 'gdpAfter' | 'rankBefore' | 'rankAfter' | 'presidency'
>;
type Ranks = Pick<ShownEvent, 'rankBefore' | 'rankAfter'>;

/** [WRK1] True of the contribution that finished a stage of the nation's work. */
export function finishedStage({ detail }: Pick<ShownEvent, 'detail'>): boolean {
  return detail.finished !== undefined && detail.finished.length > 0;
}

export function tookLead({ rankBefore, rankAfter }: Ranks): boolean {
  return rankAfter === 1 && !!rankBefore && rankBefore > 1;
}

/** Places gained; negative if lost; 0 if a rank is unknown. */
export function placesOf({ rankBefore, rankAfter }: Ranks): number {
  return rankBefore && rankAfter ? rankBefore - rankAfter : 0;
}

/**
 * True for a big move: the lead, a presidency, a finished stage, a place in the top ten, many places in one
 * move, or one of the largest recent amounts. It depends only on earlier events, so the answer never changes.
 * @param earlier the events before it, newest first.
 */
export function isBigMove(event: Moved, earlier: readonly Moved[]): boolean {
  const { rankBefore, rankAfter, presidency } = event;
  if (presidency || tookLead(event) || finishedStage(event)) return true;
  if (Math.abs(placesOf(event)) >= MANY_PLACES) return true;
  const isIn = rankAfter !== undefined && rankAfter <= TOP;
  const wasIn = !!rankBefore && rankBefore <= TOP;
  if (isIn && !wasIn && event.kind !== 'nation-chosen') return true;
  return isLarge(event, earlier);
}

/** Joining is excluded: a nation's starting GDP is not comparable with any staked amount. */
function isLarge(event: Moved, earlier: readonly Moved[]): boolean {
  const size = Math.abs(deltaOf(event));
  if (event.kind === 'nation-chosen' || size === 0) return false;
  let compared = 1;
  let asLarge = 1;
  for (const other of earlier) {
    const otherSize = Math.abs(deltaOf(other));
    if (other.kind === 'nation-chosen' || otherSize === 0) continue;
    compared += 1;
    if (otherSize >= size) asLarge += 1;
    if (compared === COMPARED) break;
  }
  return asLarge <= Math.ceil(compared * LARGEST_PART);
}

/** A line of the feed: one event, or several consecutive small ones. */
export type Item =
  | {
      readonly key: string;
      readonly event: ShownEvent;
      readonly fold: null;
      readonly isWithin: boolean;
    }
  | { readonly key: string; readonly event: null; readonly fold: Fold };

export interface Fold {
  /** Newest first. */
  readonly events: readonly ShownEvent[];
  /** The sum over all of them, in dollars. */
  readonly delta: number;
  readonly atMs: number;
  readonly isOpen: boolean;
}

/**
 * The events, with consecutive small ones folded into one item; the events of an open fold follow it.
 * @param events newest first.
 * @param open the keys of open folds.
 */
export function folded(events: readonly ShownEvent[], open: ReadonlySet<string>): readonly Item[] {
  const items: Item[] = [];
  let small: ShownEvent[] = [];
  const close = () => {
    const [newest] = small;
    const oldest = small.at(-1);
    if (newest && oldest) items.push(...together(small, newest, oldest, open));
    small = [];
  };
  for (const [i, event] of events.entries()) {
    if (!isBigMove(event, events.slice(i + 1))) small.push(event);
    else {
      close();
      items.push(alone(event));
    }
  }
  close();
  return items;
}

/** Each event as its own item. */
export function unfolded(events: readonly ShownEvent[]): readonly Item[] {
  return events.map((event) => alone(event));
}

function alone(event: ShownEvent, isWithin = false): Item {
  return { key: event.id, event, fold: null, isWithin };
}

function together(
  events: readonly ShownEvent[],
  newest: ShownEvent,
  oldest: ShownEvent,
  open: ReadonlySet<string>,
): readonly Item[] {
  if (newest === oldest) return [alone(newest)];
  // Keyed by its oldest event, since it grows at the other end.
  const key = `from ${oldest.id}`;
  const isOpen = open.has(key);
  const delta = events.reduce((sum, event) => sum + deltaOf(event), 0);
  const fold: Item = {
    key,
    event: null,
    fold: { events, delta, atMs: instantOf(newest.at), isOpen },
  };
  return isOpen ? [fold, ...events.map((event) => alone(event, true))] : [fold];
}
