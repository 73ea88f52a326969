/** [ACC1] What accrues, exactly; RULES.md says which commits settle. */
import { each, FACTS, type NationId, type ResourceType } from './facts.ts';

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
 * A rate per hour is a whole number of 1/(100 × 1000 × 4) units, so a rate per millisecond is a
 * whole number of these.
 */
const PER_UNIT = 100n * 1000n * 4n * 3_600_000n;

function ratePerMs(
  nationId: NationId,
  { hundredths, km2 }: Productivity,
  type: ResourceType,
): bigint {
  const quarters = FACTS.nations[nationId].bonus === type ? FACTS.bonusQuarters : 4;
  return (
    BigInt(FACTS.basePerHour[type]) *
    BigInt(100 + hundredths) *
    BigInt(1000 + km2) *
    BigInt(quarters)
  );
}

export function perHour(
  nationId: NationId,
  productivity: Productivity,
  type: ResourceType,
): number {
  return Number(ratePerMs(nationId, productivity, type)) / 400_000;
}

export function nothingSince(at: number): Settled {
  return { settledAt: at, fractions: { wood: 0n, oil: 0n, food: 0n, technology: 0n } };
}

/** A clock that went back accrues nothing. */
export function settledUpTo(
  nationId: NationId,
  productivity: Productivity,
  from: Settled,
  at: number,
): Settled {
  const elapsed = Math.min(at - from.settledAt, FACTS.accrualCapMs);
  if (elapsed <= 0) return from;
  const grown = (type: ResourceType) =>
    from.fractions[type] + ratePerMs(nationId, productivity, type) * BigInt(elapsed);
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
