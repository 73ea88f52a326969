/** The constants of the rules, as `GET /api/config` publishes them. */
import { MAX_GDP } from '../values/max-gdp.ts';
import { BONUS_PERCENT, byNation, NATIONS } from '../values/nations.ts';
import { PRODUCTION_HUNDREDTHS, TERRITORY_KM2 } from '../values/nft-bounds.ts';
import { WORK_NEEDS } from '../values/works.ts';
import { ACCRUAL_CAP_MS, BASE_PER_HOUR } from './accrual.ts';
import { DENA_PER_GDP } from './dena.ts';
import { LOCK_MS } from './lock.ts';
import { MAX_ACTIVE_STAKES } from './stake-limit.ts';
import { TRADE_PRICES, TRADE_QUANTITY } from './trade.ts';

export const PUBLISHED_RULES = {
  tradePrices: TRADE_PRICES,
  tradeStep: TRADE_QUANTITY.step,
  tradeMax: TRADE_QUANTITY.max,
  denaPerDollar: DENA_PER_GDP,
  startingGdp: byNation((id) => NATIONS[id].startingGdp),
  culturalGdpBonus: byNation((id) => NATIONS[id].culturalGdpBonus),
  tokenIds: byNation((id) => NATIONS[id].tokenId),
  territoryKm2: TERRITORY_KM2,
  productionHundredths: PRODUCTION_HUNDREDTHS,
  accrualPerHour: BASE_PER_HOUR,
  accrualCapMs: ACCRUAL_CAP_MS,
  bonusPercent: BONUS_PERCENT,
  lockMs: LOCK_MS,
  maxStakesPerKind: MAX_ACTIVE_STAKES,
  maxGdp: MAX_GDP,
  workNeeds: [...WORK_NEEDS],
};
