/** Which events change the race. Pure. */
import { deltaOf, placesOf, type ShownEvent } from '../../live/live-events.ts';

/** This many places in one move make it big. */
const MANY_PLACES = 10;
const TOP = 10;
/** How many earlier events an amount is compared with, and what share of them may be as large. */
const COMPARED = 40;
const LARGEST_PART = 1 / 10;
/** Dollars. Less than that stands out only while little has happened. */
const LEAST_LARGE = 2500;

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

/**
 * True for a big move: the lead, a presidency, a finished stage, a place in the top ten, many
 * places in one move, or one of the largest recent amounts. It depends only on earlier events, so
 * the answer never changes.
 * @param earlier the events before it, newest first.
 */
function isBigMove(event: Moved, earlier: readonly Moved[]): boolean {
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
  if (event.kind === 'nation-chosen' || size < LEAST_LARGE) return false;
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

/** The newest big moves, at most so many. @param events newest first. */
export function bigMoves<Event extends Moved>(events: readonly Event[], most: number): Event[] {
  const big: Event[] = [];
  for (const [i, event] of events.entries()) {
    if (big.length === most) break;
    if (isBigMove(event, events.slice(i + 1))) big.push(event);
  }
  return big;
}
