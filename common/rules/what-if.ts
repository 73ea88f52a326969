/** What a move would make of a player's standing, by the rules that decide it. Pure. */
import type { NationId } from '../values/nations.ts';
import type { Standing } from '../values/player.ts';
import { standingWithStake, type StakeFigures } from './gdp.ts';

/** What a move changes of a standing, as far as a page knows it. */
export type Totals = Pick<
  Standing,
  'gdp' | 'territoryKm2' | 'productionHundredths' | 'culturalCount'
>;

/** What is staked, or an active stake that ends. */
export type MovedStake = StakeFigures;

/** A trade changes no standing, so it is none of these. */
export interface Move {
  readonly does: 'stake' | 'unstake';
  readonly stake: MovedStake;
}

/** What a page is not told, and what none of the totals goes by. */
const UNTOLD: Omit<Standing, keyof Totals> = {
  denaStakedWei: 0n,
  nationalCount: 0,
  activeStakes: { dena: 0, national: 0, cultural: 0 },
};

/** [GDP1] The totals after a move; null where the GDP would pass `MAX_GDP`. */
export function totalsAfter(nationId: NationId, before: Totals, move: Move): Totals | null {
  const player = { nationId, standing: { ...UNTOLD, ...before } };
  const after = standingWithStake(player, move.stake, move.does === 'stake' ? 1 : -1);
  if (!after) return null;
  const { gdp, territoryKm2, productionHundredths, culturalCount } = after;
  return { gdp, territoryKm2, productionHundredths, culturalCount };
}

/** What becomes of a presidency by a move; `kept` and `none` are as it was. */
export type Presidency = 'won' | 'lost' | 'kept' | 'none';

/**
 * [PRE1] What becomes of the presidency when a player's count of staked cultural NFTs changes. A tie goes to
 * whoever reached the number first, so a changed count must be more than every other's.
 * @param best the most that another player of the nation has staked; 0 where nobody has any.
 */
export function presidencyAfter(
  isPresident: boolean,
  count: { readonly before: number; readonly after: number },
  best: number,
): Presidency {
  const presides = count.after === count.before ? isPresident : count.after > best;
  if (presides) return isPresident ? 'kept' : 'won';
  return isPresident ? 'lost' : 'none';
}
