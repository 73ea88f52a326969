/**
 * The game's figures in texts. What may change comes from the rules in force (`useRules` in
 * api/config.ts).
 */
import { PRODUCTION_HUNDREDTHS, TERRITORY_KM2 } from '../../../common/values/nft-bounds.ts';
import { durationText, formatCount, formatDollars } from '../../../common/values/figures.ts';
import type { Rules } from '../../../common/values/rules.ts';

/** `7-day`: a lock before a noun. */
export function lockAdjective(lockMs: number): string {
  return durationText(lockMs).replace(/ (\w+?)s?$/, '-$1');
}

/** [CHN1], for players: the other half of 'it stays in your wallet' and 'locked'. */
export const ENDS_IF_MOVED = 'If you move any of it, the whole stake ends.';

/** [CON2]'s example of the rate. */
const EXAMPLE_DENA = 10_000;

/** What an example of DENA adds to the GDP: `10,000 DENA` adds `$1,000`. */
export function stakeExample({ denaPerDollar }: Pick<Rules, 'denaPerDollar'>) {
  const dena = Math.max(EXAMPLE_DENA, denaPerDollar);
  return {
    dena: `${formatCount(dena)} DENA`,
    gdp: formatDollars(Math.floor(dena / denaPerDollar)),
  };
}

/** `10,000 DENA adds $1,000` */
export function stakeAdds(rules: Pick<Rules, 'denaPerDollar'>): string {
  const { dena, gdp } = stakeExample(rules);
  return `${dena} adds ${gdp}`;
}

/** `Every 10 DENA adds $1` */
export function everyDollar({ denaPerDollar }: Pick<Rules, 'denaPerDollar'>): string {
  return `Every ${formatCount(denaPerDollar)} DENA adds $1`;
}

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
