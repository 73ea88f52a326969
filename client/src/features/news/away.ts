/** What happened to the player since they last looked. Pure. */
import { z } from 'zod';
import type { GameEvent } from '../../../../common/protocol/events.ts';
import type { Address } from '../../../../common/values/address.ts';
import { instantOf } from '../../../../common/values/instant.ts';
import { unlockedBetween, type Named } from './news-items.ts';

/** When the page was last looked at, and the player's state then. */
export const seenSchema = z
  .object({
    /** The data set; another one has other players. */
    epoch: z.string(),
    atMs: z.int().nonnegative(),
    rank: z.int().nonnegative(),
    /** Dollars. */
    gdp: z.int().nonnegative(),
    isPresident: z.boolean(),
  })
  .readonly();
export type Seen = z.infer<typeof seenSchema>;

export interface Away {
  readonly sinceMs: number;
  readonly rankBefore: number;
  readonly rankAfter: number;
  /** The change in GDP, in dollars. */
  readonly dollars: number;
  /** Players who passed, as far as the fetched events show; the latest first. */
  readonly passedBy: readonly Named[];
  readonly presidency: 'won' | 'lost' | null;
  readonly unbacked: readonly { readonly stakes: number; readonly block: number | null }[];
  /** How many stakes' locks ended. */
  readonly unlocked: number;
}

/** A reload doesn't count as an absence, unless something was lost during it. */
const AWAY_MS = 60_000;

/**
 * How far the page's idea of the server's clock may be ahead. Somebody passed, or the rank would be the same: who did so
 * in these moments is named rather than nobody.
 */
const CLOCK_ERROR_MS = 2000;

type Lock = Parameters<typeof unlockedBetween>[0][number];

/** Whether there is an absence to report at all, decided before anything is fetched for it. */
export function wasAway(seen: Seen | null, now: Seen, stakes: readonly Lock[]): seen is Seen {
  if (seen === null || seen.epoch !== now.epoch) return false;
  return (
    now.atMs - seen.atMs > AWAY_MS ||
    now.rank > seen.rank ||
    now.gdp < seen.gdp ||
    (seen.isPresident && !now.isPresident) ||
    unlockedBetween(stakes, seen.atMs, now.atMs).length > 0
  );
}

/**
 * Null if nothing happened that concerns the player.
 * @param events newest first, of all players and of the player, as far as they were fetched.
 */
export function awayOf(
  seen: Seen,
  now: Seen,
  you: Address,
  events: { readonly own: readonly GameEvent[]; readonly all: readonly GameEvent[] },
  stakes: readonly Lock[],
): Away | null {
  const isSince = ({ at }: GameEvent): boolean => instantOf(at) > seen.atMs;
  const mayBeSince = ({ at }: GameEvent): boolean => instantOf(at) > seen.atMs - CLOCK_ERROR_MS;
  const unbacked = events.own
    .filter((event) => event.kind === 'stakes-unbacked' && isSince(event))
    .map(({ detail }) => ({ stakes: detail.stakeIds?.length ?? 1, block: detail.block ?? null }));
  const away: Away = {
    sinceMs: seen.atMs,
    rankBefore: seen.rank,
    rankAfter: now.rank,
    dollars: now.gdp - seen.gdp,
    passedBy: now.rank > seen.rank ? passersOf(events.all.filter(mayBeSince), now.gdp, you) : [],
    presidency: seen.isPresident === now.isPresident ? null : now.isPresident ? 'won' : 'lost',
    unbacked,
    unlocked: unlockedBetween(stakes, seen.atMs, now.atMs).length,
  };
  const isNothing =
    away.rankBefore === away.rankAfter &&
    away.dollars === 0 &&
    away.presidency === null &&
    unbacked.length === 0 &&
    away.unlocked === 0;
  return isNothing ? null : away;
}

/** [LB1] Players who had no more GDP than the player, and then had more. */
function passersOf(events: readonly GameEvent[], gdp: number, you: Address): readonly Named[] {
  const passers = new Map<Address, Named>();
  for (const { walletAddress, name, gdpBefore, gdpAfter } of events) {
    if (walletAddress === you || gdpBefore > gdp || gdpAfter <= gdp) continue;
    if (!passers.has(walletAddress)) passers.set(walletAddress, { walletAddress, name });
  }
  return [...passers.values()];
}
