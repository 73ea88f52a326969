/** What pages read of the live state besides the ranking; the first page needs none of it before it stands. */
import { useCallback } from 'react';
import type { TotalsByNation } from '../../../client-kit/live/live-game.ts';
import type { LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import type { WatchingMessage } from '../../../common/protocol/live.ts';
import type { Address } from '../../../common/values/address.ts';
import { useLiveValue } from './live-context.ts';
import type { ShownEvent } from './live-events.ts';
import { useLeaderboard } from './use-leaderboard.ts';

const NO_EVENTS: readonly ShownEvent[] = [];

/** What moved GDPs and works while this page was open, newest first; the same array as long as nothing moved. */
export function useLiveEvents(): readonly ShownEvent[] {
  return useLiveValue((client) => client.events(), NO_EVENTS);
}

/** How often live events arrived incomplete: each time it rises, GET /api/events has more. */
export function useMissedEvents(): number {
  return useLiveValue((client) => client.missedEvents(), 0);
}

const NO_TOTALS: TotalsByNation = {};

/** Each nation's last pushed GDP, players and president; nations without a push yet are left out. */
export function useNationTotals(): TotalsByNation {
  return useLiveValue((client) => client.totals(), NO_TOTALS);
}

/** How many sockets watch the game; null if that is unknown, or while the socket is down. */
export function useWatching(): WatchingMessage | null {
  return useLiveValue((client) => client.watching(), null);
}

/** Cached per array of rows: many mentions on a page share one pass through them. */
const namesByRows = new WeakMap<readonly LeaderboardEntry[], ReadonlyMap<Address, string>>();

function namesIn(rows: readonly LeaderboardEntry[]): ReadonlyMap<Address, string> {
  const known = namesByRows.get(rows);
  if (known) return known;
  const names = new Map(
    rows.flatMap(({ walletAddress, name }) => (name ? [[walletAddress, name] as const] : [])),
  );
  namesByRows.set(rows, names);
  return names;
}

/** A wallet's verified ENS name from the rows that the page holds; null if none has one. */
export function useNames(): (wallet: Address) => string | null {
  const { rows } = useLeaderboard({ poll: false });
  return useCallback((wallet: Address) => namesIn(rows).get(wallet) ?? null, [rows]);
}
