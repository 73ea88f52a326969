/** GET /api/events */
import { eventsCall } from '../../../common/protocol/events.ts';
import { EVENT_KINDS } from '../../../common/values/event-kinds.ts';
import { isKnownEvent } from '../../../common/values/stored-event.ts';
import { BOARD_MS } from '../../game/engine/game.ts';
import type { Place } from '../../game/reads/placed.ts';
import type { Queries } from '../../game/reads/queries.ts';
import type { Board } from '../../leaderboard/board.ts';
import { gameEvent } from '../../leaderboard/entry.ts';
import { inSlices } from '../../lib/in-slices.ts';
import { placeHeaders } from '../answer-headers.ts';
import { route, type Route } from '../route.ts';

export function eventRoutes({
  queries,
  board,
}: {
  readonly queries: Pick<Queries, 'events'>;
  readonly board: Place & Pick<Board, 'reached' | 'finishedBy'>;
}): Route[] {
  return [
    route(eventsCall, async ({ query }) => {
      const { walletAddress, nationId, kinds = EVENT_KINDS, ...page } = query;
      // Taken before the read: what it shows is of this rev or newer.
      const place = placeHeaders(board);
      // A player's nation never changes: their events are all of it, or none is.
      const subject = walletAddress ? { wallet: walletAddress } : nationId ? { nationId } : {};
      const rows = await queries.events({ ...page, ...subject, kinds, order: 'newest-first' });
      const events = rows
        .filter(isKnownEvent)
        .filter(({ row }) => nationId === undefined || row.nationId === nationId);
      // Only the board knows which stages of a work a commit completed [WRK1].
      const newest = events.find(({ kind }) => kind === 'contributed');
      if (newest) await board.reached(newest.rev, BOARD_MS);
      const body = await inSlices(events, (event) => gameEvent(event, board.finishedBy(event)));
      return { status: 200, body, headers: place };
    }),
  ];
}
