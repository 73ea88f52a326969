/**
 * What a page's HTML says of the game, put into the cache: the server's render and the browser's first one are the
 * same, and nothing is fetched twice. The HTML may come from another process than the socket, or from the
 * browser's cache: its epoch and rev place it like any other answer.
 */
import type { QueryClient } from '@tanstack/react-query';
import { pageFactsSchema, type PageFacts } from '../../../common/protocol/page-facts.ts';
import { standingsQuery, worksQuery } from '../api/nations.ts';
import { LEADERBOARD_KEY } from '../api/query-client.ts';
import { setRevision } from '../api/revision.ts';
import type { Board } from './board-merge.ts';

/** @param text the facts as the HTML has them; a page that doesn't understand them fetches everything. */
export function knowPage(queryClient: QueryClient, text: string): void {
  const facts = pageFactsSchema.safeParse(JSON.parse(text));
  if (facts.success) know(queryClient, facts.data);
}

export function know(queryClient: QueryClient, facts: PageFacts): void {
  const { epoch, rev, etag, rows, totalCount, standings, works } = facts;
  const list: Board & { readonly etag: string } = { epoch, rev, etag, rows, totalCount };
  queryClient.setQueryData(LEADERBOARD_KEY, list);
  queryClient.setQueryData(standingsQuery().queryKey, setRevision(standings, { epoch, rev }));
  queryClient.setQueryData(worksQuery().queryKey, setRevision(works, { epoch, rev }));
  // Only the first rows of a long ranking are in the page: its list is fetched.
  if (rows.length < totalCount)
    void queryClient.invalidateQueries({ queryKey: LEADERBOARD_KEY, refetchType: 'none' });
}
