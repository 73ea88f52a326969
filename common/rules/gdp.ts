/** [GDP1] What active stakes add up to. Pure functions, exact arithmetic. */
import { WEI_PER_DENA } from '../values/amount.ts';
import { MAX_GDP } from '../values/max-gdp.ts';
import { NATIONS, type NationId } from '../values/nations.ts';
import type { Player, Standing } from '../values/player.ts';
import { isActive, type Stake } from '../values/stake.ts';
import { DENA_PER_GDP } from './dena-rate.ts';

/** The GDP bonus of one DENA stake, in dollars: floor(amount × 0.1), as a bigint since it may be vast. */
export function denaGdpBonus(amountWei: bigint): bigint {
  return amountWei / (BigInt(DENA_PER_GDP) * WEI_PER_DENA);
}

/** What a stake adds while it is active; figures of NFTs are those of one copy. */
export type StakeWorth =
  | { readonly kind: 'dena'; readonly amountWei: bigint }
  | {
      readonly kind: 'national';
      readonly quantity: number;
      readonly territoryKm2: number;
      readonly productionHundredths: number;
    }
  | { readonly kind: 'cultural'; readonly quantity: number; readonly culturalGdpBonus: number };

/** What of a standing a move can be foreseen by. */
export type Totals = Omit<Standing, 'nationalCount' | 'activeStakes'>;

/** Totals, but with the part of the GDP that is a plain sum over the stakes in its place. */
type Sums = Omit<Totals, 'gdp'> & {
  /** Dollars: what DENA and cultural NFTs add. */
  readonly bonus: bigint;
};

const NO_SUMS: Sums = {
  bonus: 0n,
  denaStakedWei: 0n,
  productionHundredths: 0,
  territoryKm2: 0,
  culturalCount: 0,
};

type Counts = Pick<Standing, 'nationalCount' | 'activeStakes'>;

const NO_COUNTS: Counts = {
  nationalCount: 0,
  activeStakes: { dena: 0, national: 0, cultural: 0 },
};

/** The sums with a stake put in (1) or taken out (-1). */
function withWorth(sums: Sums, stake: StakeWorth, times: 1 | -1): Sums {
  const big = BigInt(times);
  switch (stake.kind) {
    case 'dena':
      return {
        ...sums,
        denaStakedWei: sums.denaStakedWei + big * stake.amountWei,
        bonus: sums.bonus + big * denaGdpBonus(stake.amountWei),
      };
    case 'national': {
      const copies = times * stake.quantity;
      return {
        ...sums,
        productionHundredths: sums.productionHundredths + stake.productionHundredths * copies,
        territoryKm2: sums.territoryKm2 + stake.territoryKm2 * copies,
      };
    }
    case 'cultural':
      return {
        ...sums,
        culturalCount: sums.culturalCount + times * stake.quantity,
        bonus: sums.bonus + big * BigInt(stake.culturalGdpBonus) * BigInt(stake.quantity),
      };
  }
}

function withCount({ nationalCount, activeStakes }: Counts, stake: Stake, times: 1 | -1): Counts {
  const { kind } = stake;
  return {
    nationalCount: nationalCount + (kind === 'national' ? times * stake.quantity : 0),
    activeStakes: { ...activeStakes, [kind]: activeStakes[kind] + times },
  };
}

/** What a nation starts with, and what production makes of it: the GDP without the sum's bonus. */
function producedGdp(nationId: NationId, productionHundredths: number): bigint {
  const startingGdp = BigInt(NATIONS[nationId].startingGdp);
  return startingGdp + (startingGdp * BigInt(productionHundredths)) / 100n;
}

function sumsOf(nationId: NationId, { gdp, ...totals }: Totals): Sums {
  return { ...totals, bonus: BigInt(gdp) - producedGdp(nationId, totals.productionHundredths) };
}

/** Null where the GDP would pass `MAX_GDP`. */
function totalsOf(nationId: NationId, { bonus, ...sums }: Sums): Totals | null {
  const gdp = producedGdp(nationId, sums.productionHundredths) + bonus;
  return gdp > BigInt(MAX_GDP) ? null : { gdp: Number(gdp), ...sums };
}

/**
 * [GDP1] The totals once a stake is begun (1) or ended (-1): what the game will make of them. Null where the
 * GDP would pass `MAX_GDP`.
 */
export function totalsAfter(
  nationId: NationId,
  totals: Totals,
  stake: StakeWorth,
  times: 1 | -1,
): Totals | null {
  return totalsOf(nationId, withWorth(sumsOf(nationId, totals), stake, times));
}

/**
 * [GDP1] The standing of a player of a nation with these stakes; ended ones count for nothing.
 * `gdp = startingGdp + floor(startingGdp × Σ production×quantity) + Σ cultural×quantity + Σ floor(amount × 0.1)`.
 * Null where the GDP would pass `MAX_GDP`.
 */
export function standingOf(nationId: NationId, stakes: readonly Stake[]): Standing | null {
  const begun = stakes.map((after) => ({ before: null, after }));
  return standingWith(nationId, NO_SUMS, NO_COUNTS, begun);
}

/** A stake that a change begins (`before` is null then) or ends. */
export interface StakeChange {
  readonly before: Stake | null;
  readonly after: Stake;
}

/**
 * [GDP1] The player's standing after these changes, from its running totals: equal to the
 * recomputation from all stakes as they will be. Null where the GDP would pass `MAX_GDP`.
 */
export function standingAfter(
  { nationId, standing }: Pick<Player, 'nationId' | 'standing'>,
  changes: readonly StakeChange[],
): Standing | null {
  const { nationalCount, activeStakes, ...totals } = standing;
  const counts = { nationalCount, activeStakes };
  return standingWith(nationId, sumsOf(nationId, totals), counts, changes);
}

/** An ended stake counts for nothing. Null where the GDP would pass `MAX_GDP`. */
function standingWith(
  nationId: NationId,
  sumsBefore: Sums,
  countsBefore: Counts,
  changes: readonly StakeChange[],
): Standing | null {
  let sums = sumsBefore;
  let counts = countsBefore;
  const count = (stake: Stake | null, times: 1 | -1): void => {
    if (!stake || !isActive(stake)) return;
    sums = withWorth(sums, stake, times);
    counts = withCount(counts, stake, times);
  };
  for (const { before, after } of changes) {
    count(before, -1);
    count(after, 1);
  }
  const totals = totalsOf(nationId, sums);
  return totals && { ...totals, ...counts };
}
