/** GET /api/seasons and GET /api/seasons/{id}: the weeks' race [SEA1]. */
import {
  SEASON_ROWS,
  seasonCall,
  seasonsCall,
  type SeasonDetail,
} from '../../../common/protocol/seasons.ts';
import { weekId } from '../../../common/values/week.ts';
import { placing, revisionHeaders } from '../answer-headers.ts';
import type { AppParts } from '../app-parts.ts';
import { unknownPast } from '../kept-answers.ts';
import { Problem } from '../problem.ts';
import { sharedRoute, type Route } from '../route.ts';

/** A year of them. */
const SEASONS = 52;

export function seasonRoutes({ seasons, board, onShown }: AppParts): Route[] {
  return [
    sharedRoute(seasonsCall, ({ query: { limit = SEASONS, before = Infinity } }) => {
      const headers = revisionHeaders(board);
      if (!seasons.isKnown) throw unknownPast({ why: 'not-recorded' });
      return { status: 200, body: seasons.list(limit, before), headers };
    }),

    sharedRoute(seasonCall, async ({ params: { id: week }, query }) => {
      const { limit = SEASON_ROWS, offset = 0, walletAddress = null } = query;
      if (!seasons.isKnown) throw unknownPast({ why: 'not-recorded' });
      if (!seasons.has(week)) {
        throw new Problem(
          'no-such-season',
          `There is no race in ${weekId(week)}: the game had not begun, or that week has not. GET /api/seasons lists the weeks.`,
        );
      }
      // Taken before the read: what it shows is of this rev or newer.
      const place = { count: seasons.playersIn(week), epoch: board.epoch, rev: board.rev };
      const body = await seasons.detail(week, { limit, offset, wallet: walletAddress });
      if (!body) throw unknownPast({ why: 'not-recorded' });
      onShown(shownIn(body));
      return { status: 200, body, headers: placing(place) };
    }),
  ];
}

function shownIn({ entries, own, best }: SeasonDetail) {
  const shown = [...entries.slice(0, 100), ...best, ...(own ? [own] : [])];
  return shown.map(({ walletAddress }) => walletAddress);
}
