/** [GDP1] The totals of active stakes. Pure functions, exact arithmetic. */
import { WEI_PER_DENA } from '../values/amount.ts';
import { MAX_GDP } from '../values/max-gdp.ts';
import { NATIONS, type NationId } from '../values/nations.ts';
import type { Player, Standing } from '../values/player.ts';
import { isActive, type Stake, type StakeOf } from '../values/stake.ts';
import { DENA_PER_GDP } from './dena.ts';

/**
 * The GDP bonus of one DENA stake, in dollars: floor(amount × 0.1), a bigint because it may be
 * huge.
 */
export function denaGdpBonus(amountWei: bigint): bigint {
  return amountWei / (BigInt(DENA_PER_GDP) * WEI_PER_DENA);
}

/** A standing whose GDP is replaced by the part that is a plain sum over the stakes. */
type Sums = Omit<Standing, 'gdp'> & {
  /** Dollars: what DENA and cultural NFTs add. */
  readonly bonus: bigint;
};

const NO_STAKES: Sums = {
  bonus: 0n,
  denaStakedWei: 0n,
  productionHundredths: 0,
  territoryKm2: 0,
  culturalCount: 0,
  nationalCount: 0,
  activeStakes: { dena: 0, national: 0, cultural: 0 },
};

/** The figures of an active stake that the sums use; those of NFTs are per copy. */
export type StakeFigures =
  | Pick<StakeOf<'dena'>, 'kind' | 'amountWei'>
  | Pick<StakeOf<'national'>, 'kind' | 'quantity' | 'territoryKm2' | 'productionHundredths'>
  | Pick<StakeOf<'cultural'>, 'kind' | 'quantity' | 'culturalGdpBonus'>;

/** The sums with a stake added (1) or removed (-1); an ended one is ignored. */
function withStake(sums: Sums, stake: Stake, times: 1 | -1): Sums {
  return isActive(stake) ? withFigures(sums, stake, times) : sums;
}

function withFigures(sums: Sums, stake: StakeFigures, times: 1 | -1): Sums {
  const { kind } = stake;
  const counted = {
    ...sums,
    activeStakes: { ...sums.activeStakes, [kind]: sums.activeStakes[kind] + times },
  };
  const big = BigInt(times);
  switch (kind) {
    case 'dena':
      return {
        ...counted,
        denaStakedWei: sums.denaStakedWei + big * stake.amountWei,
        bonus: sums.bonus + big * denaGdpBonus(stake.amountWei),
      };
    case 'national': {
      const copies = times * stake.quantity;
      return {
        ...counted,
        nationalCount: sums.nationalCount + copies,
        productionHundredths: sums.productionHundredths + stake.productionHundredths * copies,
        territoryKm2: sums.territoryKm2 + stake.territoryKm2 * copies,
      };
    }
    case 'cultural':
      return {
        ...counted,
        culturalCount: sums.culturalCount + times * stake.quantity,
        bonus: sums.bonus + big * BigInt(stake.culturalGdpBonus) * BigInt(stake.quantity),
      };
  }
}

/** The starting GDP and what production adds to it: the GDP without the sum's bonus. */
function producedGdp(nationId: NationId, productionHundredths: number): bigint {
  const startingGdp = BigInt(NATIONS[nationId].startingGdp);
  return startingGdp + (startingGdp * BigInt(productionHundredths)) / 100n;
}

/** Null if the GDP would exceed `MAX_GDP`. */
function standingWith(nationId: NationId, { bonus, ...sums }: Sums): Standing | null {
  const gdp = producedGdp(nationId, sums.productionHundredths) + bonus;
  return gdp > BigInt(MAX_GDP) ? null : { gdp: Number(gdp), ...sums };
}

/**
 * [GDP1] The standing of a player of a nation with these stakes; ended ones are ignored. `gdp =
 * startingGdp + floor(startingGdp × Σ production×quantity) + Σ cultural×quantity + Σ floor(amount ×
 * 0.1)`. Null if the GDP would exceed `MAX_GDP`.
 */
export function standingOf(nationId: NationId, stakes: readonly Stake[]): Standing | null {
  return standingWith(
    nationId,
    stakes.reduce((sums, stake) => withStake(sums, stake, 1), NO_STAKES),
  );
}

/** A player's running totals as sums. */
function sumsOf({ nationId, standing }: Pick<Player, 'nationId' | 'standing'>): Sums {
  const { gdp, ...totals } = standing;
  const bonus = BigInt(gdp) - producedGdp(nationId, totals.productionHundredths);
  return { ...totals, bonus };
}

/**
 * [GDP1] The standing with one more (1) or one less (-1) active stake. Null if the GDP would exceed
 * `MAX_GDP`.
 */
export function standingWithStake(
  player: Pick<Player, 'nationId' | 'standing'>,
  stake: StakeFigures,
  times: 1 | -1,
): Standing | null {
  return standingWith(player.nationId, withFigures(sumsOf(player), stake, times));
}

/** A stake that a change begins (then `before` is null) or ends. */
export interface StakeChange {
  readonly before: Stake | null;
  readonly after: Stake;
}

/**
 * [GDP1] The player's standing after these changes, from its running totals: equal to recomputing
 * it from all stakes after the changes. Null if the GDP would exceed `MAX_GDP`.
 */
export function standingAfter(
  player: Pick<Player, 'nationId' | 'standing'>,
  changes: readonly StakeChange[],
): Standing | null {
  let sums = sumsOf(player);
  for (const { before, after } of changes) {
    if (before) sums = withStake(sums, before, -1);
    sums = withStake(sums, after, 1);
  }
  return standingWith(player.nationId, sums);
}
