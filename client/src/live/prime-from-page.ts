/**
 * Gives the live client what the page's HTML already says, so that nothing is fetched twice. The
 * HTML may come from another process than the socket, or from the browser's cache: its epoch and
 * rev place it like any other answer.
 */
import type { QueryClient } from '@tanstack/react-query';
import { setRevision } from '../../../client-kit/api/revision.ts';
import type { LiveGame } from '../../../client-kit/live/live-game.ts';
import { PAGE_FACTS_ID } from '../../../common/protocol/page-facts-place.ts';
import { pageFactsSchema } from '../../../common/protocol/page-facts.ts';
import { standingsQuery, worksQuery } from '../api/nations.ts';

/** The facts, unparsed; null if there are none, and for every caller after the first. */
function takePageFacts(): unknown {
  const script = typeof document === 'undefined' ? null : document.getElementById(PAGE_FACTS_ID);
  if (!script) return null;
  script.remove();
  return JSON.parse(script.textContent);
}

export function primeFromPage(queryClient: QueryClient, game: Pick<LiveGame, 'prime'>): void {
  const facts = pageFactsSchema.safeParse(takePageFacts());
  if (!facts.success) return;
  const { standings, works, ...list } = facts.data;
  const revision = { epoch: list.epoch, rev: list.rev };
  // An answer that came first is as good.
  queryClient.setQueryData(
    standingsQuery().queryKey,
    (old) => old ?? setRevision(standings, revision),
  );
  queryClient.setQueryData(worksQuery().queryKey, (old) => old ?? setRevision(works, revision));
  // Only the first rows of a long ranking stand in the page: its list is fetched.
  if (list.rows.length === list.totalCount) game.prime(list);
}
