/** The nations' works [WRK1]: polled for what is pushed to nobody, the rate of the last day. */
import { queryOptions } from '@tanstack/react-query';
import { getByKey } from './get-by-key.ts';
import { newerAnswer } from './newer.ts';

const call = async () => (await import('../../../common/protocol/works.ts')).worksCall;

/** Stages move slowly, and their contributions are pushed. */
const POLL_MS = 60_000;

export function worksQuery() {
  return queryOptions({
    queryKey: ['/api/works'] as const,
    queryFn: getByKey(call),
    refetchInterval: POLL_MS,
    structuralSharing: newerAnswer,
  });
}
