/** [ACC1] Settlement as a command: worth a commit only if a whole unit has accrued. */
import type { Player } from '../values/player.ts';
import { RESOURCE_TYPES } from '../values/resources.ts';
import { settle } from './accrual.ts';
import { changeBy, type Change, type Facts } from './decision.ts';

/** The change that settles a player's resources up to `now`; null if no whole unit accrued. */
export function settleResources(player: Player, facts: Facts): Change | null {
  const resources = settle(player, facts);
  const gained = RESOURCE_TYPES.some(
    (type) => resources.units[type] > player.resources.units[type],
  );
  if (!gained) return null;
  return changeBy(
    player,
    { kind: 'resources-settled', detail: {}, patch: { resources } },
    facts.now,
  );
}
