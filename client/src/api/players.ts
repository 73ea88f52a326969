/** A player's public profile, and the rows around them. */
import { queryOptions } from '@tanstack/react-query';
import type { LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../common/values/address.ts';
import { getByKey, getByKeyOrNull } from './get-by-key.ts';
import { POLL_INTERVAL_MS } from './query-client.ts';
import { newerAnswer } from './newer-answer.ts';

const playerCall = async () => (await import('../../../common/protocol/players.ts')).playerCall;
const aroundCall = async () =>
  (await import('../../../common/protocol/leaderboard.ts')).leaderboardAroundCall;

/** Requested only for a wallet; null if it has chosen no nation. */
export function playerQuery(walletAddress: Address | null) {
  return queryOptions({
    queryKey: ['/api/players', walletAddress] as const,
    queryFn: getByKeyOrNull(playerCall, 404),
    // Nobody leaves the game: "no such player" answers an earlier request.
    structuralSharing: (old, next) => (next ? newerAnswer(old, next) : (old ?? null)),
    refetchInterval: POLL_INTERVAL_MS,
    enabled: walletAddress !== null,
  });
}

/** Best first, the wallet's own row among them. @param span how many rows on either side. */
export function aroundQuery(walletAddress: Address, span: number) {
  return queryOptions({
    queryKey: ['/api/leaderboard/around', walletAddress, { span: String(span) }] as const,
    queryFn: getByKey(aroundCall),
    structuralSharing: newerAnswer,
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** A wallet's row; null if it has no nation. */
export function rowQuery(walletAddress: string) {
  return queryOptions({
    queryKey: ['/api/leaderboard/around', walletAddress, { span: '0' }] as const,
    queryFn: getByKeyOrNull(aroundCall, 404),
    select: (rows: readonly LeaderboardEntry[] | null) => rows?.[0] ?? null,
    staleTime: POLL_INTERVAL_MS,
  });
}
