/** [DEN1, LB2] One truth about a player's DENA: held = staked + spent + free. Pure. */
import type { PlayerNationView } from '../../../common/protocol/player-nation.ts';
import { formatDena, parseDena, WEI_PER_DENA } from '../../../common/values/amount.ts';
import { formatDenaAmount, formatExactDena } from '../ui/format.ts';

export type DenaOfServer = Pick<
  PlayerNationView['playerNation'],
  'denaBalance' | 'denaAvailable' | 'totals'
>;

export interface DenaLedger {
  /** In the wallet, on chain. */
  readonly heldWei: bigint;
  readonly stakedWei: bigint;
  /** In trades, for good; it stays in the wallet and counts for nothing. */
  readonly spentWei: bigint;
  /** What can be staked or spent: the rest, never below 0. */
  readonly freeWei: bigint;
  /** What is staked and spent beyond what is held: stakes are about to end [CHN1]. 0 as a rule. */
  readonly shortWei: bigint;
}

/** @param heldWei the newest balance there is: the wallet's own reading, or the server's last one. */
export function ledgerOf(heldWei: bigint, server: DenaOfServer): DenaLedger {
  const { totals } = server;
  // Servers that don't tell the totals know what is committed in all.
  const stakedWei = totals ? (parseDena(totals.denaStaked) ?? 0n) : committedOf(server);
  const spentWei = (totals && parseDena(totals.denaSpent)) ?? 0n;
  const restWei = heldWei - stakedWei - spentWei;
  return {
    heldWei,
    stakedWei,
    spentWei,
    freeWei: restWei > 0n ? restWei : 0n,
    shortWei: restWei < 0n ? -restWei : 0n,
  };
}

function committedOf({ denaBalance, denaAvailable }: DenaOfServer): bigint {
  return (parseDena(denaBalance) ?? 0n) - (parseDena(denaAvailable) ?? 0n);
}

/**
 * How the ledger's figures are written: with at most four decimals (SPEC.md §9), unless that would cut one of
 * them off. What is cut no longer adds up.
 */
export function figuresOf({ heldWei, stakedWei, spentWei, freeWei }: DenaLedger) {
  const isCut = [heldWei, stakedWei, spentWei, freeWei].some((wei) => wei % LAST_SHOWN_WEI !== 0n);
  const format = isCut ? formatExactDena : formatDenaAmount;
  return (wei: bigint): string => format(formatDena(wei));
}

/** 0.0001 DENA. */
const LAST_SHOWN_WEI = WEI_PER_DENA / 10_000n;

/** `10,000 staked · 500 spent · 89,500 free`: what the balance is made of, in a line. */
export function ledgerText(ledger: DenaLedger): string {
  const { stakedWei, spentWei, freeWei } = ledger;
  const figure = figuresOf(ledger);
  const part = (wei: bigint, is: string) => `${figure(wei)} ${is}`;
  return [part(stakedWei, 'staked'), part(spentWei, 'spent'), part(freeWei, 'free')].join(' · ');
}
