/**
 * The rules of the specification, with which every game begins: what a ledger means as long as no
 * leaf of it changes them. Another price or lock is no change here, but an operator's
 * (`npm run operate -- rules`). Without a schema: first pages show them.
 */
import { MAX_GDP } from '../values/max-gdp.ts';
import { byNation, NATIONS } from '../values/nations.ts';
import { PRODUCTION_HUNDREDTHS, TERRITORY_KM2 } from '../values/nft-bounds.ts';
import type { Rules, RulesInForce } from '../values/rules.ts';
import { WORK_NEEDS } from '../values/work-needs.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export const SPECIFIED_RULES: Rules = {
  tradePrices: { wood: 10, oil: 50, food: 20, technology: 100 },
  tradeStep: 10,
  tradeMax: 1000,
  denaPerDollar: 10,
  startingGdp: { usa: 25_000, italy: 18_000, argentina: 15_000, china: 22_000 },
  culturalGdpBonus: { usa: 1500, italy: 1200, argentina: 1000, china: 1300 },
  tokenIds: byNation((id) => NATIONS[id].tokenId),
  territoryKm2: TERRITORY_KM2,
  productionHundredths: PRODUCTION_HUNDREDTHS,
  accrualPerHour: { wood: 6, oil: 2, food: 4, technology: 1 },
  accrualCapMs: 7 * DAY_MS,
  bonusPercent: 25,
  lockMs: 7 * DAY_MS,
  maxStakesPerKind: 500,
  maxGdp: MAX_GDP,
  workNeeds: [...WORK_NEEDS],
};

/** Of a game in which they were never changed. */
export const UNCHANGED_RULES: RulesInForce = { ...SPECIFIED_RULES, earlier: [] };
