/** The cache effects that several mutations share. */
import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import type { Address } from '../../../../common/values/address.ts';
import { EVENTS_KEY } from '../../api/events.ts';
import { LEADERBOARD_KEY } from '../../api/leaderboard-key.ts';
import { withStake, type Listed } from '../../api/held-stakes.ts';
import { placeOf } from '../../api/place.ts';
import { playerNationQuery } from '../../api/player-nation.ts';

/**
 * Shows the player as answered, then asks for them again: no page shows what was before the mutation in
 * between. An answer that names no place may be of an earlier moment, one of another epoch of data that is
 * gone: neither is shown in place of one that names its own.
 */
export function keepPlayer(
  queryClient: QueryClient,
  walletAddress: Address,
  player: PlayerNationView,
): void {
  const { queryKey } = playerNationQuery(walletAddress);
  const held = placeOf(queryClient.getQueryData(queryKey));
  const isShown = !held || held.epoch === placeOf(player)?.epoch;
  if (isShown) queryClient.setQueryData(queryKey, player);
  invalidatePlayer(queryClient, walletAddress);
}

/**
 * Puts a stake into its list, newest first: in its place, or on top where it is new. A list that was
 * never read is not made up from one stake.
 * @param listKey the key of the wallet's list of such stakes.
 */
export function keepStake<Stake extends Listed>(
  queryClient: QueryClient,
  walletAddress: Address,
  listKey: DataTag<QueryKey, Stake[], Error>,
  stake: Stake,
): void {
  queryClient.setQueryData(listKey, (stakes) => stakes && withStake(stakes, stake));
  void queryClient.invalidateQueries({ queryKey: listKey });
  invalidatePlayer(queryClient, walletAddress);
}

/** SPEC.md §7: what changes a player refreshes the player and the leaderboard; it is an event, too. */
function invalidatePlayer(queryClient: QueryClient, walletAddress: Address): void {
  void queryClient.invalidateQueries({ queryKey: playerNationQuery(walletAddress).queryKey });
  void queryClient.invalidateQueries({ queryKey: LEADERBOARD_KEY });
  void queryClient.invalidateQueries({ queryKey: EVENTS_KEY });
}
