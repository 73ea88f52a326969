/** The nations: their standings, one of them, their works [WRK1] and their past. */
import { queryOptions } from '@tanstack/react-query';
import type { Span } from '../../../common/protocol/nations.ts';
import type { NationId } from '../../../common/values/nations.ts';
import { getByKey } from './get-by-key.ts';
import { POLL_INTERVAL_MS } from './query-client.ts';
import { newerAnswer } from './newer-answer.ts';

const calls = () => import('../../../common/protocol/nations.ts');
const worksCall = async () => (await import('../../../common/protocol/works.ts')).worksCall;

const MINUTE_MS = 60_000;

/** The nations that a player can choose from. */
export function nationsQuery() {
  return queryOptions({
    queryKey: ['/api/nations'] as const,
    queryFn: getByKey(async () => (await calls()).nationsCall),
  });
}

/** One nation: its standing, its president, and its landmark. */
export function nationQuery(nationId: NationId) {
  return queryOptions({
    queryKey: ['/api/nations', nationId] as const,
    queryFn: getByKey(async () => (await calls()).nationCall),
    structuralSharing: newerAnswer,
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** How the nations compare: polled, because their changes shift as time passes. */
export function standingsQuery() {
  return queryOptions({
    queryKey: ['/api/nations/standings'] as const,
    queryFn: getByKey(async () => (await calls()).standingsCall),
    structuralSharing: newerAnswer,
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** The nations' totals over time. */
export function nationsHistoryQuery(span: Span) {
  return queryOptions({
    queryKey: ['/api/nations/history', { span }] as const,
    queryFn: getByKey(async () => (await calls()).nationsHistoryCall),
    // Its last step is live; another one has ended by then.
    refetchInterval: MINUTE_MS,
  });
}

/** Contributions are pushed; polled in case a push was missed. */
export function worksQuery() {
  return queryOptions({
    queryKey: ['/api/works'] as const,
    queryFn: getByKey(worksCall),
    structuralSharing: newerAnswer,
    refetchInterval: MINUTE_MS,
  });
}
