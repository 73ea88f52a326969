/** [ACC1] Resources accrue lazily, exactly: fractions of a unit are carried, never rounded away. */
import { BONUS_PERCENT, NATIONS, type NationId } from '../values/nations.ts';
import type { Resources, Standing } from '../values/player.ts';
import { eachResource, type ResourceType } from '../values/resources.ts';

/** Units per hour before production, territory and the nation's bonus. */
export const BASE_PER_HOUR: Readonly<Record<ResourceType, number>> = {
  wood: 6,
  oil: 2,
  food: 4,
  technology: 1,
};

/** The maximum time since the last settlement that counts. */
export const ACCRUAL_CAP_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * One unit in carry fractions. A rate is base × (1 + production/100) × (1 + km²/1000) × (5 or 4)/4
 * per hour, so per millisecond it is a whole multiple of 1/(100 × 1000 × 4 × 3,600,000).
 */
const FRACTIONS_PER_UNIT = 100n * 1000n * 4n * 3_600_000n;

/** [NAT2] The bonus in quarters, the unit of the fractions; throws if that is not an integer. */
const BONUS_QUARTERS = BigInt(BONUS_PERCENT / 25);

type Productivity = Pick<Standing, 'productionHundredths' | 'territoryKm2'>;

/** Carry fractions that accrue per millisecond. */
function fractionsPerMs(nationId: NationId, standing: Productivity, type: ResourceType): bigint {
  return (
    BigInt(BASE_PER_HOUR[type]) *
    BigInt(100 + standing.productionHundredths) *
    BigInt(1000 + standing.territoryKm2) *
    (NATIONS[nationId].bonusResource === type ? 4n + BONUS_QUARTERS : 4n)
  );
}

/** Units per hour, for display: exact to a double's precision. */
export function accrualPerHour(
  nationId: NationId,
  standing: Productivity,
): Record<ResourceType, number> {
  return eachResource((type) => Number(fractionsPerMs(nationId, standing, type)) / 400_000);
}

/** No resources, accruing from `now` on. */
export function noResources(now: number): Resources {
  return { units: eachResource(() => 0), carry: eachResource(() => 0), settledAt: now };
}

/**
 * The resources settled up to `now` at the standing's rates, which must have held since the last
 * settlement. A clock that went back accrues nothing and leaves the settlement where it was.
 */
export function settle(
  nationId: NationId,
  standing: Productivity,
  resources: Resources,
  now: number,
): Resources {
  const elapsedMs = BigInt(Math.min(now - resources.settledAt, ACCRUAL_CAP_MS));
  if (elapsedMs <= 0n) return resources;
  const fractions = eachResource(
    (type) => BigInt(resources.carry[type]) + fractionsPerMs(nationId, standing, type) * elapsedMs,
  );
  return {
    units: eachResource((type) =>
      // Sixty million NFTs yield more in a week than a safe integer holds.
      Math.min(
        resources.units[type] + Number(fractions[type] / FRACTIONS_PER_UNIT),
        Number.MAX_SAFE_INTEGER,
      ),
    ),
    carry: eachResource((type) => Number(fractions[type] % FRACTIONS_PER_UNIT)),
    settledAt: now,
  };
}
