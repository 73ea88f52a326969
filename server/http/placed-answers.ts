/**
 * Which rev the answer to a command is of. A command that is sent again is answered from its receipt, with
 * the state of an earlier moment: such an answer names the present rev only if its state is still the
 * present one.
 */
import type { ShownPlayer } from '../../common/values/player.ts';
import type { Command, Intent } from '../game/engine/command.ts';
import type { Game, Refused } from '../game/engine/game.ts';
import { unavailability } from '../game/engine/unavailable.ts';
import type { Place } from '../game/reads/placed.ts';
import type { Queries } from '../game/reads/queries.ts';
import { placeHeaders } from './list-headers.ts';

/** An accepted command: its answer, and whether it was decided now rather than read from a receipt. */
interface Carried<Answer> {
  readonly ok: true;
  readonly answer: Answer;
  readonly isFresh: boolean;
}

/**
 * Carries out a command. A receipt's answer is parsed from its text, so it is never the object that an
 * attempt decided on, even if an earlier attempt decided but did not learn that its commit was written.
 */
export async function carryOut<Answer>(
  game: Game,
  command: Command<Answer>,
  intent: Intent,
): Promise<Carried<Answer> | Refused> {
  let decided: Answer | undefined;
  const outcome = await game.act<Answer>(
    {
      ...command,
      async decide(known, world) {
        const verdict = await command.decide(known, world);
        if (verdict.ok) decided = verdict.answer;
        return verdict;
      },
    },
    intent,
  );
  return outcome.ok ? { ...outcome, isFresh: outcome.answer === decided } : outcome;
}

/** A stake as it is answered. A receipt's may have changed since, so it names no rev. */
export function stakeAnswer<Stake, View>(
  { answer, isFresh }: Carried<Stake>,
  view: (stake: Stake) => View,
  board: Place,
): { readonly body: View; readonly headers: Readonly<Record<string, string>> } {
  return { body: view(answer), headers: isFresh ? placeHeaders(board) : {} };
}

/** The rank and the place of an answered player; null if they are not the present ones. */
export async function presentPlace(
  queries: Pick<Queries, 'player'>,
  { wallet, version }: Pick<ShownPlayer, 'wallet' | 'version'>,
): Promise<{ readonly rank: number | null; readonly place: Place } | null> {
  try {
    const { state, place } = await queries.player(wallet);
    return state?.player.version === version ? { rank: state.rank, place } : null;
  } catch (error) {
    // The command is carried out, which is what its caller needs to know.
    if (unavailability(error)) return null;
    throw error;
  }
}
