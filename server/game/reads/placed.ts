/**
 * Reads of a wallet's own state that say which rev they are of. Processes lag behind the store by different
 * amounts, so answers of two of them are comparable only if each names exactly what it shows.
 */
import type { Address } from '../../../common/values/address.ts';
import type { Epoch, Rev } from '../../../common/values/ids.ts';
import { StoreUnavailable, type Store } from '../../store/store.ts';
import { BOARD_MS, type Announced } from '../engine/game.ts';

/** A moment of one data set. */
export interface Place {
  readonly epoch: Epoch;
  readonly rev: Rev;
}

/** State of one wallet: with every commit of it up to the place, and none after it. */
export interface Placed<State> {
  readonly state: State;
  readonly place: Place;
}

/** What is needed of the leaderboard: its current place, and a way to wait for a commit. */
export interface PlacedBoard extends Announced, Place {}

/** If the wallet commits during each of this many reads, no place can be named that is exactly the state's. */
const MAX_READS = 4;

/**
 * Reads until no commit of the wallet came in meanwhile. The place is taken before the read, so the state
 * is never older than its place; nor is it newer, if the wallet's newest commit, looked up afterwards, is
 * not later than the place.
 * @param read begins at the place: what it takes from the board before its first await is of that rev.
 * @param isRanked true if the board's own figures are part of the state, so that the board must catch up
 * first.
 * @throws StoreUnavailable, also if the wallet commits faster than it can be read
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
    if (isExact) return { state, place: { epoch, rev } };
    if (reads === MAX_READS) throw new StoreUnavailable(`${wallet} commits faster than it is read`);
    // A rev of another data set says nothing about this one.
    known = newest && board.epoch === epoch ? newest.rev : null;
  }
}
