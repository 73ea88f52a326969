/** What an action's answer means for the cache: what is known at once, and what is asked for again. */
import type { QueryClient } from '@tanstack/react-query';
import type { DenaStakeView } from '../../../common/protocol/dena-stakes.ts';
import type { NftStakeView } from '../../../common/protocol/nfts.ts';
import type { PlayerNationView } from '../../../common/protocol/player-nation.ts';
import type { TradeAnswer } from '../../../common/protocol/trade.ts';
import type { Address } from '../../../common/values/address.ts';
import { denaStakesQuery } from '../api/dena-stakes.ts';
import { EVENTS_KEY } from '../api/events.ts';
import { LEADERBOARD_KEY } from '../api/leaderboard-key.ts';
import { playerNationQuery } from '../api/player-nation.ts';
import { territoryQuery } from '../api/territory.ts';

/** Kept before it is asked for again, so that no page sees what was before the action in between. */
export function keepPlayer(
  queryClient: QueryClient,
  walletAddress: Address,
  player: PlayerNationView,
): void {
  queryClient.setQueryData(playerNationQuery(walletAddress).queryKey, player);
  askForPlayer(queryClient, walletAddress);
}

export function keepTrade(
  queryClient: QueryClient,
  walletAddress: Address,
  { playerNation, nation, resources }: TradeAnswer,
): void {
  keepPlayer(queryClient, walletAddress, { playerNation, nation, resources });
}

export function keepDenaStake(
  queryClient: QueryClient,
  walletAddress: Address,
  stake: DenaStakeView,
): void {
  const { queryKey } = denaStakesQuery(walletAddress);
  queryClient.setQueryData(queryKey, (stakes) => stakes && withStake(stakes, stake));
  void queryClient.invalidateQueries({ queryKey });
  askForPlayer(queryClient, walletAddress);
}

export function keepNftStake(
  queryClient: QueryClient,
  walletAddress: Address,
  stake: NftStakeView,
): void {
  const { queryKey } = territoryQuery(walletAddress);
  queryClient.setQueryData(queryKey, (stakes) => stakes && withStake(stakes, stake));
  void queryClient.invalidateQueries({ queryKey });
  askForPlayer(queryClient, walletAddress);
}

/** The nation refresh may also have ended stakes that nothing backs any more [CHN1]. */
export function keepRefreshed(
  queryClient: QueryClient,
  walletAddress: Address,
  player: PlayerNationView,
): void {
  keepPlayer(queryClient, walletAddress, player);
  void queryClient.invalidateQueries({ queryKey: denaStakesQuery(walletAddress).queryKey });
  void queryClient.invalidateQueries({ queryKey: territoryQuery(walletAddress).queryKey });
}

/** SPEC.md §7: what changes a player refreshes the player and the leaderboard; it is an event, too. */
function askForPlayer(queryClient: QueryClient, walletAddress: Address): void {
  void queryClient.invalidateQueries({ queryKey: playerNationQuery(walletAddress).queryKey });
  void queryClient.invalidateQueries({ queryKey: LEADERBOARD_KEY });
  void queryClient.invalidateQueries({ queryKey: EVENTS_KEY });
}

/** The list, newest first, with this stake in its place or at the top. */
function withStake<Stake extends { readonly id: string }>(
  stakes: readonly Stake[],
  stake: Stake,
): Stake[] {
  return stakes.some(({ id }) => id === stake.id)
    ? stakes.map((listed) => (listed.id === stake.id ? stake : listed))
    : [stake, ...stakes];
}
