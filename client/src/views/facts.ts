/**
 * The game's figures in texts. They come from the rules that the page was built with, because most
 * pages are rendered before the server has answered anything (prerender.tsx). The lock shown to a
 * connected player is the server's own figure: see `useLockMs` in api/stakes.ts.
 */
import { SPECIFIED_RULES } from '../../../common/rules/specified.ts';
import { PRODUCTION_HUNDREDTHS, TERRITORY_KM2 } from '../../../common/values/nft-bounds.ts';
import { formatCount } from '../../../common/values/figures.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const { denaPerDollar, lockMs } = SPECIFIED_RULES;

/** `7 days`: a lock as the server reports it. */
export function lockText(ms: number): string {
  const days = ms / DAY_MS;
  return `${Number(days.toFixed(2))} ${days === 1 ? 'day' : 'days'}`;
}

/** `7 days`. */
export const LOCK_TEXT = lockText(lockMs);
/** `7-day`: before a noun. */
export const LOCK_ADJECTIVE = `${lockMs / DAY_MS}-day`;

/** [CHN1], for players: the other half of 'it stays in your wallet' and 'locked'. */
export const ENDS_IF_MOVED = 'If you move any of it, the whole stake ends.';

/** [CON2]'s example of the rate: `10,000` DENA staked add `1,000` to the GDP. */
const EXAMPLE_DENA = 10_000;
export const STAKE_EXAMPLE = {
  dena: formatCount(EXAMPLE_DENA),
  gdp: formatCount(EXAMPLE_DENA / denaPerDollar),
} as const;

/** `10,000 DENA adds $1,000` */
export const STAKE_ADDS = `${STAKE_EXAMPLE.dena} DENA adds $${STAKE_EXAMPLE.gdp}`;
/** `Every 10 DENA adds $1` */
export const EVERY_DOLLAR = `Every ${denaPerDollar} DENA adds $1`;

/** `600 km²`: the most that one national NFT adds. */
export const MOST_TERRITORY = `${TERRITORY_KM2.max} km²`;
/** `100-600 km²` */
export const TERRITORY_RANGE = `${TERRITORY_KM2.min}-${MOST_TERRITORY}`;
/** `0.10-0.60x` */
export const PRODUCTION_RANGE = `${hundredths(PRODUCTION_HUNDREDTHS.min)}-${hundredths(PRODUCTION_HUNDREDTHS.max)}x`;

function hundredths(value: number): string {
  return (value / 100).toFixed(2);
}

/** [CON5]: the guide's range of a cultural NFT's bonus, wider than the four nations' own. */
const CULTURAL_GDP_GUIDE = { min: 500, max: 2000 } as const;
/** `500-2000` */
export const CULTURAL_GDP_RANGE = `${CULTURAL_GDP_GUIDE.min}-${CULTURAL_GDP_GUIDE.max}`;

/** [LB2] Explains the ranking's DENA column. */
export const DENA_HOLDINGS = 'DENA held, less what is paid for resources. Staked DENA counts.';
