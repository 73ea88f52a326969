/** Waits until this process's own board has a wallet's newest commit, whichever process made it. */
import type { Address } from '../../../common/values/address.ts';
import type { Rev } from '../../../common/values/ids.ts';
import type { Store } from '../../store/store.ts';

/** How long an answer waits for this process's own board to have a commit. */
export const BOARD_MS = 1000;

/** What is needed of the leaderboard: to know when it has received a commit. */
export interface Announced {
  /** Resolves once the board has `rev`, or after `timeoutMs`. */
  reached(rev: Rev, timeoutMs: number): Promise<unknown>;
}

/** Resolves once the board has the wallet's newest commit, or after `BOARD_MS`. */
export async function boardHoldsNewest(
  store: Pick<Store, 'events'>,
  board: Announced,
  wallet: Address,
): Promise<void> {
  const [newest] = await store.events({ wallet, limit: 1, order: 'newest-first' });
  if (newest) await board.reached(newest.rev, BOARD_MS);
}
