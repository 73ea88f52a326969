/** GET /api/events and /api/replay */
import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { eventsCall } from '../../../common/protocol/events.ts';
import {
  REPLAY_EVENTS,
  replayCall,
  type ReplaySnapshot,
  type SentReplayEvent,
} from '../../../common/protocol/replay.ts';
import { formatDena } from '../../../common/values/amount.ts';
import { EVENT_KINDS, RULES_CHANGED } from '../../../common/values/event-kinds.ts';
import {
  isKnownEvent,
  type EventKind,
  type KnownEvent,
  type StoredEvent,
} from '../../../common/values/stored-event.ts';
import { REV_ZERO, revSchema, type Rev } from '../../../common/values/ids.ts';
import { instantText } from '../../../common/values/instant.ts';
import { byNation, NATION_IDS } from '../../../common/values/nations.ts';
import { BOARD_MS } from '../../game/engine/game.ts';
import type { Board } from '../../leaderboard/board.ts';
import { eventRow, gameEvent, rulesEvent } from '../../leaderboard/entry.ts';
import { inSlices } from '../../lib/in-slices.ts';
import { entriesThen, type Cursor, type RankingThen } from '../../past/past.ts';
import type { AppParts, RouteParts } from '../app-parts.ts';
import { cachedReply, assertPast, unknownPast, type MadeAnswer } from '../answer-cache.ts';
import { revisionHeaders } from '../answer-headers.ts';
import { sharedRoute, type Route } from '../route.ts';

type Page = z.input<(typeof replayCall.answers)[200]>;

export function eventRoutes({ queries, past, board, clock, callers, cached }: RouteParts): Route[] {
  return [
    sharedRoute(eventsCall, async ({ query, network }) => {
      // Taken before the read: what it shows is of this rev or newer.
      const revision = revisionHeaders(board);
      const { walletAddress, nationId, limit, kinds = [...EVENT_KINDS, RULES_CHANGED] } = query;
      const played = kinds.filter((kind) => kind !== RULES_CHANGED);
      // They are of no wallet, and of no nation more than of another.
      const hasRules = !walletAddress && !nationId && kinds.length > played.length;
      const reads = { queries, board, network };
      const events = played.length > 0 ? await shownEvents(reads, { ...query, kinds: played }) : [];
      // Read after those: none is missing that came before the newest of them.
      const changes = hasRules
        ? await queries.rulesChanges({ before: query.before, limit, order: 'newest-first' })
        : [];
      const sent = await inSlices(events, (event) => gameEvent(event, board.finishedBy(event)));
      const body = [...sent, ...changes.map(rulesEvent)]
        .toSorted((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, limit);
      return { status: 200, body, headers: revision };
    }),

    sharedRoute(replayCall, async ({ query, headers, request, longQueue }) => {
      assertPast(query.to, clock.now());
      const { from, to, cursor = '' } = query;
      const name = `replay.${from}.${to}.${cursor}`;
      const answer = await cached({ name, headers, queue: longQueue }, () => page(query, request));
      return cachedReply(answer, { headers, board });
    }),
  ];

  async function page(
    { from, to, cursor }: z.output<typeof replayCall.query>,
    request: IncomingMessage,
  ): Promise<MadeAnswer> {
    const headers = revisionHeaders(board);
    const start = cursor === undefined ? await beginning(from) : null;
    const begin = start ? { ...start, rankingAt: null } : cursorIn(cursor ?? '');
    const { ranking, parts, events, next, isSettled } = await past.page(begin, to, REPLAY_EVENTS);
    const first = start ?? ranking;
    callers.chargeWork(request, start ?? { parts });
    const last = events.at(-1)?.rev ?? REV_ZERO;
    // The board may be loaded again meanwhile.
    const wasExplained = explains(board, last);
    const body: Page = {
      snapshot: first && snapshotView(first),
      events: await inSlices(events, (event) => eventThen(event, board.finishedBy(event))),
      next: next && cursorOf(next),
    };
    const isExplained = wasExplained && explains(board, last);
    return {
      json: JSON.stringify(body),
      headers,
      isSettled: isSettled && (start?.isSettled ?? true) && isExplained,
    };
  }

  async function beginning(from: number): Promise<RankingThen> {
    const then = await past.rankingAt(from);
    if ('why' in then) throw unknownPast(then);
    return then;
  }
}

/**
 * Newest first; the board knows which stages of the works they completed. @throws StoreUnavailable,
 * QueueFull
 */
export async function shownEvents(
  { queries, board, network }: Pick<AppParts, 'queries' | 'board'> & { readonly network: string },
  {
    walletAddress,
    nationId,
    kinds = EVENT_KINDS,
    ...page
  }: Omit<z.output<typeof eventsCall.query>, 'kinds'> & { readonly kinds?: readonly EventKind[] },
): Promise<KnownEvent[]> {
  // A player's nation never changes: their events are all of it, or none is.
  const subject = walletAddress ? { wallet: walletAddress } : nationId ? { nationId } : {};
  const asked = {
    ...page,
    ...subject,
    kinds,
    order: 'newest-first',
  } as const;
  const rows = await queries.events(asked, network);
  const events = rows
    .filter(isKnownEvent)
    .filter(({ row }) => nationId === undefined || row.nationId === nationId);
  // Only the board knows which stages of a work a commit completed [WRK1].
  const newest = events.find(({ kind }) => kind === 'contributed');
  if (newest) await board.reached(newest.rev, BOARD_MS);
  return events;
}

/**
 * True if the board knows which stages of the works were completed by the commits up to this one
 * [WRK1].
 */
function explains(board: Board, rev: Rev): boolean {
  return (
    rev <= board.rev && NATION_IDS.every((nationId) => board.unexplained(nationId).length === 0)
  );
}

function cursorOf({ at, rev, rankingAt }: Cursor): string {
  return [at, rev, ...(rankingAt === null ? [] : [rankingAt])].join('-');
}

/** @param cursor as the call's schema allows it. */
function cursorIn(cursor: string): Cursor {
  const [at = '', rev = '', rankingAt] = cursor.split('-');
  return {
    at: Number(at),
    rev: revSchema.parse(rev),
    rankingAt: rankingAt === undefined ? null : Number(rankingAt),
  };
}

function snapshotView(then: RankingThen): ReplaySnapshot {
  return {
    at: instantText(then.at),
    rows: entriesThen(then, then.rows.length),
    count: then.count,
    candidates: byNation((nationId) => {
      const { first, areAll } = then.candidates[nationId];
      return {
        first: first.map(({ wallet, culturalCount, culturalOrder }) => ({
          walletAddress: wallet,
          stakedCount: culturalCount,
          culturalOrder,
        })),
        areAll,
      };
    }),
    totals: byNation((nationId) => then.totals[nationId]),
  };
}

/** @param finished the stages of the nation's work that it completed [WRK1]. */
function eventThen(event: StoredEvent, finished: number[]): SentReplayEvent {
  const { row } = event;
  return {
    ...(isKnownEvent(event)
      ? gameEvent(event, finished)
      : { ...eventRow(event), kind: null, gdpBefore: row.gdp, detail: {} }),
    gdpSince: instantText(row.gdpSince),
    gdpOrder: row.gdpOrder,
    culturalOrder: row.culturalOrder,
    stakedCount: row.culturalCount,
    denaHoldings: formatDena(row.denaHoldingsWei),
    resources: row.resources,
  };
}
