/** How the nations compare: polled, because their changes shift as time passes. */
import { queryOptions } from '@tanstack/react-query';
import { getByKey } from './get-by-key.ts';
import { newerAnswer } from './newer.ts';
import { POLL_INTERVAL_MS } from './query-client.ts';

const call = async () => (await import('../../../common/protocol/nations.ts')).standingsCall;

export function standingsQuery() {
  return queryOptions({
    queryKey: ['/api/nations/standings'] as const,
    queryFn: getByKey(call),
    refetchInterval: POLL_INTERVAL_MS,
    structuralSharing: newerAnswer,
  });
}
