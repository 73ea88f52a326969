/** The names of wallets, where all that is at hand is an address. */
import { useCallback } from 'react';
import type { LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../common/values/address.ts';
import { useLeaderboard } from './use-leaderboard.ts';

/** By the rows that they were read from: many mentions on a page share one look through them. */
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

/** A wallet's checked ENS name as the rows that the page holds tell it; null where none of them does. */
export function useNames(): (wallet: Address) => string | null {
  const { rows } = useLeaderboard({ poll: false });
  return useCallback((wallet: Address) => namesIn(rows).get(wallet) ?? null, [rows]);
}
