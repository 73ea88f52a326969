/** Looks up a wallet's name if only its address is at hand. */
import { useCallback } from 'react';
import type { LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../common/values/address.ts';
import { useLeaderboard } from './use-leaderboard.ts';

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
