/** What a player has accrued of each resource since the server's last settlement. Pure. */
import { SPECIFIED_RULES } from '../../../../common/rules/specified.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { instantOf } from '../../../../common/values/instant.ts';
import { eachResource, type ResourceUnits } from '../../../../common/values/resources.ts';

const HOUR_MS = 60 * 60 * 1000;

/**
 * [ACC1] The settled units plus those accrued since, in whole units. The server also carries
 * fractions of a unit that it doesn't send, so this is never more than a settlement at `now` would
 * give.
 */
export function unitsAt(resources: PlayerNationView['resources'], now: number): ResourceUnits {
  const sinceMs = Math.max(0, now - instantOf(resources.settledAt));
  const elapsedMs = Math.min(sinceMs, SPECIFIED_RULES.accrualCapMs);
  return eachResource(
    (type) => resources[type] + Math.floor((resources.perHour[type] * elapsedMs) / HOUR_MS),
  );
}

const rate = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** `+7.5 per hour`. */
export function rateText(perHour: number): string {
  return `+${rate.format(perHour)} per hour`;
}
