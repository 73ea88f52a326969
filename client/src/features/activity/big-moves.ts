/** Which deeds change the race, and which are small enough to be told together. Pure. */
import type { Deed } from './deeds.ts';

/** So many places at once are a big move. */
const MANY_PLACES = 10;
const TOP = 10;
/** How many deeds before it an amount is compared with, and what part of them may be as large. */
const COMPARED = 40;
const LARGEST_PART = 1 / 10;

type Moved = Pick<Deed, 'kind' | 'delta' | 'rankBefore' | 'rankAfter' | 'presidency'>;

export function tookLead({
  rankBefore,
  rankAfter,
}: Pick<Deed, 'rankBefore' | 'rankAfter'>): boolean {
  return rankAfter === 1 && rankBefore !== null && rankBefore > 1;
}

/** Places gained, or lost where it is below 0. */
export function placesOf({
  rankBefore,
  rankAfter,
}: Pick<Deed, 'rankBefore' | 'rankAfter'>): number {
  return rankBefore === null || rankAfter === null ? 0 : rankBefore - rankAfter;
}

/**
 * Whether a deed is a big move: the lead, a presidency, a place among the first ten, many places at once, or
 * one of the largest amounts of late. It goes by what came before it, so that it stays what it was.
 * @param earlier the deeds before it, newest first.
 */
export function isBigMove(deed: Moved, earlier: readonly Moved[]): boolean {
  const { rankBefore, rankAfter, presidency } = deed;
  if (presidency !== null || tookLead(deed)) return true;
  if (Math.abs(placesOf(deed)) >= MANY_PLACES) return true;
  const isIn = rankAfter !== null && rankAfter <= TOP;
  const wasIn = rankBefore !== null && rankBefore <= TOP;
  if (isIn && !wasIn && deed.kind !== 'nation-chosen') return true;
  return isLarge(deed, earlier);
}

/** Those who join bring a nation's starting GDP, which nobody's amount compares with. */
function isLarge(deed: Moved, earlier: readonly Moved[]): boolean {
  if (deed.kind === 'nation-chosen' || deed.delta === 0) return false;
  const size = Math.abs(deed.delta);
  let compared = 1;
  let asLarge = 1;
  for (const { kind, delta } of earlier) {
    if (kind === 'nation-chosen' || delta === 0) continue;
    compared += 1;
    if (Math.abs(delta) >= size) asLarge += 1;
    if (compared === COMPARED) break;
  }
  return asLarge <= Math.ceil(compared * LARGEST_PART);
}

/** A line of the feed: a deed, or several small ones in a row. */
export type Item =
  | { readonly key: string; readonly deed: Deed; readonly fold: null; readonly isWithin: boolean }
  | { readonly key: string; readonly deed: null; readonly fold: Fold };

export interface Fold {
  /** Newest first. */
  readonly deeds: readonly Deed[];
  /** Of them all, dollars. */
  readonly delta: number;
  readonly atMs: number;
  readonly isOpen: boolean;
}

/**
 * The deeds with small ones in a row folded into one; those of a fold that is open follow it.
 * @param deeds newest first.
 * @param open the keys of folds that are open.
 */
export function folded(deeds: readonly Deed[], open: ReadonlySet<string>): readonly Item[] {
  const items: Item[] = [];
  let small: Deed[] = [];
  const close = () => {
    const [newest] = small;
    const oldest = small.at(-1);
    if (newest && oldest) items.push(...together(small, newest, oldest, open));
    small = [];
  };
  for (const [i, deed] of deeds.entries()) {
    if (!isBigMove(deed, deeds.slice(i + 1))) small.push(deed);
    else {
      close();
      items.push(alone(deed));
    }
  }
  close();
  return items;
}

/** Every deed by itself. */
export function unfolded(deeds: readonly Deed[]): readonly Item[] {
  return deeds.map((deed) => alone(deed));
}

function alone(deed: Deed, isWithin = false): Item {
  return { key: deed.key, deed, fold: null, isWithin };
}

function together(
  deeds: readonly Deed[],
  newest: Deed,
  oldest: Deed,
  open: ReadonlySet<string>,
): readonly Item[] {
  if (newest === oldest) return [alone(newest)];
  // By its oldest deed, since it grows at its other end.
  const key = `from ${oldest.key}`;
  const isOpen = open.has(key);
  const delta = deeds.reduce((sum, deed) => sum + deed.delta, 0);
  const fold: Item = { key, deed: null, fold: { deeds, delta, atMs: newest.atMs, isOpen } };
  return isOpen ? [fold, ...deeds.map((deed) => alone(deed, true))] : [fold];
}
