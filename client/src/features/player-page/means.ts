/** What of a player's own would pass another one, or why nothing does. Pure. */
import { DENA_PER_GDP } from '../../../../common/rules/dena-rate.ts';
import { formatCount, formatDenaAmount, formatDollars } from '../../ui/format.ts';
import type { NextMove } from '../../views/next-moves/next-moves.ts';

type Staking = Exclude<NextMove, { readonly what: 'unlocked' }>;

/**
 * `550 of your 65,000 DENA, or 1 of your 3 copies of Italy`; null if none of it is enough by itself.
 * @param dollars what is missing, and one more: a tie keeps the player who was there first [LB1].
 * @param moves all that the player can stake, each as a whole or in part.
 */
export function meansToPass(dollars: number, moves: readonly NextMove[]): string | null {
  const ways = wholes(moves).flatMap((move) => {
    const gained = gainOf(move);
    if (gained < dollars) return [];
    if (move.what === 'dena') {
      const dena = formatCount(dollars * DENA_PER_GDP);
      return [`${dena} of your ${formatDenaAmount(move.amount)} DENA`];
    }
    const needed = Math.ceil((dollars * move.copies) / gained);
    const part = needed < move.copies ? `${formatCount(needed)} of ` : '';
    return [`${part}your ${copiesOf(move)}`];
  });
  return ways.length === 0 ? null : ways.join(', or ');
}

/** `$3,000 short`: what is missing after all of it. */
export function shortText(dollars: number, moves: readonly NextMove[]): string {
  const all = wholes(moves).reduce((sum, move) => sum + gainOf(move), 0);
  return `${formatDollars(Math.max(0, dollars - all))} short`;
}

/** Of each thing the move that stakes all of it. */
function wholes(moves: readonly NextMove[]): readonly Staking[] {
  const best = new Map<string, Staking>();
  for (const move of moves) {
    if (move.what === 'unlocked') continue;
    const held = best.get(move.what);
    if (!held || gainOf(held) < gainOf(move)) best.set(move.what, move);
  }
  return [...best.values()];
}

/** `copy of Italy`, `3 copies of Italy`. */
function copiesOf({ copies, name }: { readonly copies: number; readonly name: string }): string {
  return `${copies === 1 ? 'copy' : `${formatCount(copies)} copies`} of ${name}`;
}

function gainOf({ forecast: { gdp } }: Staking): number {
  return gdp.after - gdp.before;
}
