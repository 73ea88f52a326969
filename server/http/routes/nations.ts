/** The nations, their standings and their works. */
import {
  nationCall,
  nationsCall,
  nationsHistoryCall,
  standingsCall,
} from '../../../common/protocol/nations.ts';
import { worksCall } from '../../../common/protocol/works.ts';
import { NATION_IDS } from '../../../common/values/nations.ts';
import {
  candidatesOf,
  contributorsTo,
  nationView,
  standingsOf,
  worksOf,
} from '../../game/reads/views.ts';
import { revisionHeaders } from '../answer-headers.ts';
import type { AppParts } from '../app-parts.ts';
import { unknownPast } from '../answer-cache.ts';
import { route, type Route } from '../route.ts';

export function nationRoutes(parts: AppParts): Route[] {
  const { board, nationChanges, nationHistory, onShown, rules } = parts;
  return [
    route(nationsCall, () => ({
      status: 200,
      body: NATION_IDS.map((id) => nationView(id, rules())),
    })),

    route(standingsCall, () => {
      const body = standingsOf(board, nationChanges);
      return { status: 200, body, headers: revisionHeaders(board) };
    }),

    route(nationsHistoryCall, async ({ query: { span } }) => {
      const headers = revisionHeaders(board);
      const body = await nationHistory.of(span);
      if ('why' in body) throw unknownPast(body);
      return { status: 200, body, headers };
    }),

    route(nationCall, ({ params: { nationId } }) => {
      const standing = standingsOf(board, nationChanges).find((one) => one.nationId === nationId);
      if (!standing) throw new Error(`${nationId} has no standing`);
      const { culturalStaked, candidates } = candidatesOf(board, nationId);
      const contributors = contributorsTo(board, nationId);
      onShown([...candidates, ...contributors].map(({ walletAddress }) => walletAddress));
      const nation = nationView(nationId, rules());
      const work = board.work(nationId);
      const body = { nation, standing, culturalStaked, candidates, work, contributors };
      return { status: 200, body, headers: revisionHeaders(board) };
    }),

    route(worksCall, () => {
      return { status: 200, body: worksOf(board, nationChanges), headers: revisionHeaders(board) };
    }),
  ];
}
