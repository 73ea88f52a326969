/** Cache effects that several mutations share. */
import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query';
import { revisionOf, setRevision } from '../../../../client-kit/api/revision.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import type { Address } from '../../../../common/values/address.ts';
import { EVENTS_KEY } from '../../api/events.ts';
import { LEADERBOARD_KEY } from '../../api/query-client.ts';
import { withStake, type Listed } from '../../api/stakes.ts';
import { playerNationQuery } from '../../api/player-nation.ts';

/**
 * Shows the player of a command's answer, then refetches them: no page shows the state before the
 * command in between. An answer without an epoch and rev may be of an earlier moment, and one of
 * another epoch has obsolete data: neither replaces an answer that has its own.
 */
export function keepPlayer(
  queryClient: QueryClient,
  walletAddress: Address,
  answer: PlayerNationView,
): void {
  const { queryKey } = playerNationQuery(walletAddress);
  const cached = revisionOf(queryClient.getQueryData(queryKey));
  const revision = revisionOf(answer);
  if (!cached || cached.epoch === revision?.epoch) {
    const { playerNation, nation, resources } = answer;
    queryClient.setQueryData(queryKey, setRevision({ playerNation, nation, resources }, revision));
  }
  invalidatePlayer(queryClient, walletAddress);
}

/**
 * Puts a stake into its list, newest first: in its place, or on top if it is new. A list that was
 * never fetched is not made up from one stake.
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

/** [CAL4]: a change to a player refreshes the player and the leaderboard; it is an event, too. */
function invalidatePlayer(queryClient: QueryClient, walletAddress: Address): void {
  void queryClient.invalidateQueries({ queryKey: playerNationQuery(walletAddress).queryKey });
  void queryClient.invalidateQueries({ queryKey: LEADERBOARD_KEY });
  void queryClient.invalidateQueries({ queryKey: EVENTS_KEY });
}
