/**
 * Who is on course to pass whom, by what each gained in the last minutes. It says nothing where there is no
 * honest basis: a pace takes several gains over some time, the last of them a moment ago. Pure.
 */
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../../common/values/address.ts';
import type { LiveCause } from '../../live/live-causes.ts';

/** What a pace is made of. */
const LOOKS_BACK_MS = 180_000;
const FEWEST_GAINS = 3;
const SHORTEST_MS = 15_000;
/** Who has gained nothing for so long has stopped. */
const RESTS_MS = 45_000;
/** What is farther off is a guess. */
const FARTHEST_MS = 180_000;
const NEAREST_MS = 3000;
/** How far down the list anybody cares. */
const ROWS = 100;
/** One that is told already stays until another is so many places better. */
const BETTER_PLACES = 3;

type Row = Pick<LeaderboardEntry, 'rank' | 'walletAddress' | 'name' | 'gdp'>;

export interface Course {
  readonly chaser: Row;
  readonly target: Row;
  /** Until it passes, at the pace of both. */
  readonly inMs: number;
}

/** Dollars a second. */
interface Pace {
  readonly perMs: number;
  /** Whether it is steady enough to tell a passing by. */
  readonly isSteady: boolean;
}

/**
 * The passing that matters most: the one for the best rank.
 * @param rows best first, as the page holds them.
 * @param causes newest first.
 * @param told what was told last, which stays while it holds.
 */
export function onCourse(
  rows: readonly Row[],
  causes: readonly LiveCause[],
  nowMs: number,
  told: Course | null = null,
): Course | null {
  const paces = pacesOf(causes, nowMs);
  let best: Course | null = null;
  for (const [i, chaser] of rows.slice(0, ROWS).entries()) {
    const target = rows[i - 1];
    const course = target ? courseOf(chaser, target, paces) : null;
    if (!course) continue;
    if (isSame(course, told) && (!best || best.target.rank > course.target.rank - BETTER_PLACES)) {
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
  // [LB1] Equal is behind: who was there first keeps the rank.
  const inMs = (target.gdp - chaser.gdp + 1) / closingPerMs;
  return inMs >= NEAREST_MS && inMs <= FARTHEST_MS ? { chaser, target, inMs } : null;
}

function pacesOf(causes: readonly LiveCause[], nowMs: number): ReadonlyMap<Address, Pace> {
  const gained = new Map<
    Address,
    { sum: number; gains: number; firstMs: number; lastMs: number }
  >();
  for (const { walletAddress, kind, delta, atMs } of causes) {
    // Joining happens once.
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

/** `about 40 s`, `about 2 min`: no more exact than it is known. */
export function inWords(inMs: number): string {
  const seconds = inMs / 1000;
  if (seconds < 20) return 'a few seconds';
  if (seconds < 95) return `about ${Math.round(seconds / 10) * 10} s`;
  return `about ${Math.round(seconds / 60)} min`;
}
