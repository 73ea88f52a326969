/**
 * The rules by which a game is decided, as one value. What its balance depends on may change in a
 * living game; token ids, the largest GDP, the bounds of traits and what works need never do.
 */
import { z } from 'zod';
import { byNation } from './nations.ts';
import { eachResource } from './resources.ts';

const positive = z.int().positive();
const perNation = z.object(byNation(() => positive));
const perResource = z.object(eachResource(() => positive));
const range = z.object({ min: positive, max: positive });

export const rulesSchema = z.object({
  /** [TRD1] DENA per unit. */
  tradePrices: perResource,
  /** [TRD1] Units. */
  tradeStep: positive,
  tradeMax: positive,
  /** [GDP1] DENA staked for a dollar of GDP. */
  denaPerDollar: positive,
  /** [NAT1] Dollars. */
  startingGdp: perNation,
  /** [NFT2] Dollars a copy. */
  culturalGdpBonus: perNation,
  /** [NFT1, NFT2] The ERC-1155 id, the same in both collections. */
  tokenIds: perNation,
  /** [NFT1] Of a copy. */
  territoryKm2: range,
  productionHundredths: range,
  /** [ACC1] Units, before production, territory and the nation's bonus. */
  accrualPerHour: perResource,
  /** The longest time since the last settlement that counts. */
  accrualCapMs: positive,
  /** [NAT2] How much faster a nation's own resource accrues. */
  bonusPercent: positive,
  /** [LCK1] */
  lockMs: positive,
  /** [STK1] How many stakes of a kind a wallet can have active at the same time. */
  maxStakesPerKind: positive,
  /** [GDP1] Dollars. */
  maxGdp: positive,
  /** [WRK1] Of each stage, the first stage first. */
  workNeeds: z.array(perResource),
});
export type Rules = z.infer<typeof rulesSchema>;

/** What settling resources depends on [ACC1]. */
export type AccrualRules = Pick<Rules, 'accrualPerHour' | 'accrualCapMs' | 'bonusPercent'>;

/**
 * The rules in force, and those before them: what accrued before a change accrued at the old rates.
 */
export interface RulesInForce extends Rules {
  /** Oldest first, without gaps. `until`: when the next ones began, ms since 1970. */
  readonly earlier: readonly (AccrualRules & { readonly until: number })[];
}

/** One figure of the rules that was changed, by its path: `tradePrices.oil`. */
export const ruleChangeSchema = z.object({
  rule: z.string(),
  from: z.int().positive(),
  to: z.int().positive(),
});
export type RuleChange = z.infer<typeof ruleChangeSchema>;
