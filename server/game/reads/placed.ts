/**
 * Reads of a wallet's own state that say which rev they are of. Processes are behind the store by different
 * lags, so answers of two of them are comparable only where each names exactly what it shows.
 */
import type { Address } from '../../../common/values/address.ts';
import type { Epoch, Rev } from '../../../common/values/ids.ts';
import type { Store } from '../../store/store.ts';
import { BOARD_MS, type Announced } from '../engine/newest-commit.ts';

/** A moment of one data set. */
export interface Place {
  readonly epoch: Epoch;
  readonly rev: Rev;
}

/** State of one wallet: with every commit of it up to the place, and with none after it. */
export interface Placed<State> {
  readonly state: State;
  readonly place: Place;
}

/** What is needed of the leaderboard: where it stands, and to wait until it has heard of a commit. */
export interface PlacedBoard extends Announced, Place {}

/**
 * Where the wallet commits during each of this many reads, the last one is answered, under a place that may
 * be older than the state.
 */
const MAX_READS = 4;

/**
 * Reads until nothing of the wallet was committed meanwhile. The place is taken before the read, so that
 * the state is never older than its place; it is not newer either where the wallet's newest commit, looked
 * up afterwards, is not later than the place.
 * @param read begins at the place: what it takes from the board before its first await is of that rev.
 * @param isRanked whether the board's own figures are part of the state, so that the board is waited for.
 */
export async function readPlaced<State>(
  { store, board }: { readonly store: Pick<Store, 'events'>; readonly board: PlacedBoard },
  wallet: Address,
  read: () => Promise<State>,
  { isRanked = false }: { readonly isRanked?: boolean } = {},
): Promise<Placed<State>> {
  let known: Rev | null = null;
  for (let reads = 1; ; reads += 1) {
    if (isRanked && known !== null) await board.reached(known, BOARD_MS);
    const { epoch } = board;
    const rev: Rev = known !== null && known > board.rev ? known : board.rev;
    const state = await read();
    const [newest] = await store.events({ wallet, limit: 1, order: 'newest-first' });
    const isExact = board.epoch === epoch && (!newest || newest.rev <= rev);
    if (isExact || reads === MAX_READS) return { state, place: { epoch, rev } };
    // A rev of another data set says nothing of this one.
    known = newest && board.epoch === epoch ? newest.rev : null;
  }
}
