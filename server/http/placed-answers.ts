/**
 * Which rev the answer to a command is of. A command that is sent again is answered from its receipt, with
 * the state of an earlier moment: such an answer names the present rev only if its state is still the
 * present one.
 */
import type { ShownPlayer } from '../../common/values/player.ts';
import type { Done } from '../game/engine/game.ts';
import { unavailability } from '../game/engine/unavailable.ts';
import type { Place } from '../game/reads/placed.ts';
import type { Queries } from '../game/reads/queries.ts';
import { placeHeaders } from './list-headers.ts';

/**
 * A stake as it is answered, with its commit's rev if this board lags behind that. A receipt's stake may have changed
 * since, so it names no rev.
 */
export function stakeAnswer<Stake, View>(
  { answer, rev }: Done<Stake>,
  view: (stake: Stake) => View,
  board: Place,
): { readonly body: View; readonly headers: Readonly<Record<string, string>> } {
  const { epoch } = board;
  const newest = rev && (rev > board.rev ? rev : board.rev);
  return { body: view(answer), headers: newest ? placeHeaders({ epoch, rev: newest }) : {} };
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
