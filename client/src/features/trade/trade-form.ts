/** What a trade costs, and whether it can be made. Pure. */
import { tradeCost, TRADE_QUANTITY } from '../../../../common/rules/trade.ts';
import { formatDena, WEI_PER_DENA } from '../../../../common/values/amount.ts';
import type { ResourceType } from '../../../../common/values/resources.ts';
import { formatCount, formatDenaAmount } from '../../ui/format.ts';

/** [VAL8]: clamped to 0..1000 in steps of 10. */
export const QUANTITY_STEPS = { min: 0, max: TRADE_QUANTITY.max, step: TRADE_QUANTITY.step };

/** The largest quantity that the available DENA pays for, in whole steps, at most 1000. */
function mostAffordable(type: ResourceType, availableWei: bigint): number {
  const { max, step } = TRADE_QUANTITY;
  const stepWei = BigInt(tradeCost(type, step)) * WEI_PER_DENA;
  const steps = availableWei / stepWei;
  return steps >= BigInt(max / step) ? max : Number(steps) * step;
}

export type Readiness =
  { readonly status: 'ready' } | { readonly status: 'blocked'; readonly reason: string };

export interface Quote {
  /** Whole DENA. */
  readonly cost: number;
  /** The DENA left afterwards; null if there isn't enough. */
  readonly remainingWei: bigint | null;
  readonly readiness: Readiness;
}

/**
 * @param type null if none is chosen yet.
 * @param problem what is wrong with the typed quantity; null if it is valid.
 */
export function quote(
  type: ResourceType | null,
  quantity: number,
  availableWei: bigint,
  problem: string | null = null,
): Quote {
  const cost = type === null ? 0 : tradeCost(type, quantity);
  const left = availableWei - BigInt(cost) * WEI_PER_DENA;
  return {
    cost,
    remainingWei: left < 0n ? null : left,
    readiness:
      problem !== null && type !== null
        ? { status: 'blocked', reason: problem }
        : judge(type, quantity, left < 0n, availableWei),
  };
}

function judge(
  type: ResourceType | null,
  quantity: number,
  isTooMuch: boolean,
  availableWei: bigint,
): Readiness {
  if (type === null) return { status: 'blocked', reason: 'Choose a resource first.' };
  if (quantity === 0) return { status: 'blocked', reason: 'Choose a quantity above 0.' };
  if (!isTooMuch) return { status: 'ready' };
  const most = mostAffordable(type, availableWei);
  const has = `You have ${formatDenaAmount(formatDena(availableWei))} DENA to spend.`;
  return {
    status: 'blocked',
    reason:
      most === 0
        ? `${has} Unstake some first, or get more.`
        : `${has} Buy ${formatCount(most)} or fewer.`,
  };
}
