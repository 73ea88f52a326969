/**
 * GET /api/leaderboard and the rows around a wallet; the list is answered with 304 to whoever has it
 * already (RFC 9110, §13.1.2). The lists that every page polls are answered in `../poll.ts` already.
 */
import { leaderboardAroundCall, leaderboardCall } from '../../../common/protocol/leaderboard.ts';
import { NO_SUCH_PLAYER } from '../../../common/rules/decision.ts';
import type { Board } from '../../leaderboard/board.ts';
import { isHeld, listTag, placing } from '../list-headers.ts';
import { problemOf } from '../problem.ts';
import { route, type Route } from '../route.ts';

export function leaderboardRoutes({ board }: { readonly board: Board }): Route[] {
  return [
    route(leaderboardCall, ({ query, headers }) => {
      const { limit, offset } = query;
      const etag = listTag(board, limit, offset);
      const answerHeaders = { ETag: etag, 'Cache-Control': 'no-cache', ...placing(board) };
      if (isHeld(etag, headers['if-none-match'])) {
        return { status: 304, body: null, headers: answerHeaders };
      }
      return { status: 200, body: board.page(limit, offset), headers: answerHeaders };
    }),

    route(leaderboardAroundCall, ({ params, query }) => {
      const rows = board.around(params.walletAddress, query.span);
      if (!rows) throw problemOf(NO_SUCH_PLAYER);
      return { status: 200, body: rows, headers: placing(board) };
    }),
  ];
}
