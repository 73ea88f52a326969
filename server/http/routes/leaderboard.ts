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
import { nextSlice } from '../../lib/in-slices.ts';
import { entriesThen } from '../../past/past.ts';
import type { RouteParts } from '../app-parts.ts';
import {
  assertPast,
  cachedReply,
  presentList,
  unknownPast,
  type MadeAnswer,
} from '../answer-cache.ts';
import {
  listHeaders,
  notModified,
  presentListHeaders,
  revisionHeaders,
} from '../answer-headers.ts';
import { route, sharedRoute, type Route } from '../route.ts';
import { problemOf } from '../problem.ts';
import type { Queue } from '../shared-work.ts';

/** Lists that are not cached are made one at a time, between other work. */
const inOwnTurn: Queue = async (work) => {
  await nextSlice();
  return work();
};

export function leaderboardRoutes({
  board,
  past,
  seasons,
  clock,
  callers,
  onShown,
  cached,
}: RouteParts): Route[] {
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
      const { limit: wanted, offset = 0, nationId, at, wallets } = query;
      if (wallets) {
        const rows = wallets
          .flatMap((wallet) => board.entry(wallet) ?? [])
          .toSorted((a, b) => a.rank - b.rank);
        onShown(rows.map(({ walletAddress }) => walletAddress));
        return { status: 200, body: rows, headers: listHeaders(board, rows.length) };
      }
      if (at !== undefined) {
        assertPast(at, clock.now());
        const rows = wanted ?? PAST_ROWS;
        const list = { name: `then.${at}.${rows}`, headers, queue: longQueue };
        return cachedReply(await cached(list, () => listThen(at, rows, request)), { headers });
      }
      const part = { limit: wanted ?? LIVE_ROWS, offset, nationId };
      const unchanged = notModified(presentListHeaders(board, part), headers);
      if (unchanged) return unchanged;
      const list = presentList({ cached, board }, part, { headers, queue: inOwnTurn });
      return cachedReply(await list, { headers });
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
