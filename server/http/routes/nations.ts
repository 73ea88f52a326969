/** GET /api/nations, and the nations' standings. */
import {
  nationCall,
  nationsCall,
  nationsHistoryCall,
  standingsCall,
} from '../../../common/protocol/nations.ts';
import { NATION_LIST, NATIONS } from '../../../common/values/nations.ts';
import { candidatesOf, contributorsTo, standingsOf } from '../../game/reads/standings.ts';
import { nationView } from '../../game/reads/views.ts';
import type { Board } from '../../leaderboard/board.ts';
import type { NationChanges } from '../../leaderboard/nation-changes.ts';
import type { NationHistory } from '../../past/nation-history.ts';
import { placeHeaders } from '../answer-headers.ts';
import { unknownPast } from '../kept-answers.ts';
import { route, type Route, type OnShown } from '../route.ts';

const nations = NATION_LIST.map(nationView);

export function nationRoutes({
  board,
  nationChanges,
  nationHistory,
  onShown = () => {},
}: {
  readonly board: Board;
  readonly nationChanges: Pick<NationChanges, 'of'>;
  readonly nationHistory: Pick<NationHistory, 'of'>;
  readonly onShown?: OnShown | undefined;
}): Route[] {
  return [
    route(nationsCall, () => ({ status: 200, body: nations })),

    route(standingsCall, () => {
      const body = standingsOf(board, nationChanges);
      return { status: 200, body, headers: placeHeaders(board) };
    }),

    route(nationsHistoryCall, async ({ query: { span } }) => {
      const headers = placeHeaders(board);
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
      const nation = nationView(NATIONS[nationId]);
      const work = board.work(nationId);
      const body = { nation, standing, culturalStaked, candidates, work, contributors };
      return { status: 200, body, headers: placeHeaders(board) };
    }),
  ];
}
