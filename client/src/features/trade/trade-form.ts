/** What a trade costs, and whether it can be made. Pure. */
import { tradeCost } from '../../../../common/rules/trade.ts';
import { WEI_PER_DENA } from '../../../../common/values/amount.ts';
import type { ResourceType } from '../../../../common/values/resources.ts';
import { formatCount } from '../../../../common/values/figures.ts';
import type { Rules } from '../../../../common/values/rules.ts';
import { denaText } from '../../views/dena-ledger.ts';

type TradeRules = Pick<Rules, 'tradePrices' | 'tradeStep' | 'tradeMax'>;

/** Units [VAL8]. */
const FIRST_QUANTITY = 50;

/** [VAL8]: clamped to 0..1000 in steps of 10. */
export function quantitySteps({ tradeMax, tradeStep }: TradeRules) {
  return { min: 0, max: tradeMax, step: tradeStep };
}

/** The largest quantity that the available DENA pays for, in whole steps, at most 1000. */
export function mostAffordable(
  rules: TradeRules,
  type: ResourceType,
  availableWei: bigint,
): number {
  const { tradeStep: step, tradeMax: max } = rules;
  const stepWei = BigInt(tradeCost(type, step, rules)) * WEI_PER_DENA;
  const steps = availableWei / stepWei;
  return steps >= BigInt(max / step) ? max : Number(steps) * step;
}

/**
 * What a trade begins with [VAL8], or as much as is missing of a resource, in whole steps, as
 * far as one trade and the DENA go.
 */
export function firstQuantity(
  rules: TradeRules,
  missing: { readonly type: ResourceType; readonly units: number } | null,
  availableWei: bigint,
): number {
  if (!missing) return FIRST_QUANTITY;
  const steps = Math.ceil(missing.units / rules.tradeStep) * rules.tradeStep;
  const most = mostAffordable(rules, missing.type, availableWei);
  return Math.min(steps, most === 0 ? rules.tradeMax : most);
}

interface Quote {
  /** Whole DENA. */
  readonly cost: number;
  /** The DENA left afterwards; null if there isn't enough. */
  readonly remainingWei: bigint | null;
  /** Why it can't be bought; null if it can. */
  readonly reason: string | null;
}

/** @param type null if none is chosen yet. */
export function quote(
  rules: TradeRules,
  type: ResourceType | null,
  quantity: number,
  availableWei: bigint,
): Quote {
  if (type === null) return { cost: 0, remainingWei: null, reason: 'Choose a resource first.' };
  const cost = tradeCost(type, quantity, rules);
  const left = availableWei - BigInt(cost) * WEI_PER_DENA;
  return {
    cost,
    remainingWei: left < 0n ? null : left,
    reason: whyNot(rules, type, quantity, left < 0n, availableWei),
  };
}

function whyNot(
  rules: TradeRules,
  type: ResourceType,
  quantity: number,
  isTooMuch: boolean,
  availableWei: bigint,
): string | null {
  if (quantity === 0) return 'Choose a quantity above 0.';
  if (!isTooMuch) return null;
  const most = mostAffordable(rules, type, availableWei);
  const has = `You have ${denaText(availableWei)} DENA left to stake.`;
  if (most === 0) return `${has} Unstake some first, or get more.`;
  return `${has} Buy ${formatCount(most)} or fewer.`;
}
