/**
 * GET /api/leaderboard, the rows around a wallet, the rank that another GDP would have, and the
 * search for rows. The list is answered with 304 to callers that already have it (RFC 9110,
 * §13.1.2). `../poll.ts` has already answered the list that every page polls.
 */
import type { IncomingMessage } from 'node:http';
import {
  FOUND_ROWS,
  findCall,
  leaderboardAroundCall,
  leaderboardCall,
  PAST_ROWS,
  PREVIEW_ROWS,
  previewCall,
} from '../../../common/protocol/leaderboard.ts';
import { LIVE_ROWS } from '../../../common/protocol/live-rows.ts';
import { NO_SUCH_PLAYER } from '../../../common/rules/decision.ts';
import { ListText } from '../../leaderboard/list-text.ts';
import { ownTurn } from '../../lib/in-slices.ts';
import { entriesThen } from '../../past/past.ts';
import type { AppParts } from '../app-parts.ts';
import {
  createAnswerCache,
  cachedReply,
  assertPast,
  unknownPast,
  type MadeAnswer,
} from '../answer-cache.ts';
import { matchesTag, listTag, revisionHeaders, listHeaders } from '../answer-headers.ts';
import { route, sharedRoute, type Route } from '../route.ts';
import { problemOf } from '../problem.ts';

/** This many rows without a cached text take a millisecond. */
const FEW_ROWS = 100;
/** Of cached rankings of the past. */
const PAST_BYTES = 4 * 1024 * 1024;

export function leaderboardRoutes({
  board,
  past,
  seasons,
  clock,
  callers,
  onShown,
  mask,
}: AppParts): Route[] {
  const text = new ListText(board);
  const cached = createAnswerCache(board, mask, PAST_BYTES);

  async function listThen(
    at: number,
    limit: number,
    request: IncomingMessage,
  ): Promise<MadeAnswer> {
    const then = await past.rankingAt(at);
    if ('why' in then) throw unknownPast(then);
    callers.chargeWork(request, then);
    return {
      json: JSON.stringify(entriesThen(then, limit)),
      headers: listHeaders({ count: then.count, epoch: board.epoch, rev: then.rev }),
      isSettled: then.isSettled,
    };
  }

  return [
    sharedRoute(leaderboardCall, async ({ query, headers, request, longQueue }) => {
      const { limit: wanted, offset = 0, nationId, at } = query;
      if (at !== undefined) {
        assertPast(at, clock.now());
        const rows = wanted ?? PAST_ROWS;
        const list = { name: `then.${at}.${rows}`, headers, queue: longQueue };
        return cachedReply(await cached(list, () => listThen(at, rows, request)), { headers });
      }
      const limit = wanted ?? LIVE_ROWS;
      // Only the texts of the first rows, overall and per nation, are cached, not those of every
      // player.
      const isCached = offset + limit <= LIVE_ROWS;
      const isLong = !isCached && limit > FEW_ROWS;
      const answer = () => {
        const etag = listTag(board, limit, offset, nationId);
        const count = nationId ? board.nation(nationId).players : board.count;
        const answerHeaders = {
          ETag: etag,
          'Cache-Control': 'no-cache',
          ...listHeaders(board, count),
        };
        if (matchesTag(etag, headers['if-none-match'])) {
          return { status: 304, body: null, headers: answerHeaders } as const;
        }
        if (isCached) {
          const json = nationId
            ? text.nationPage(nationId, limit, offset)
            : text.page(limit, offset);
          return { status: 200, json, headers: answerHeaders } as const;
        }
        const body = nationId
          ? board.nationPage(nationId, limit, offset)
          : board.page(limit, offset);
        return { status: 200, body, headers: answerHeaders } as const;
      };
      if (isLong) await ownTurn();
      return answer();
    }),

    route(leaderboardAroundCall, ({ params, query }) => {
      const rows = board.around(params.walletAddress, query.span);
      if (!rows) throw problemOf(NO_SUCH_PLAYER);
      onShown(rows.map(({ walletAddress }) => walletAddress));
      return { status: 200, body: rows, headers: listHeaders(board) };
    }),

    route(previewCall, ({ query }) => {
      const preview = board.preview(query.walletAddress, query.gdp, PREVIEW_ROWS);
      if (!preview) throw problemOf(NO_SUCH_PLAYER);
      onShown([...preview.passes, ...preview.passedBy].map(({ walletAddress }) => walletAddress));
      const week = seasons.preview(query.walletAddress, query.gdp);
      return { status: 200, body: { ...preview, week }, headers: revisionHeaders(board) };
    }),

    route(findCall, ({ query }) => {
      const rows = board.find(query.q, FOUND_ROWS);
      onShown(rows.map(({ walletAddress }) => walletAddress));
      return { status: 200, body: rows, headers: revisionHeaders(board) };
    }),
  ];
}
