/** The ranking beyond the live rows: pages, a search, a preview, the past. */
import { queryOptions } from '@tanstack/react-query';
import type { Address } from '../../../common/values/address.ts';
import { instantText } from '../../../common/values/instant.ts';
import type { NationId } from '../../../common/values/nations.ts';
import { getByKey } from './get-by-key.ts';
import { LEADERBOARD_KEY, POLL_INTERVAL_MS } from './query-client.ts';
import { newerAnswer } from './newer-answer.ts';

const calls = () => import('../../../common/protocol/leaderboard.ts');

/** Rows per page: a few screens, so that scrolling needs two pages at most. */
export const PAGE_ROWS = 100;

const getRows = getByKey(async () => (await calls()).leaderboardCall);

/** Of all nations or of one. @param offset how many of these rows come before the page. */
export function leaderboardPageQuery(offset: number, nationId: NationId | null) {
  const page = { limit: String(PAGE_ROWS), offset: String(offset) };
  return queryOptions({
    queryKey: [...LEADERBOARD_KEY, nationId ? { ...page, nationId } : page] as const,
    queryFn: getRows,
    // Unchanged rows are not rendered again with every poll.
    structuralSharing: newerAnswer,
  });
}

/** Who is beyond the live rows is asked for this often. */
const NAMED_POLL_MS = 30_000;

/** The rows of these players, in lower case, without who doesn't play; only while it is shown. */
export function namedQuery(wallets: readonly string[]) {
  return queryOptions({
    queryKey: [...LEADERBOARD_KEY, { wallets: wallets.join() }] as const,
    queryFn: getRows,
    enabled: wallets.length > 0,
    refetchInterval: NAMED_POLL_MS,
    staleTime: NAMED_POLL_MS,
    // Who comes or goes leaves the others where they are.
    placeholderData: (old) => old,
    structuralSharing: newerAnswer,
  });
}

/** The best-ranked rows whose address or name begins with `q`, best first; `q` must be findable. */
export function findQuery(q: string) {
  return queryOptions({
    queryKey: ['/api/leaderboard/find', { q }] as const,
    queryFn: getByKey(async () => (await calls()).findCall),
    refetchInterval: POLL_INTERVAL_MS,
    // Results from a while ago have moved since.
    staleTime: POLL_INTERVAL_MS,
    structuralSharing: newerAnswer,
  });
}

/** The wallet's row at the time of the request: a different row has a different answer. */
export interface AskedRow {
  readonly gdp: number;
  readonly rank: number;
}

const getPreview = getByKey(async () => (await calls()).previewCall);

/**
 * The rank that a wallet would have with another GDP, and whom it would pass or fall behind.
 * @param gdp the GDP to preview, in dollars.
 */
export function previewQuery(walletAddress: Address, gdp: number, row: AskedRow) {
  const path = '/api/leaderboard/preview';
  return queryOptions({
    queryKey: [path, walletAddress, gdp, row.gdp, row.rank] as const,
    queryFn: async ({ signal }) => {
      const query = { walletAddress, gdp: String(gdp) };
      return { ...(await getPreview({ queryKey: [path, query], signal })), row };
    },
    // Other players move: the old answer is shown while the next one is fetched.
    staleTime: 0,
    gcTime: POLL_INTERVAL_MS,
  });
}

const getReplay = getByKey(
  async () => (await import('../../../common/protocol/replay.ts')).replayCall,
);

/**
 * @param cursor null: the first page, which begins with the ranking at `fromMs`. @throws ApiError
 */
export async function replayPage(
  { fromMs, toMs, cursor }: { fromMs: number; toMs: number; cursor: string | null },
  signal: AbortSignal,
) {
  const query = {
    from: instantText(fromMs),
    to: instantText(toMs),
    ...(cursor === null ? {} : { cursor }),
  };
  return getReplay({ queryKey: ['/api/replay', query], signal });
}
