/** [ACC1] What accrues, exactly; RULES.md says which commits settle. */
import { each, FACTS, type NationId, type ResourceType } from './facts.ts';
import type { Figures, InForce } from './rules.ts';

/** The inputs of the rates: sums over the active national stakes. */
export interface Productivity {
  readonly hundredths: number;
  readonly km2: number;
}

/** The amounts accrued up to a moment, in fractions of a unit. */
export interface Settled {
  readonly settledAt: number;
  readonly fractions: Readonly<Record<ResourceType, bigint>>;
}

/**
 * A rate per hour is a whole number of 1/(100 × 1000 × 100) units, so a rate per millisecond is a
 * whole number of these.
 */
const PER_UNIT = 100n * 1000n * 100n * 3_600_000n;

function ratePerMs(
  nationId: NationId,
  { hundredths, km2 }: Productivity,
  type: ResourceType,
  figures: Figures,
): bigint {
  const percent = FACTS.nations[nationId].bonus === type ? 100 + figures.bonusPercent : 100;
  return (
    BigInt(figures[`accrualPerHour.${type}`]) *
    BigInt(100 + hundredths) *
    BigInt(1000 + km2) *
    BigInt(percent)
  );
}

export function perHour(
  nationId: NationId,
  productivity: Productivity,
  type: ResourceType,
  figures: Figures,
): number {
  return Number(ratePerMs(nationId, productivity, type, figures)) / 10_000_000;
}

export function nothingSince(at: number): Settled {
  return { settledAt: at, fractions: { wood: 0n, oil: 0n, food: 0n, technology: 0n } };
}

/**
 * A clock that went back accrues nothing. Each set of figures counts for its own time, as far as
 * its cap lets it, from the last settlement.
 */
export function settledUpTo(
  nationId: NationId,
  productivity: Productivity,
  from: Settled,
  { at, rules }: { readonly at: number; readonly rules: InForce },
): Settled {
  const { settledAt } = from;
  if (at <= settledAt) return from;
  const sets = [...rules.earlier, { figures: rules.figures, until: at }];
  const grown = (type: ResourceType) =>
    sets.reduce((sum, { figures, until }, n) => {
      const begins = Math.max(settledAt, sets[n - 1]?.until ?? settledAt);
      const ends = Math.min(at, until, settledAt + figures.accrualCapMs);
      const ms = BigInt(Math.max(0, ends - begins));
      return sum + ratePerMs(nationId, productivity, type, figures) * ms;
    }, from.fractions[type]);
  return { settledAt: at, fractions: each(grown) };
}

export function bought(from: Settled, type: ResourceType, quantity: number): Settled {
  const more = BigInt(quantity) * PER_UNIT;
  return { ...from, fractions: { ...from.fractions, [type]: from.fractions[type] + more } };
}

/** @param quantity at most what is settled. */
export function given(from: Settled, type: ResourceType, quantity: number): Settled {
  return bought(from, type, -quantity);
}

/** Whole units. */
export function unitsOf({ fractions }: Settled): Record<ResourceType, number> {
  return each((type) => Number(fractions[type] / PER_UNIT));
}
