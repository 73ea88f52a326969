/** [NAM1] Records the name found for a wallet on its player: worth a commit only if it differs. */
import type { Player } from '../values/player.ts';
import { changeBy, type Change } from './decision.ts';

/** The change that gives a player this name, or none; null if the player already has it. */
export function checkName(
  player: Player,
  name: string | null,
  facts: { readonly now: number },
): Change | null {
  if (player.name === name) return null;
  return changeBy(player, { kind: 'name-checked', detail: {}, patch: { name } }, facts.now);
}
