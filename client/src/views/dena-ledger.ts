/** [DEN1, LB2] A player's DENA ledger: held = staked + spent + left to stake. Pure. */
import type { PlayerNationView } from '../../../common/protocol/player-nation.ts';
import { formatDena, parseDena } from '../../../common/values/amount.ts';
import { formatDenaAmount } from '../../../common/values/figures.ts';

/** Of figures from the server, while the wallet can't read them. */
export const LAST_VERIFIED = 'As the game last verified it';

interface DenaLedger {
  /** Paid for resources, for good; it stays in the wallet but no longer counts. */
  readonly spentWei: bigint;
  /** What is left to stake, or to pay with; never below 0. */
  readonly freeWei: bigint;
  /** The excess of staked and paid over held: stakes are about to end [CHN1]. Usually 0. */
  readonly shortWei: bigint;
}

/** @param heldWei the newest known balance: the wallet's own reading, or the server's last one. */
export function ledgerOf(
  heldWei: bigint,
  { totals }: Pick<PlayerNationView['playerNation'], 'totals'>,
): DenaLedger {
  const stakedWei = parseDena(totals.denaStaked) ?? 0n;
  const spentWei = parseDena(totals.denaSpent) ?? 0n;
  const restWei = heldWei - stakedWei - spentWei;
  return {
    spentWei,
    freeWei: restWei > 0n ? restWei : 0n,
    shortWei: restWei < 0n ? -restWei : 0n,
  };
}

/** `1,250.5`: at most four decimals [CON8]. */
export function denaText(wei: bigint): string {
  return formatDenaAmount(formatDena(wei));
}
