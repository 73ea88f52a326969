/** What can be read of the game without changing it. */
import type { Address } from '../../../common/values/address.ts';
import type { StakeId } from '../../../common/values/ids.ts';
import type { DenaStake, NftStake, Stake, StakeKind } from '../../../common/values/stake.ts';
import type { EventQuery, Store } from '../../store/store.ts';
import { createBoundedQueue } from '../../lib/bounded-queue.ts';
import { readAtRevision, type AtRevision, type RevisionedBoard } from './at-revision.ts';
import { readPlayerPage } from './player-page.ts';

/** From a wallet's list: active stakes first, then ended ones, each newest first. */
export interface StakePage {
  readonly activeOnly: boolean;
  /** Continue the list after this stake; null: from its beginning. */
  readonly before: StakeId | null;
  readonly limit: number;
}

export type Queries = ReturnType<typeof createQueries>;

/**
 * Lists may each hold a thousand rows in memory while they are read: so many at a time, and a queue with
 * room for two thousand pages that all ask together.
 */
const LISTS = { atOnce: 8, waiting: 4000 } as const;
const LIST_WAIT_MS = 4000;

export function createQueries({
  store,
  board,
}: {
  readonly store: Store;
  readonly board: RevisionedBoard & {
    ranked(wallet: Address): { readonly rank: number } | null;
  };
}) {
  const lists = createBoundedQueue(LISTS);

  return {
    /**
     * A player with their rank at the rev of what is shown, null if the board has none; null for a wallet that has
     * chosen no nation. @throws StoreUnavailable
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
    playerPage(wallet: Address) {
      const read = async () => {
        const rank = board.ranked(wallet)?.rank ?? null;
        const page = await lists.run(() => readPlayerPage(store, wallet), LIST_WAIT_MS);
        return page && { ...page, rank };
      };
      return readAtRevision({ store, board }, wallet, read, { isRanked: true });
    },
    /** Null if `before` is not a DENA stake of the wallet. @throws StoreUnavailable, QueueFull */
    denaStakes: (wallet: Address, page: StakePage) => placedStakes(wallet, ['dena'], isDena, page),
    /** Null if `before` is not an NFT stake of the wallet. @throws StoreUnavailable, QueueFull */
    nftStakes: (wallet: Address, page: StakePage) =>
      placedStakes(wallet, ['national', 'cultural'], isNft, page),
    /** @throws StoreUnavailable, QueueFull */
    events: (query: EventQuery) => lists.run(() => store.events(query), LIST_WAIT_MS),
  };

  function placedStakes<Listed extends Stake>(
    wallet: Address,
    kinds: readonly StakeKind[],
    isListed: (stake: Stake) => stake is Listed,
    { activeOnly, before: stakeId, limit }: StakePage,
  ): Promise<AtRevision<Listed[] | null>> {
    return readAtRevision({ store, board }, wallet, async () => {
      const asked = { stakeId, commandId: null, now: 0 };
      const before = stakeId && (await store.load(wallet, asked)).stake;
      if (stakeId && !(before && isListed(before))) return null;
      const query = { kinds, activeOnly, before, limit };
      const stakes = await lists.run(() => store.stakes(wallet, query), LIST_WAIT_MS);
      return stakes.filter(isListed);
    });
  }
}

function isDena(stake: Stake): stake is DenaStake {
  return stake.kind === 'dena';
}

function isNft(stake: Stake): stake is NftStake {
  return stake.kind !== 'dena';
}
