/** The past: the nations' totals over time, and replays. */
import { queryOptions } from '@tanstack/react-query';
import type { Span } from '../../../common/protocol/nations.ts';
import { instantText } from '../../../common/values/instant.ts';
import { request } from './request.ts';

const MINUTE_MS = 60_000;

export function nationsHistoryQuery(span: Span) {
  return queryOptions({
    queryKey: ['/api/nations/history', { span }] as const,
    queryFn: async ({ signal }) => {
      const { nationsHistoryCall } = await import('../../../common/protocol/nations.ts');
      return request(nationsHistoryCall, { query: { span }, signal });
    },
    // Its last step is live; another one has ended by then.
    refetchInterval: MINUTE_MS,
  });
}

/** @param cursor null: the first page, which begins with the ranking at `fromMs`. @throws ApiError */
export async function replayPage(
  { fromMs, toMs, cursor }: { fromMs: number; toMs: number; cursor: string | null },
  signal: AbortSignal,
) {
  const { replayCall } = await import('../../../common/protocol/replay.ts');
  const query = {
    from: instantText(fromMs),
    to: instantText(toMs),
    ...(cursor === null ? {} : { cursor }),
  };
  return request(replayCall, { query, signal });
}
