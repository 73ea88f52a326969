/** What a move would make of a player's standing, by the rules that decide it. Pure. */
import { NATIONS, type NationId } from '../values/nations.ts';
import { denaGdpBonus, MAX_GDP } from './gdp.ts';

/** What a move changes of a standing. */
export interface Totals {
  /** Dollars. */
  readonly gdp: number;
  readonly territoryKm2: number;
  readonly productionHundredths: number;
  /** Cultural NFTs actively staked. */
  readonly culturalCount: number;
}

/** What is staked, or an active stake that ends; figures of NFTs are those of one copy. */
export type MovedStake =
  | { readonly kind: 'dena'; readonly amountWei: bigint }
  | {
      readonly kind: 'national';
      readonly quantity: number;
      readonly territoryKm2: number;
      readonly productionHundredths: number;
    }
  | { readonly kind: 'cultural'; readonly quantity: number; readonly culturalGdpBonus: number };

/** A trade changes no standing, so it is none of these. */
export interface Move {
  readonly does: 'stake' | 'unstake';
  readonly stake: MovedStake;
}

/** [GDP1] The totals after a move; null where the GDP would pass `MAX_GDP`. */
export function totalsAfter(nationId: NationId, before: Totals, move: Move): Totals | null {
  const { stake } = move;
  const times = move.does === 'stake' ? 1 : -1;
  const after = {
    territoryKm2: before.territoryKm2,
    productionHundredths: before.productionHundredths,
    culturalCount: before.culturalCount,
  };
  let bonus = 0n;
  switch (stake.kind) {
    case 'dena':
      bonus = denaGdpBonus(stake.amountWei);
      break;
    case 'national':
      after.territoryKm2 += times * stake.quantity * stake.territoryKm2;
      after.productionHundredths += times * stake.quantity * stake.productionHundredths;
      break;
    case 'cultural':
      after.culturalCount += times * stake.quantity;
      bonus = BigInt(stake.quantity) * BigInt(stake.culturalGdpBonus);
      break;
  }
  const produced = (hundredths: number) =>
    (BigInt(NATIONS[nationId].startingGdp) * BigInt(hundredths)) / 100n;
  const gdp =
    BigInt(before.gdp) +
    produced(after.productionHundredths) -
    produced(before.productionHundredths) +
    BigInt(times) * bonus;
  return gdp > BigInt(MAX_GDP) ? null : { gdp: Number(gdp), ...after };
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
