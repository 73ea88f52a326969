/** What a player has accrued of each resource since the server's last settlement. Pure. */
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import type { RulesSet } from '../../../../common/protocol/rules.ts';
import { settle } from '../../../../common/rules/accrual.ts';
import { instantOf } from '../../../../common/values/instant.ts';
import { eachResource, type ResourceUnits } from '../../../../common/values/resources.ts';

/**
 * [ACC1] The settled units plus those accrued since, in whole units: what a settlement at `now`
 * would give, but for the fractions of a unit that the server carries and doesn't send. So it is
 * never more.
 * @param sets all rules that were ever in force, and announced ones; undefined while unknown: then
 * only what is settled is certain.
 */
export function unitsAt(
  { playerNation, resources }: PlayerNationView,
  sets: readonly RulesSet[] | undefined,
  now: number,
): ResourceUnits {
  const units = eachResource((type) => resources[type]);
  const begun = sets?.filter(({ isAnnounced }) => !isAnnounced) ?? [];
  const last = begun.at(-1);
  if (!last) return units;
  const { nationId, totals } = playerNation;
  const standing = {
    territoryKm2: totals.territoryValue,
    // The server counts in hundredths, because 0.29 × 3 is 0.8699….
    productionHundredths: Math.round(totals.productionBonus * 100),
  };
  const settled = {
    units,
    carry: eachResource(() => 0),
    settledAt: instantOf(resources.settledAt),
  };
  const earlier = begun.slice(1).flatMap(({ since }, i) => {
    const before = begun[i];
    return before ? [{ ...before.rules, until: instantOf(since) }] : [];
  });
  const rules = { ...last.rules, earlier };
  return settle({ nationId, standing, resources: settled }, { now, rules }).units;
}

const rate = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** `+7.5 per hour`. */
export function rateText(perHour: number): string {
  return `+${rate.format(perHour)} per hour`;
}
