/** What a trade costs, and whether it can be made. Pure. */
import { tradeCost } from '../../../../common/rules/trade.ts';
import { formatDena, WEI_PER_DENA } from '../../../../common/values/amount.ts';
import type { ResourceType } from '../../../../common/values/resources.ts';
import type { TradeRules } from '../../wallet/mutations/commands.ts';
import { formatCount, formatDenaAmount } from '../../ui/format.ts';

/** [VAL8]: clamped to 0..1000 in steps of 10. */
export function quantitySteps({ tradeMax, tradeStep }: TradeRules) {
  return { min: 0, max: tradeMax, step: tradeStep };
}

/** The largest quantity that the available DENA pays for, in whole steps, at most 1000. */
function mostAffordable(
  { tradePrices, tradeStep: step, tradeMax: max }: TradeRules,
  type: ResourceType,
  availableWei: bigint,
): number {
  const stepWei = BigInt(tradeCost(type, step, tradePrices)) * WEI_PER_DENA;
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
  rules: TradeRules,
  type: ResourceType | null,
  quantity: number,
  availableWei: bigint,
  problem: string | null = null,
): Quote {
  const cost = type === null ? 0 : tradeCost(type, quantity, rules.tradePrices);
  const left = availableWei - BigInt(cost) * WEI_PER_DENA;
  return {
    cost,
    remainingWei: left < 0n ? null : left,
    readiness:
      problem !== null && type !== null
        ? { status: 'blocked', reason: problem }
        : judge(rules, type, quantity, left < 0n, availableWei),
  };
}

function judge(
  rules: TradeRules,
  type: ResourceType | null,
  quantity: number,
  isTooMuch: boolean,
  availableWei: bigint,
): Readiness {
  if (type === null) return { status: 'blocked', reason: 'Choose a resource first.' };
  if (quantity === 0) return { status: 'blocked', reason: 'Choose a quantity above 0.' };
  if (!isTooMuch) return { status: 'ready' };
  const most = mostAffordable(rules, type, availableWei);
  const has = `You have ${formatDenaAmount(formatDena(availableWei))} DENA to spend.`;
  return {
    status: 'blocked',
    reason:
      most === 0
        ? `${has} Unstake some first, or get more.`
        : `${has} Buy ${formatCount(most)} or fewer.`,
  };
}
