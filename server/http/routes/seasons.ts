/** GET /api/seasons and GET /api/seasons/{id}: the weeks' race [SEA1]. */
import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { SEASON_ROWS, seasonCall, seasonsCall } from '../../../common/protocol/seasons.ts';
import { weekId } from '../../../common/values/week.ts';
import { listHeaders, revisionHeaders } from '../answer-headers.ts';
import type { AppParts, RouteParts } from '../app-parts.ts';
import { cachedReply, unknownPast } from '../answer-cache.ts';
import { Problem } from '../problem.ts';
import { sharedRoute, type Route } from '../route.ts';
import { unqueued } from '../shared-work.ts';

/** A year of them. */
const SEASONS = 52;

export function seasonRoutes({ seasons, board, callers, onShown, cached }: RouteParts): Route[] {
  async function detail(
    week: number,
    query: z.output<typeof seasonCall.query>,
    request: IncomingMessage,
  ) {
    const { limit = SEASON_ROWS, offset = 0, walletAddress = null, nationId, q } = query;
    // Taken before the read: what it shows is of this rev or newer.
    const { epoch, rev } = board;
    const [part, standings] = await Promise.all([
      seasons.entries(week, { limit, offset, nationId, q }),
      seasons.standings(week, walletAddress),
    ]);
    if (!part) throw unknownPast({ why: 'not-recorded' });
    callers.chargeWork(request, part);
    onShown(standings.best.map((entry) => entry.walletAddress));
    const { season, entries, count, isSettled } = part;
    const body = { season, entries: [...entries], ...standings };
    return { body, headers: listHeaders({ count, epoch, rev }), isSettled };
  }

  return [
    sharedRoute(seasonsCall, ({ query: { limit = SEASONS, before = Infinity } }) => {
      const headers = revisionHeaders(board);
      if (!seasons.isKnown) throw unknownPast({ why: 'not-recorded' });
      return { status: 200, body: seasons.list(limit, before), headers };
    }),

    sharedRoute(
      seasonCall,
      async ({ params: { id: week }, query, headers, request, longQueue }) => {
        knownSeason(seasons, week);
        const part = { ...query, limit: query.limit ?? SEASON_ROWS, offset: query.offset ?? 0 };
        const queue = seasons.takesLong(week, part) ? longQueue : unqueued;
        // Everyone who names no wallet is answered the same.
        if (query.walletAddress) {
          const { body, headers: placed } = await queue(() => detail(week, query, request));
          return { status: 200, body, headers: placed };
        }
        // Weeks end and are closed without a commit.
        const version = seasons.versionOf(week);
        const { limit = '', offset = '', nationId = '', q = '' } = query;
        const asked = [limit, offset, nationId, encodeURIComponent(q)].join('.');
        const name = `season.${week}.${version}.${asked}`;
        const answer = await cached({ name, headers, queue }, async () => {
          const { body, ...rest } = await detail(week, query, request);
          return { json: JSON.stringify(body), ...rest };
        });
        return cachedReply(answer, { headers, board });
      },
    ),
  ];
}

/** @throws Problem if there is no such week, or it isn't known yet. */
export function knownSeason(
  seasons: Pick<AppParts['seasons'], 'isKnown' | 'has'>,
  week: number,
): void {
  if (!seasons.isKnown) throw unknownPast({ why: 'not-recorded' });
  if (seasons.has(week)) return;
  throw new Problem(
    'no-such-season',
    `There is no race in ${weekId(week)}: the game had not begun, or that week has not. GET /api/seasons lists the weeks.`,
  );
}
