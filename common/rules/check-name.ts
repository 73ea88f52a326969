/** [NAM1] The name that a wallet was found to go by becomes its player's: worth a commit only where it differs. */
import type { Player } from '../values/player.ts';
import { changeBy, type Change } from './decision.ts';

/** The change that gives a player this name, or none; null where it is the player's already. */
export function checkName(
  player: Player,
  name: string | null,
  facts: { readonly now: number },
): Change | null {
  if (player.name === name) return null;
  return changeBy(player, { kind: 'name-checked', detail: {}, patch: { name } }, facts.now);
}
