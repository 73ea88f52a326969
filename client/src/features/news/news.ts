/** What happened to the player since what they have seen, whether the page was open meanwhile or not. Pure. */
import { z } from 'zod';
import type { Address } from '../../../../common/values/address.ts';
import { instantOf } from '../../../../common/values/instant.ts';
import { deltaOf, type ShownEvent } from '../../live/live-events.ts';
import type { Nameable } from '../../views/names-text.ts';

/** The player's state as they last saw it: what differs from it is news until it is dismissed. */
const seenSchema = z
  .object({
    /** The data set; another one has other players. */
    epoch: z.string(),
    /** Events after it have not been seen. */
    rev: z.string(),
    atMs: z.int().nonnegative(),
    rank: z.int().nonnegative(),
    /** Dollars. */
    gdp: z.int().nonnegative(),
    isPresident: z.boolean(),
    /** The presidency was won since: losing it again is news, too. */
    hasWon: z.boolean().optional(),
  })
  .readonly();
export type Seen = z.infer<typeof seenSchema>;

/** What the browser kept; null if it is nothing, or nothing readable. */
export function parseSeen(text: string | null): Seen | null {
  if (text === null) return null;
  try {
    return seenSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    console.warn('What this browser kept cannot be read:', error);
    return null;
  }
}

interface Stake {
  readonly id: string;
  readonly isActive: 0 | 1;
  readonly unstakeableAt: string;
}

/** [CHN1] Stakes that ended because the wallet no longer holds what backs them. */
interface Unbacked {
  readonly stakeIds: readonly string[];
  readonly dollars: number;
  readonly block: number | null;
}

export interface News {
  /** Null if no place was lost. */
  readonly places: {
    readonly before: number;
    readonly after: number;
    /** The latest first, as far as their events are known. */
    readonly passedBy: readonly Nameable[];
  } | null;
  readonly presidency: 'won' | 'lost' | null;
  readonly unbacked: readonly Unbacked[];
  /** [LCK1] The stakes whose lock ended. */
  readonly unlocked: readonly string[];
}

/** Whether the events since are needed: something was lost. */
export function hasLost(seen: Seen, now: Seen): boolean {
  return now.rank > seen.rank || now.gdp < seen.gdp;
}

/**
 * Null if nothing happened that concerns the player.
 * @param events in any order, of all players; an event may stand among them twice.
 * @param wasAbsent places are news even if it isn't known who passed. While the page is open, they were lost by the
 * player's own move then.
 */
export function newsSince(
  seen: Seen,
  now: Seen,
  you: Address,
  {
    events,
    stakes,
    wasAbsent,
  }: {
    readonly events: readonly ShownEvent[];
    readonly stakes: readonly Stake[];
    readonly wasAbsent: boolean;
  },
): News | null {
  const byId = new Map(events.map((event) => [event.id, event]));
  const recent = [...byId.values()]
    .filter(({ id }) => id > seen.rev)
    .sort((a, b) => (a.id < b.id ? 1 : -1));
  const passedBy = now.rank > seen.rank ? passersOf(recent, now.gdp, you) : [];
  const hasPlaces = passedBy.length > 0 || (wasAbsent && now.rank > seen.rank);
  const news: News = {
    places: hasPlaces ? { before: seen.rank, after: now.rank, passedBy } : null,
    presidency: presidencySince(seen, now),
    unbacked: recent
      .filter(({ kind, walletAddress }) => kind === 'stakes-unbacked' && walletAddress === you)
      .map((event) => ({
        stakeIds: event.detail.stakeIds ?? [],
        dollars: deltaOf(event),
        block: event.detail.block ?? null,
      })),
    unlocked: unlockedBetween(stakes, seen.atMs, now.atMs),
  };
  const { places, presidency, unbacked, unlocked } = news;
  const isNothing = !places && !presidency && unbacked.length === 0 && unlocked.length === 0;
  return isNothing ? null : news;
}

/** [PRE1] */
function presidencySince(seen: Seen, now: Seen): News['presidency'] {
  if (now.isPresident) return seen.isPresident ? null : 'won';
  return seen.isPresident || seen.hasWon ? 'lost' : null;
}

/** [LB1] Players who had no more GDP than the player, and then had more. */
function passersOf(events: readonly ShownEvent[], gdp: number, you: Address): readonly Nameable[] {
  const passers = new Map<Address, Nameable>();
  for (const { walletAddress, name, gdpBefore, gdpAfter } of events) {
    if (walletAddress === you || gdpBefore > gdp || gdpAfter <= gdp) continue;
    if (!passers.has(walletAddress)) passers.set(walletAddress, { walletAddress, name });
  }
  return [...passers.values()];
}

/** [LCK1] The active stakes whose lock ended after `afterMs` and no later than `untilMs`. */
function unlockedBetween(
  stakes: readonly Stake[],
  afterMs: number,
  untilMs: number,
): readonly string[] {
  return stakes
    .filter(({ isActive, unstakeableAt }) => {
      const atMs = instantOf(unstakeableAt);
      return isActive === 1 && atMs > afterMs && atMs <= untilMs;
    })
    .map(({ id }) => id);
}
