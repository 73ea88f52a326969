/** What can be read of the game without changing it. */
import type { Address } from '../../../common/values/address.ts';
import type { GameEvent } from '../../../common/values/game-event.ts';
import type { Player } from '../../../common/values/player.ts';
import type { StakeId } from '../../../common/values/ids.ts';
import type { DenaStake, NftStake, Stake, StakeKind } from '../../../common/values/stake.ts';
import type { EventQuery, Store } from '../../store/store.ts';
import { createBoundedQueue } from '../../lib/bounded-queue.ts';
import { boardHoldsNewest, type Announced } from '../engine/newest-commit.ts';

/** Of a wallet's list: active stakes first, then ended ones, each newest first. */
export interface StakePage {
  readonly activeOnly: boolean;
  /** The list goes on after this stake; null: from its beginning. */
  readonly before: StakeId | null;
  readonly limit: number;
}

export interface Queries {
  /** Null for a wallet that has chosen no nation. @throws StoreUnavailable */
  player(wallet: Address): Promise<Player | null>;
  /** Null where `before` is no DENA stake of the wallet. @throws StoreUnavailable, QueueFull */
  denaStakes(wallet: Address, page: StakePage): Promise<DenaStake[] | null>;
  /** Null where `before` is no NFT stake of the wallet. @throws StoreUnavailable, QueueFull */
  nftStakes(wallet: Address, page: StakePage): Promise<NftStake[] | null>;
  /** @throws StoreUnavailable, QueueFull */
  events(query: EventQuery): Promise<GameEvent[]>;
}

/**
 * Lists, each of which may have a thousand rows in memory while it is read: so many at once, and a line
 * that two thousand pages who all ask at once find room in.
 */
const LISTS = { atOnce: 8, waiting: 4000 } as const;
const LIST_WAIT_MS = 4000;

/** What is needed of the leaderboard: whether it has a player yet. */
interface Ranked extends Announced {
  ranked(wallet: Address): unknown;
}

export function createQueries({
  store,
  board,
}: {
  readonly store: Store;
  readonly board: Ranked;
}): Queries {
  const lists = createBoundedQueue(LISTS);

  return {
    async player(wallet) {
      const player = await store.player(wallet);
      // Another process may have made this player a moment ago: a rank needs them on this board.
      if (player && !board.ranked(wallet)) await boardHoldsNewest(store, board, wallet);
      return player;
    },
    denaStakes: (wallet, page) => stakesOf(wallet, ['dena'], isDena, page),
    nftStakes: (wallet, page) => stakesOf(wallet, ['national', 'cultural'], isNft, page),
    events: (query) => lists.run(() => store.events(query), LIST_WAIT_MS),
  };

  async function stakesOf<Listed extends Stake>(
    wallet: Address,
    kinds: readonly StakeKind[],
    isListed: (stake: Stake) => stake is Listed,
    { activeOnly, before: stakeId, limit }: StakePage,
  ): Promise<Listed[] | null> {
    const asked = { stakeId, commandId: null, now: 0 };
    const before = stakeId && (await store.load(wallet, asked)).stake;
    if (stakeId && !(before && isListed(before))) return null;
    const query = { kinds, activeOnly, before, limit };
    const stakes = await lists.run(() => store.stakes(wallet, query), LIST_WAIT_MS);
    return stakes.filter(isListed);
  }
}

function isDena(stake: Stake): stake is DenaStake {
  return stake.kind === 'dena';
}

function isNft(stake: Stake): stake is NftStake {
  return stake.kind !== 'dena';
}
