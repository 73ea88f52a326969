/** [LB1, LB2, PRE1] The ranking order, on the server and on every screen. */
import { compareAddresses, type Address } from '../values/address.ts';
import type { BoardRow } from '../values/board-row.ts';
import type { Player } from '../values/player.ts';
import { unitsIn } from '../values/works.ts';

/** What [LB1] orders by. */
export interface RankKey {
  readonly gdp: number;
  readonly gdpOrder: number;
  readonly wallet: Address;
}

/**
 * [LB1] GDP descending, then who reached it first [ORD1], then the lower address. Never 0 for two
 * wallets.
 */
export function compareRank(a: RankKey, b: RankKey): number {
  return b.gdp - a.gdp || a.gdpOrder - b.gdpOrder || compareAddresses(a.wallet, b.wallet);
}

/** What [PRE1] compares. */
export interface PresidencyKey {
  readonly culturalCount: number;
  readonly culturalOrder: number;
  readonly wallet: Address;
}

/**
 * [PRE1] Most cultural NFTs staked, then who reached that number first [ORD1], then the lower
 * address.
 */
export function comparePresidency(a: PresidencyKey, b: PresidencyKey): number {
  return (
    b.culturalCount - a.culturalCount ||
    a.culturalOrder - b.culturalOrder ||
    compareAddresses(a.wallet, b.wallet)
  );
}

/**
 * [LB2] The DENA holdings that a player's row shows: the last verified balance − spent, never below
 * 0.
 */
export function denaHoldingsWei(player: Player): bigint {
  const left = player.holdings.denaWei - player.spentWei;
  return left > 0n ? left : 0n;
}

/** The row of a player in a snapshot, from which a board goes on. */
export function snapshotRow(player: Player): BoardRow {
  return { ...boardRow(player), season: player.season };
}

/** A player's leaderboard row. */
export function boardRow(player: Player): BoardRow {
  const row = {
    wallet: player.wallet,
    name: player.name,
    nationId: player.nationId,
    gdp: player.standing.gdp,
    gdpSince: player.gdpSince,
    gdpOrder: player.gdpOrder,
    denaBalanceWei: player.holdings.denaWei,
    denaHoldingsWei: denaHoldingsWei(player),
    resources: player.resources.units,
    culturalCount: player.standing.culturalCount,
    culturalSince: player.culturalSince,
    culturalOrder: player.culturalOrder,
  };
  // Most players have none, and a million rows are in memory.
  if (unitsIn(player.contributed) === 0) return row;
  return { ...row, contributed: player.contributed };
}
