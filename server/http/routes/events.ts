/**
 * GET /api/events. Event kinds that this server does not know are left out, as are those that an older page
 * does not know: reading continues until the answer is full or the history ends, so that `before` works as
 * for everyone. After SCANNED_ROWS rows it stops anyway, and a header says where to read on.
 */
import { EVENTS_BEFORE_HEADER, eventsCall } from '../../../common/protocol/events.ts';
import { Vocabulary } from '../../../common/protocol/since.ts';
import { written } from '../../../common/values/cultural.ts';
import {
  isKnownEvent,
  type GameEvent,
  type KnownEvent,
} from '../../../common/values/game-event.ts';
import { BOARD_MS } from '../../game/engine/newest-commit.ts';
import type { Place } from '../../game/reads/placed.ts';
import type { Queries } from '../../game/reads/queries.ts';
import { eventView } from '../../game/reads/views.ts';
import type { Board } from '../../leaderboard/board.ts';
import { inSlices } from '../../lib/in-slices.ts';
import { placeHeaders } from '../list-headers.ts';
import { versionOf } from '../protocol-version.ts';
import { route, type Route } from '../route.ts';

/** How many rows are scanned for one answer to an old page: ten times the longest answer. */
const SCANNED_ROWS = 2000;
/** Rows per read, once the first read has left rows out. */
const READ_ROWS = 200;

type EventsQuery = Parameters<Queries['events']>[0];

export function eventRoutes({
  queries,
  board,
  vocabulary = new Vocabulary(),
}: {
  readonly queries: Pick<Queries, 'events'>;
  readonly board: Place & Pick<Board, 'reached' | 'finishedBy'>;
  /** What clients of each version know; defaults to the protocol's. */
  readonly vocabulary?: Vocabulary | undefined;
}): Route[] {
  return [
    route(eventsCall, async ({ query, headers }) => {
      const { walletAddress, ...range } = query;
      const wanted: EventsQuery = {
        ...range,
        ...(walletAddress ? { wallet: walletAddress } : {}),
        order: 'newest-first',
      };
      const version = versionOf(headers);
      const isKnown = (event: GameEvent): event is KnownEvent =>
        isKnownEvent(event) && vocabulary.knowsKind(written(event.kind), version);
      // Taken before the read: what it shows is of this rev or newer.
      const place = placeHeaders(board);
      const { events, before } = await knownEvents(queries, wanted, isKnown);
      // Only the board knows which stages of a work a commit completed [WRK1].
      const newest = events.find(({ kind }) => kind === 'contributed');
      if (newest) await board.reached(newest.rev, BOARD_MS);
      const body = await inSlices(events, (event) => eventView(event, board.finishedBy(event)));
      const readOn: Record<string, string> =
        before === null ? {} : { [EVENTS_BEFORE_HEADER]: before };
      return { status: 200, body, headers: { ...place, ...readOn } };
    }),
  ];
}

/** @returns `before`: where to read on, if the answer is short and the history goes on. */
async function knownEvents(
  queries: Pick<Queries, 'events'>,
  wanted: EventsQuery,
  isKnown: (event: GameEvent) => event is KnownEvent,
): Promise<{ readonly events: KnownEvent[]; readonly before: string | null }> {
  const events: KnownEvent[] = [];
  let next = wanted;
  for (let scanned = 0; scanned < SCANNED_ROWS;) {
    const rows = await queries.events(next);
    events.push(...rows.filter(isKnown));
    const last = rows.at(-1);
    const isEnd = last === undefined || rows.length < next.limit;
    if (isEnd || events.length >= wanted.limit) {
      return { events: events.slice(0, wanted.limit), before: null };
    }
    scanned += rows.length;
    next = { ...wanted, before: last.rev, limit: READ_ROWS };
  }
  return { events, before: next.before ?? null };
}
