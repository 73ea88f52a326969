/** GET /api/replay */
import {
  REPLAY_EVENTS,
  replayCall,
  type ReplaySnapshot,
  type SentReplayEvent,
} from '../../../common/protocol/replay.ts';
import { Vocabulary } from '../../../common/protocol/since.ts';
import { formatDena } from '../../../common/values/amount.ts';
import { written } from '../../../common/values/cultural.ts';
import { isKnownEvent, type GameEvent } from '../../../common/values/game-event.ts';
import { revSchema } from '../../../common/values/ids.ts';
import { byNation } from '../../../common/values/nations.ts';
import { instantText } from '../../game/reads/views.ts';
import type { Board } from '../../leaderboard/board.ts';
import { createBoundedQueue } from '../../lib/bounded-queue.ts';
import { inSlices } from '../../lib/in-slices.ts';
import { entriesThen } from '../../past/entries-then.ts';
import type { Past, Place, RankingThen } from '../../past/past.ts';
import type { Place as BoardPlace } from '../../game/reads/placed.ts';
import { placeHeaders } from '../list-headers.ts';
import type { ChargePast } from '../charge-past.ts';
import { momentOf, unknownPast } from '../past-problems.ts';
import { versionOf } from '../protocol-version.ts';
import { route, type Route } from '../route.ts';

/** A first page may apply thousands of events. */
const PAGES = { atOnce: 2, waiting: 64 };
const WAIT_MS = 4000;

export function replayRoutes({
  past,
  board,
  clock,
  chargePast,
  vocabulary = new Vocabulary(),
}: {
  readonly past: Pick<Past, 'rankingAt' | 'page'>;
  readonly board: BoardPlace & Pick<Board, 'finishedBy'>;
  readonly clock: { now(): number };
  readonly chargePast: ChargePast;
  /** What clients of each version know; defaults to the protocol's. */
  readonly vocabulary?: Vocabulary | undefined;
}): Route[] {
  const inLine = createBoundedQueue(PAGES);
  return [
    route(replayCall, ({ query: { from, to, cursor }, headers, request }) =>
      inLine.run(async () => {
        momentOf(to, clock.now());
        const place = placeHeaders(board);
        const version = versionOf(headers);
        const start = cursor === undefined ? await beginning(from) : null;
        const begin = start ? { ...start, keptAt: null } : placeOf(cursor ?? '');
        const { ranking, events, next } = await past.page(begin, to, REPLAY_EVENTS);
        const first = start ?? ranking;
        if (first) chargePast(request, first);
        const isKnown = (kind: string) => vocabulary.knowsKind(kind, version);
        const body = {
          snapshot: first && snapshotView(first),
          events: await inSlices(events, (event) =>
            eventThen(event, isKnown, board.finishedBy(event)),
          ),
          next: next && cursorOf(next),
        };
        return { status: 200, body, headers: place } as const;
      }, WAIT_MS),
    ),
  ];

  async function beginning(from: number): Promise<RankingThen> {
    const then = await past.rankingAt(from);
    if ('why' in then) throw unknownPast(then);
    return then;
  }
}

function cursorOf({ at, rev, keptAt }: Place): string {
  return [at, rev, ...(keptAt === null ? [] : [keptAt])].join('-');
}

/** @param cursor as the call's schema allows it. */
function placeOf(cursor: string): Place {
  const [at = '', rev = '', keptAt] = cursor.split('-');
  return {
    at: Number(at),
    rev: revSchema.parse(rev),
    keptAt: keptAt === undefined ? null : Number(keptAt),
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
function eventThen(
  event: GameEvent,
  isKnown: (kind: string) => boolean,
  finished: number[],
): SentReplayEvent {
  const { rev, at, row } = event;
  const kind = isKnownEvent(event) ? written(event.kind) : null;
  return {
    id: rev,
    at: instantText(at),
    kind: kind !== null && isKnown(kind) ? kind : null,
    walletAddress: row.wallet,
    name: row.name,
    nationId: row.nationId,
    gdpBefore: isKnownEvent(event) ? event.gdpBefore : row.gdp,
    gdpAfter: row.gdp,
    detail: isKnownEvent(event)
      ? { ...event.detail, ...(finished.length > 0 ? { finished } : {}) }
      : {},
    gdpSince: instantText(row.gdpSince),
    gdpOrder: row.gdpOrder,
    culturalOrder: row.culturalOrder,
    stakedCount: row.culturalCount,
    denaHoldings: formatDena(row.denaHoldingsWei),
    resources: row.resources,
  };
}
