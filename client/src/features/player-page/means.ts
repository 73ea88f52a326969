/** What of a player's own would pass another one, or why nothing does. Pure. */
import { DENA_PER_GDP } from '../../../../common/rules/dena-rate.ts';
import { formatCount, formatDenaAmount, formatDollars } from '../../../../common/values/figures.ts';
import { copiesOf } from '../../../../common/values/nft-names.ts';
import { dollarsOf, type NextMove, type StakingMove } from '../../views/next-moves/next-moves.ts';

/**
 * `550 of your 65,000 DENA, or 1 of your 3 copies of Italy`; null if none of it is enough by itself.
 * @param dollars what is missing, and one more: a tie keeps the player who was there first [LB1].
 * @param moves all that the player can stake, each as a whole or in part.
 */
export function meansToPass(dollars: number, moves: readonly NextMove[]): string | null {
  const ways = wholes(moves).flatMap((move) => {
    const gained = dollarsOf(move);
    if (gained < dollars) return [];
    if (move.what === 'dena') {
      const dena = formatCount(dollars * DENA_PER_GDP);
      return [`${dena} of your ${formatDenaAmount(move.amount)} DENA`];
    }
    const needed = Math.ceil((dollars * move.copies) / gained);
    const part = needed < move.copies ? `${formatCount(needed)} of ` : '';
    return [
      `${part}your ${move.copies === 1 ? `copy of ${move.name}` : copiesOf(move.name, move.copies)}`,
    ];
  });
  return ways.length === 0 ? null : ways.join(', or ');
}

/** `$3,000 short`: what is missing after all of it. */
export function shortText(dollars: number, moves: readonly NextMove[]): string {
  const all = wholes(moves).reduce((sum, move) => sum + dollarsOf(move), 0);
  return `${formatDollars(Math.max(0, dollars - all))} short`;
}

/** Of each thing the move that stakes all of it. */
function wholes(moves: readonly NextMove[]): readonly StakingMove[] {
  const best = new Map<string, StakingMove>();
  for (const move of moves) {
    if (move.what === 'stake') continue;
    const held = best.get(move.what);
    if (!held || dollarsOf(held) < dollarsOf(move)) best.set(move.what, move);
  }
  return [...best.values()];
}
