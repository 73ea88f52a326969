/**
 * Which rev the answer of a command is of. A command that is sent again is told what its receipt keeps, the
 * state of an earlier moment: such an answer names the present rev only where it is the present state.
 */
import type { ShownPlayer } from '../../common/values/player.ts';
import type { Command, Intent } from '../game/engine/command.ts';
import type { Game, Refused } from '../game/engine/game.ts';
import { unavailability } from '../game/engine/unavailable.ts';
import type { Place } from '../game/reads/placed.ts';
import type { Queries } from '../game/reads/queries.ts';

/** An accepted command: what it answers, and whether that was decided now, not told from a receipt. */
interface Carried<Answer> {
  readonly ok: true;
  readonly answer: Answer;
  readonly isFresh: boolean;
}

/**
 * Carries a command out. A receipt's answer is read from its text, and so is never the object that an
 * attempt decided on, even where an earlier attempt had decided and was not told that it was written.
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

/** The rank and the place of an answered player; null where they are not the present ones. */
export async function presentPlace(
  queries: Pick<Queries, 'player'>,
  { wallet, version }: Pick<ShownPlayer, 'wallet' | 'version'>,
): Promise<{ readonly rank: number | null; readonly place: Place } | null> {
  try {
    const { state, place } = await queries.player(wallet);
    return state?.player.version === version ? { rank: state.rank, place } : null;
  } catch (error) {
    // The command is carried out, which is what its caller has to hear.
    if (unavailability(error)) return null;
    throw error;
  }
}
