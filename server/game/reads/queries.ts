/** What can be read of the game without changing it. */
import type { Address } from '../../../common/values/address.ts';
import type { GameEvent } from '../../../common/values/game-event.ts';
import type { Player } from '../../../common/values/player.ts';
import type { DenaStake, NftStake } from '../../../common/values/stake.ts';
import type { EventQuery, Store } from '../../store/store.ts';
import { boardHoldsNewest, type Announced } from '../engine/newest-commit.ts';

export interface Queries {
  /** Null for a wallet that has chosen no nation. @throws StoreUnavailable */
  player(wallet: Address): Promise<Player | null>;
  /** Newest first, ended ones included. @throws StoreUnavailable */
  denaStakes(wallet: Address): Promise<DenaStake[]>;
  /** Newest first, ended ones included. @throws StoreUnavailable */
  nftStakes(wallet: Address): Promise<NftStake[]>;
  /** @throws StoreUnavailable */
  events(query: EventQuery): Promise<GameEvent[]>;
}

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
  return {
    async player(wallet) {
      const player = await store.player(wallet);
      // Another process may have made this player a moment ago: a rank needs them on this board.
      if (player && !board.ranked(wallet)) await boardHoldsNewest(store, board, wallet);
      return player;
    },
    async denaStakes(wallet) {
      const stakes = await store.stakes(wallet);
      return stakes.filter((stake) => stake.kind === 'dena').toReversed();
    },
    async nftStakes(wallet) {
      const stakes = await store.stakes(wallet);
      return stakes.filter((stake) => stake.kind !== 'dena').toReversed();
    },
    events: (query) => store.events(query),
  };
}
