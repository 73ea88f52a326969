/** How far each row has moved since this page first saw it: what ▲2 and ▼1 count. */
import { useMemo, useState } from 'react';
import type { Address } from '../../../common/values/address.ts';

interface Ranked {
  readonly walletAddress: Address;
  readonly rank: number;
}

/**
 * Places gained (positive) or lost by each wallet, against `firstRanks`, to which those seen for the
 * first time are added. Who has not moved is left out.
 */
export function rankMoves(
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

/** The same, remembered for as long as the component stands. */
export function useRankMoves(rows: readonly Ranked[]): ReadonlyMap<Address, number> {
  const [firstRanks] = useState(() => new Map<Address, number>());
  return useMemo(() => rankMoves(firstRanks, rows), [firstRanks, rows]);
}
