/**
 * Who is on course to pass whom, judged by recent gains. Says nothing without enough evidence: a pace needs
 * several gains over some time, the last of them recent. Pure.
 */
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../../common/values/address.ts';
import { instantOf } from '../../../../common/values/instant.ts';
import { deltaOf, type ShownEvent } from '../../live/live-events.ts';

/** The window from which a pace is computed. */
const LOOKS_BACK_MS = 180_000;
const FEWEST_GAINS = 3;
const SHORTEST_MS = 15_000;
/** A player who has gained nothing for this long has stopped. */
const RESTS_MS = 45_000;
/** Anything farther off is a guess. */
const FARTHEST_MS = 180_000;
const NEAREST_MS = 3000;
/** How far down the list this is of interest. */
const ROWS = 100;
/** The pass shown last stays until another is this many places better. */
const BETTER_PLACES = 3;

type Gain = Pick<ShownEvent, 'at' | 'kind' | 'walletAddress' | 'gdpBefore' | 'gdpAfter'>;
type Row = Pick<LeaderboardEntry, 'rank' | 'walletAddress' | 'name' | 'gdp'>;

export interface Course {
  readonly chaser: Row;
  readonly target: Row;
  /** Time until the chaser passes, at both players' pace. */
  readonly inMs: number;
}

/** Dollars per millisecond. */
interface Pace {
  readonly perMs: number;
  /** True if it is steady enough to predict a pass. */
  readonly isSteady: boolean;
}

/**
 * The most important upcoming pass: the one for the best rank.
 * @param rows the loaded rows, best first.
 * @param events in any order.
 * @param previous the pass shown last, kept while it still holds.
 */
export function onCourse(
  rows: readonly Row[],
  events: readonly Gain[],
  nowMs: number,
  previous: Course | null = null,
): Course | null {
  const paces = pacesOf(events, nowMs);
  let best: Course | null = null;
  for (const [i, chaser] of rows.slice(0, ROWS).entries()) {
    const target = rows[i - 1];
    const course = target ? courseOf(chaser, target, paces) : null;
    if (!course) continue;
    if (
      isSame(course, previous) &&
      (!best || best.target.rank > course.target.rank - BETTER_PLACES)
    ) {
      return course;
    }
    best ??= course;
  }
  return best;
}

function courseOf(chaser: Row, target: Row, paces: ReadonlyMap<Address, Pace>): Course | null {
  const pace = paces.get(chaser.walletAddress);
  if (!pace?.isSteady) return null;
  const closingPerMs = pace.perMs - (paces.get(target.walletAddress)?.perMs ?? 0);
  if (closingPerMs <= 0) return null;
  // [LB1] A tie is not enough: the player who was there first keeps the rank.
  const inMs = (target.gdp - chaser.gdp + 1) / closingPerMs;
  return inMs >= NEAREST_MS && inMs <= FARTHEST_MS ? { chaser, target, inMs } : null;
}

function pacesOf(events: readonly Gain[], nowMs: number): ReadonlyMap<Address, Pace> {
  const gained = new Map<
    Address,
    { sum: number; gains: number; firstMs: number; lastMs: number }
  >();
  for (const event of events) {
    const { walletAddress, kind } = event;
    const atMs = instantOf(event.at);
    const delta = deltaOf(event);
    // Joining happens only once, so it says nothing about pace.
    if (kind === 'nation-chosen' || nowMs - atMs > LOOKS_BACK_MS) continue;
    const held = gained.get(walletAddress);
    if (!held) {
      gained.set(walletAddress, {
        sum: delta,
        gains: delta > 0 ? 1 : 0,
        firstMs: atMs,
        lastMs: atMs,
      });
      continue;
    }
    held.sum += delta;
    if (delta > 0) held.gains += 1;
    held.firstMs = Math.min(held.firstMs, atMs);
    held.lastMs = Math.max(held.lastMs, atMs);
  }
  return new Map(
    [...gained].map(([wallet, { sum, gains, firstMs, lastMs }]): [Address, Pace] => {
      const overMs = Math.max(nowMs - firstMs, SHORTEST_MS);
      const isSteady =
        gains >= FEWEST_GAINS && lastMs - firstMs >= SHORTEST_MS && nowMs - lastMs <= RESTS_MS;
      return [wallet, { perMs: sum / overMs, isSteady }];
    }),
  );
}

function isSame(a: Course, b: Course | null): boolean {
  return (
    b !== null &&
    a.chaser.walletAddress === b.chaser.walletAddress &&
    a.target.walletAddress === b.target.walletAddress
  );
}

/** `about 40 s`, `about 2 min`: no more exact than the estimate. */
export function inWords(inMs: number): string {
  const seconds = inMs / 1000;
  if (seconds < 20) return 'a few seconds';
  if (seconds < 95) return `about ${Math.round(seconds / 10) * 10} s`;
  return `about ${Math.round(seconds / 60)} min`;
}
