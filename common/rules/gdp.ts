/** [GDP1] The totals of active stakes. Pure functions, exact arithmetic. */
import { WEI_PER_DENA } from '../values/amount.ts';
import { MAX_GDP } from '../values/max-gdp.ts';
import type { Player, Standing } from '../values/player.ts';
import type { Rules } from '../values/rules.ts';
import { isActive, type Stake, type StakeOf } from '../values/stake.ts';

/**
 * The GDP bonus of a DENA stake that begins now, in dollars, rounded down: a bigint because it may
 * be huge.
 */
export function denaGdpBonus(
  amountWei: bigint,
  { denaPerDollar }: Pick<Rules, 'denaPerDollar'>,
): bigint {
  return amountWei / (BigInt(denaPerDollar) * WEI_PER_DENA);
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
  | Pick<StakeOf<'dena'>, 'kind' | 'amountWei' | 'gdpBonus'>
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
        bonus: sums.bonus + big * BigInt(stake.gdpBonus),
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
function producedGdp(startingGdp: number, productionHundredths: number): bigint {
  const start = BigInt(startingGdp);
  return start + (start * BigInt(productionHundredths)) / 100n;
}

/** Null if the GDP would exceed `MAX_GDP`. */
function standingWith(startingGdp: number, { bonus, ...sums }: Sums): Standing | null {
  const gdp = producedGdp(startingGdp, sums.productionHundredths) + bonus;
  return gdp > BigInt(MAX_GDP) ? null : { gdp: Number(gdp), ...sums };
}

/**
 * [GDP1] The standing of a player with these stakes; ended ones are ignored. `gdp = startingGdp +
 * floor(startingGdp × Σ production×quantity) + Σ cultural×quantity + Σ of DENA's bonuses`. Null if
 * the GDP would exceed `MAX_GDP`.
 */
export function standingOf(startingGdp: number, stakes: readonly Stake[]): Standing | null {
  return standingWith(
    startingGdp,
    stakes.reduce((sums, stake) => withStake(sums, stake, 1), NO_STAKES),
  );
}

/** A player, as far as the totals go. */
type Started = Pick<Player, 'startingGdp' | 'standing'>;

/** A player's running totals as sums. */
function sumsOf({ startingGdp, standing }: Started): Sums {
  const { gdp, ...totals } = standing;
  const bonus = BigInt(gdp) - producedGdp(startingGdp, totals.productionHundredths);
  return { ...totals, bonus };
}

/**
 * [GDP1] The standing with one more (1) or one less (-1) active stake. Null if the GDP would exceed
 * `MAX_GDP`.
 */
export function standingWithStake(
  player: Started,
  stake: StakeFigures,
  times: 1 | -1,
): Standing | null {
  return standingWith(player.startingGdp, withFigures(sumsOf(player), stake, times));
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
export function standingAfter(player: Started, changes: readonly StakeChange[]): Standing | null {
  let sums = sumsOf(player);
  for (const { before, after } of changes) {
    if (before) sums = withStake(sums, before, -1);
    sums = withStake(sums, after, 1);
  }
  return standingWith(player.startingGdp, sums);
}
