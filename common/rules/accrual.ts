/** [ACC1] Resources accrue lazily, exactly: fractions of a unit are carried, never rounded away. */
import { NATIONS, type NationId } from '../values/nations.ts';
import type { Player, Resources, Standing } from '../values/player.ts';
import { eachResource, type ResourceType } from '../values/resources.ts';
import type { AccrualRules, RulesInForce } from '../values/rules.ts';

/**
 * One unit in carry fractions, fewer than 2⁵³: a rate per hour is base × (1 + production/100) ×
 * (1 + km²/1000) × (1 + bonus/100), so per millisecond it is a whole multiple of one of them.
 */
const FRACTIONS_PER_UNIT = 100n * 1000n * 100n * 3_600_000n;

type Productivity = Pick<Standing, 'productionHundredths' | 'territoryKm2'>;

/** Carry fractions that accrue per millisecond. */
function fractionsPerMs(
  nationId: NationId,
  standing: Productivity,
  type: ResourceType,
  rules: AccrualRules,
): bigint {
  return (
    BigInt(rules.accrualPerHour[type]) *
    BigInt(100 + standing.productionHundredths) *
    BigInt(1000 + standing.territoryKm2) *
    BigInt(NATIONS[nationId].bonusResource === type ? 100 + rules.bonusPercent : 100)
  );
}

/** Units per hour, for display: exact to a double's precision. */
export function accrualPerHour(
  nationId: NationId,
  standing: Productivity,
  rules: AccrualRules,
): Record<ResourceType, number> {
  return eachResource(
    (type) => Number(fractionsPerMs(nationId, standing, type, rules)) / 10_000_000,
  );
}

/** No resources, accruing from `now` on. */
export function noResources(now: number): Resources {
  return { units: eachResource(() => 0), carry: eachResource(() => 0), settledAt: now };
}

/** Whose resources accrue. */
type Producer = Pick<Player, 'nationId' | 'resources'> & { readonly standing: Productivity };

/** How long rates count of a time without a settlement. */
interface Period {
  readonly rules: AccrualRules;
  readonly ms: number;
}

/**
 * The periods since a settlement, oldest first. What was in force at a moment decides what accrues
 * then: at which rate, and whether the last settlement is too long ago.
 */
function periodsSince(
  settledAt: number,
  now: number,
  { earlier, ...present }: AccrualRules & Pick<RulesInForce, 'earlier'>,
): Period[] {
  const periods: Period[] = [];
  let from = settledAt;
  for (const { until, ...rules } of [...earlier, { ...present, until: Infinity }]) {
    const to = Math.min(until, now, settledAt + rules.accrualCapMs);
    if (to > from) periods.push({ rules, ms: to - from });
    from = Math.max(from, Math.min(until, now));
  }
  return periods;
}

/**
 * The resources settled up to `now` at the standing's productivity, which must have held since the
 * last settlement. A clock that went back accrues nothing and leaves the settlement where it was.
 */
export function settle(
  { nationId, standing, resources }: Producer,
  { now, rules }: { readonly now: number; readonly rules: RulesInForce },
): Resources {
  if (now <= resources.settledAt) return resources;
  const periods = periodsSince(resources.settledAt, now, rules);
  const fractions = eachResource((type) =>
    periods.reduce(
      (sum, period) =>
        sum + fractionsPerMs(nationId, standing, type, period.rules) * BigInt(period.ms),
      BigInt(resources.carry[type]),
    ),
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
