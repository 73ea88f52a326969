/** A move as a button: its text, and what a press of it does. */
import { formatCount, formatDenaAmount } from '../../ui/format.ts';
import { prefill } from '../prefill.ts';
import { showStake } from '../shown-stake.ts';
import { copiesText } from '../staked.ts';
import type { NextMove } from './next-moves.ts';

/** Opens and fills in the move's form; nothing is staked or ended until the player confirms there. */
export function propose(move: NextMove): void {
  if (move.what === 'unlocked') showStake(move.stakes[0]);
  else if (move.what === 'dena') prefill('dena', move.amount);
  else prefill(move.what, move.copies);
}

/** `Stake 12,500 DENA`, `Stake 3 copies of The Colosseum`, `Show 2 unlocked stakes`. */
export function moveText(move: NextMove): string {
  if (move.what === 'unlocked') {
    const { length } = move.stakes;
    return length === 1 ? 'Show 1 unlocked stake' : `Show ${formatCount(length)} unlocked stakes`;
  }
  if (move.what === 'dena') return `Stake ${formatDenaAmount(move.amount)} DENA`;
  const { name, copies } = move;
  return copies === 1 ? `Stake ${name}` : `Stake ${copiesText(copies)} of ${name}`;
}
