/**
 * What can be read of the game without changing it. A wallet's own state says which rev it is of:
 * processes lag behind the store by different amounts, so answers of two of them are comparable
 * only if each names exactly what it shows.
 */
import type { StakeListQuery } from '../../../common/protocol/stake-lists.ts';
import type { Address } from '../../../common/values/address.ts';
import type { Epoch, Rev } from '../../../common/values/ids.ts';
import { isOfKind, type StakeKind, type StakeOf } from '../../../common/values/stake.ts';
import { RULES_CHANGED } from '../../../common/values/event-kinds.ts';
import { isRulesChange } from '../../../common/values/stored-event.ts';
import type { Board } from '../../leaderboard/board.ts';
import { NameMask } from '../../leaderboard/name-mask.ts';
import { createQueue } from '../../lib/bounded-queue.ts';
import { playerEvents, StoreUnavailable, type EventQuery, type Store } from '../../store/store.ts';
import { BOARD_MS } from '../engine/game.ts';
import { ACTIVE_STAKES, readPlayerPage } from './player-page.ts';

export type Queries = ReturnType<typeof createQueries>;

/**
 * Lists may each hold a thousand rows in memory while they are read: so many at a time, half of
 * them of one network, and a queue with room for two thousand pages that all ask together.
 */
const LISTS = { inAll: 8, atOnce: 4, waiting: 4000 } as const;
const LIST_WAIT_MS = 4000;

export function createQueries(parts: {
  readonly store: Store;
  readonly board: Pick<Board, 'epoch' | 'rev' | 'reached' | 'ranked'>;
  readonly mask?: NameMask;
}) {
  const { store, board, mask = new NameMask() } = parts;
  const lists = createQueue(LISTS);

  return {
    /**
     * A player with their rank at the rev of what is shown, null if the board has none; null for a
     * wallet that has chosen no nation. @throws StoreUnavailable
     */
    player(wallet: Address) {
      const read = async () => {
        // Before the read: the rank is of the rev that the answer names.
        const rank = board.ranked(wallet)?.rank ?? null;
        const player = await store.player(wallet);
        return player && { player, rank };
      };
      return readAtRevision({ store, board }, wallet, read, { isRanked: true });
    },
    /** What a player's page shows. Null as above. @throws StoreUnavailable, QueueFull */
    playerPage(wallet: Address, network: string) {
      const read = async () => {
        const rank = board.ranked(wallet)?.rank ?? null;
        const page = await lists(network, () => readPlayerPage(store, wallet), LIST_WAIT_MS);
        return page && { ...page, rank };
      };
      return readAtRevision({ store, board }, wallet, read, { isRanked: true });
    },
    /** Not tied to a revision. @throws StoreUnavailable, QueueFull */
    activeStakes: (wallet: Address, network: string) =>
      lists(network, () => store.stakes(wallet, ACTIVE_STAKES), LIST_WAIT_MS),
    /** Null if `before` is not a DENA stake of the wallet. @throws StoreUnavailable, QueueFull */
    denaStakes: (wallet: Address, page: StakeListQuery, network: string) =>
      placedStakes(wallet, ['dena'], page, network),
    /** Null if `before` is not an NFT stake of the wallet. @throws StoreUnavailable, QueueFull */
    nftStakes: (wallet: Address, page: StakeListQuery, network: string) =>
      placedStakes(wallet, ['national', 'cultural'], page, network),
    /** @throws StoreUnavailable */
    async rulesChanges(page: Pick<EventQuery, 'before' | 'limit' | 'order'>) {
      const events = await store.events({ ...page, ofEras: RULES_CHANGED });
      return events.filter(isRulesChange);
    },
    /** @throws StoreUnavailable, QueueFull */
    async events(query: EventQuery, network: string) {
      const events = await lists(network, () => playerEvents(store, query), LIST_WAIT_MS);
      return events.map((event) => mask.event(event));
    },
  };

  /** Active stakes first, then ended ones, each newest first. */
  function placedStakes<K extends StakeKind>(
    wallet: Address,
    kinds: readonly K[],
    { active, before: beforeId, limit }: StakeListQuery,
    network: string,
  ): Promise<AtRevision<StakeOf<K>[] | null>> {
    return readAtRevision({ store, board }, wallet, async () => {
      const stakeId = beforeId ?? null;
      const asked = { stakeId, commandId: null, now: 0 };
      const before = stakeId && (await store.load(wallet, asked)).stake;
      if (stakeId && !(before && isOfKind(before, kinds))) return null;
      const query = { kinds, activeOnly: active !== undefined, before, limit };
      const stakes = await lists(network, () => store.stakes(wallet, query), LIST_WAIT_MS);
      return stakes.filter((stake) => isOfKind(stake, kinds));
    });
  }
}

/** A moment of one data set. */
export interface Revision {
  readonly epoch: Epoch;
  readonly rev: Rev;
}

/** State of one wallet: with every commit of it up to the revision, and none after it. */
interface AtRevision<State> {
  readonly state: State;
  readonly revision: Revision;
}

/**
 * If the wallet commits during each of this many reads, no revision can be named that is exactly
 * the state's.
 */
const MAX_READS = 4;

/**
 * Reads until no commit of the wallet came in meanwhile. The revision is taken before the read, so
 * the state is never older than its revision; nor is it newer, if the wallet's newest commit,
 * looked up afterwards, is not later than the revision.
 * @param read begins at the revision: what it takes from the board before its first await is of
 * that rev.
 * @param isRanked true if the board's own figures are part of the state, so that the board must
 * catch up first.
 * @throws StoreUnavailable, also if the wallet commits faster than it can be read
 */
export async function readAtRevision<State>(
  from: {
    readonly store: Pick<Store, 'events'>;
    readonly board: Pick<Board, 'epoch' | 'rev' | 'reached'>;
  },
  wallet: Address,
  read: () => Promise<State>,
  { isRanked = false }: { readonly isRanked?: boolean } = {},
): Promise<AtRevision<State>> {
  const { store, board } = from;
  let known: Rev | null = null;
  for (let reads = 1; ; reads += 1) {
    if (isRanked && known !== null) await board.reached(known, BOARD_MS);
    const { epoch } = board;
    const rev: Rev = known !== null && known > board.rev ? known : board.rev;
    const state = await read();
    const [newest] = await store.events({ wallet, limit: 1, order: 'newest-first' });
    const isExact = board.epoch === epoch && (!newest || newest.rev <= rev);
    if (isExact) return { state, revision: { epoch, rev } };
    if (reads === MAX_READS) throw new StoreUnavailable(`${wallet} commits faster than it is read`);
    // A rev of another data set says nothing about this one.
    known = newest && board.epoch === epoch ? newest.rev : null;
  }
}
