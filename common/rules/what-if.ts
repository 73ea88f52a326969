/** How a move would change a player's standing, by the same rules that decide it. Pure. */
import type { Standing } from '../values/player.ts';
import { standingWithStake, type StakeFigures } from './gdp.ts';

/** The part of a standing that a move changes, as far as a page knows it. */
export type Totals = Pick<
  Standing,
  'gdp' | 'territoryKm2' | 'productionHundredths' | 'culturalCount'
>;

/** What is being staked, or the active stake being ended. */
export type MovedStake = StakeFigures;

/** A trade changes no standing, so it is not a move. */
export interface Move {
  readonly does: 'stake' | 'unstake';
  readonly stake: MovedStake;
}

/** Fields a page does not receive; none of the totals depends on them. */
const UNTOLD: Omit<Standing, keyof Totals> = {
  denaStakedWei: 0n,
  nationalCount: 0,
  activeStakes: { dena: 0, national: 0, cultural: 0 },
};

/** [GDP1] The totals of a player after a move; null if the GDP would exceed `MAX_GDP`. */
export function totalsAfter(startingGdp: number, before: Totals, move: Move): Totals | null {
  const player = { startingGdp, standing: { ...UNTOLD, ...before } };
  const after = standingWithStake(player, move.stake, move.does === 'stake' ? 1 : -1);
  if (!after) return null;
  const { gdp, territoryKm2, productionHundredths, culturalCount } = after;
  return { gdp, territoryKm2, productionHundredths, culturalCount };
}

/** How a move affects a presidency; `kept` and `none` mean no change. */
export type Presidency = 'won' | 'lost' | 'kept' | 'none';

/**
 * [PRE1] How a change to a player's count of staked cultural NFTs affects the presidency. A tie
 * goes to the player who reached the number first, so a changed count must exceed all others.
 * @param best the most that another player of the nation has staked; 0 if nobody has any.
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
