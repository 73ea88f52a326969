/** How far each row has moved since this page first saw it: the number behind ▲2 and ▼1. */
import { useMemo, useState } from 'react';
import type { Address } from '../../../common/values/address.ts';

interface Ranked {
  readonly walletAddress: Address;
  readonly rank: number;
}

/**
 * Places gained (positive) or lost by each wallet, compared to `firstRanks`, to which new wallets
 * are added. Wallets that have not moved are left out.
 */
function rankMoves(
  firstRanks: Map<Address, number>,
  rows: readonly Ranked[],
): ReadonlyMap<Address, number> {
  const moves = new Map<Address, number>();
  for (const { walletAddress, rank } of rows) {
    const first = firstRanks.get(walletAddress);
    if (first === undefined) firstRanks.set(walletAddress, rank);
    else if (first !== rank) moves.set(walletAddress, first - rank);
  }
  return moves;
}

/** The same, remembered while the component is mounted. */
export function useRankMoves(rows: readonly Ranked[]): ReadonlyMap<Address, number> {
  const [firstRanks] = useState(() => new Map<Address, number>());
  return useMemo(() => rankMoves(firstRanks, rows), [firstRanks, rows]);
}
