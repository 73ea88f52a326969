/** A player's public profile, and their neighbours in the ranking. */
import { queryOptions } from '@tanstack/react-query';
import type { Address } from '../../../common/values/address.ts';
import { getByKey, getByKeyOrNull } from './get-by-key.ts';
import { newerAnswer } from './newer.ts';
import { POLL_INTERVAL_MS } from './query-client.ts';

const playerCalls = () => import('../../../common/protocol/players.ts');
const leaderboardCalls = () => import('../../../common/protocol/leaderboard.ts');

/** Null if the wallet has chosen no nation. */
export function playerQuery(walletAddress: Address) {
  return queryOptions({
    queryKey: ['/api/players', walletAddress] as const,
    queryFn: getByKeyOrNull(async () => (await playerCalls()).playerCall, 404),
    // Nobody leaves the game: "no such player" answers an earlier request.
    structuralSharing: (held, next) => (next ? newerAnswer(held, next) : (held ?? null)),
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** Best first, the wallet's own row among them. @param span how many rows on either side. */
export function aroundQuery(walletAddress: Address, span: number) {
  const get = getByKey(async () => (await leaderboardCalls()).leaderboardAroundCall);
  return queryOptions({
    queryKey: ['/api/leaderboard/around', walletAddress, { span }] as const,
    queryFn: ({ queryKey: [path, wallet], signal }) =>
      get({ queryKey: [path, wallet], signal }, `?span=${span}`),
    structuralSharing: newerAnswer,
    refetchInterval: POLL_INTERVAL_MS,
  });
}
