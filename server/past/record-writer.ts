/**
 * What the record of the past (record.ts) gets when the board has gone on, from the events that the
 * store has: a moment after it happened, and in the background. One process does it at a time; the
 * state's rev makes sure that two do not.
 */
import { REV_ZERO } from '../../common/values/ids.ts';
import { byNation } from '../../common/values/nations.ts';
import { isOfPlayer, isWeekEnd } from '../../common/values/stored-event.ts';
import type { Board } from '../leaderboard/board.ts';
import { every, type Loop } from '../lib/loop.ts';
import type { Log } from '../observe/log.ts';
import { pastRow, writePast, type PastRow } from '../store/kept/past.ts';
import type { CommitPosition } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { closedWeekOf, closedWeekRows } from './closed-week.ts';
import type { Past } from './past.ts';
import {
  HOUR_MS,
  MINUTE_MS,
  NOTHING_YET,
  pointRow,
  rankingRow,
  stateOf,
  stateRow,
  totalsAfter,
  type StoredRanking,
  type RecordState,
  type Totals,
} from './record.ts';
import type { Seasons } from './seasons.ts';

/** Events per read. */
const PAGE = 1000;
/** What a stored ranking has, and how often one is stored. */
export interface RankingLimits {
  /** How many of its first rows it has, and candidates of each presidency. */
  readonly rows: number;
  readonly candidates: number;
  /**
   * One is stored after this many commits, or after an hour in which there was one. A step has no
   * more: if nobody wrote the record for long, it catches up in several, and each stores one.
   */
  readonly commits: number;
}
const RANKING_LIMITS: RankingLimits = { rows: 1000, candidates: 100, commits: 10_000 };
/** What may be committed between two looks counts too. */
const LIVE_SHARE = 0.8;
/** How long totals per minute are stored: a day, and the rest of the hour in which it began. */
const MINUTES_KEPT_MS = 25 * HOUR_MS + 10 * MINUTE_MS;

interface RecordWriterParts {
  readonly store: Pick<Store, 'events' | 'rows' | 'write'>;
  readonly board: Pick<Board, 'slice' | 'presidency' | 'nation' | 'count' | 'rev'>;
  readonly past: Pick<Past, 'rankingUpTo'>;
  readonly seasons: Pick<Seasons, 'race' | 'learn'>;
  readonly lease: { isHeld(): boolean };
  /** The game's clock. */
  readonly now: () => number;
  readonly limits?: RankingLimits | undefined;
}

/** Between two looks for new events. */
const STEP_MS = 2000;

export function keepPast({ log, ...parts }: RecordWriterParts & { readonly log: Log }): Loop {
  const fellBehind = (error: unknown) =>
    log.warn({ err: error }, 'the record of the past fell behind');
  return every(STEP_MS, () => writeRecord(parts), fellBehind);
}

/** Brings the record up to the board. One call at a time. @throws StoreUnavailable */
export async function writeRecord(parts: RecordWriterParts): Promise<void> {
  const { store, board, past, seasons, lease, now, limits = RANKING_LIMITS } = parts;
  if (!lease.isHeld()) return;
  const row = await pastRow(store, 'state');
  const before = row ? stateOf(row) : NOTHING_YET;
  const isRankingDue =
    before.sinceRanking >= limits.commits * LIVE_SHARE ||
    (before.sinceRanking > 0 && now() - before.rankingAt >= HOUR_MS);
  // Taken together: the totals and the ranking right after this commit.
  const until = board.rev;
  const totals = totalsIn(board);
  const ranking = isRankingDue ? rankingIn(board, limits) : null;
  const weeks: { readonly week: number; readonly upTo: CommitPosition }[] = [];
  const points = { minute: new Map<number, Totals>(), hour: new Map<number, Totals>() };
  /** The totals are those of the minute and the hour, as far as they have come. */
  const putPoints = ({ at, totals: reached }: RecordState) => {
    points.minute.set(at - (at % MINUTE_MS), reached);
    points.hour.set(at - (at % HOUR_MS), reached);
  };
  let state = before;
  let after = state.upTo?.rev ?? REV_ZERO;
  for (let left = limits.commits; after < until && left > 0; left -= PAGE) {
    const limit = Math.min(PAGE, left);
    const page = await store.events({ after, limit, order: 'oldest-first' });
    for (const event of page) {
      if (event.rev > until) break;
      const { upTo: last, begunAt, totals: sums, rankingAt, sinceRanking } = state;
      const at = Math.max(state.at, event.at);
      const upToNow = { rev: event.rev, number: (last?.number ?? 0) + 1 };
      if (!isOfPlayer(event)) {
        if (isWeekEnd(event)) weeks.push({ week: event.week, upTo: upToNow });
        state = { at, begunAt, totals: sums, rankingAt, sinceRanking, upTo: upToNow };
        continue;
      }
      state = {
        at,
        // By its own time: what came before it may be dated by another clock.
        begunAt: begunAt || event.at,
        totals: await totalsAfter(sums, event, store),
        rankingAt: rankingAt || at,
        sinceRanking: sinceRanking + 1,
        upTo: upToNow,
      };
      putPoints(state);
    }
    after = page.at(-1)?.rev ?? until;
  }
  const { at, upTo } = state;
  // Another process, whose board was ahead of this one, may have recorded more.
  const isLevel = after >= until;
  if (!upTo || upTo.rev > until) return;
  if (state === before && !ranking) return;
  const rows: PastRow[] = [];
  if (isLevel) {
    // An event that can't be read has moved the board nevertheless.
    state = { ...state, totals };
    // Before anybody has joined there are no totals, though rules may have changed.
    if (state.begunAt) putPoints(state);
  }
  // Where the board is far ahead, the ranking is known from the events.
  const reached = isLevel ? ranking : await past.rankingUpTo({ at, rev: upTo.rev });
  if (reached) {
    state = { ...state, rankingAt: at, sinceRanking: 0 };
    rows.push(await rankingRow({ ...reached, at, upTo }));
  }
  for (const { week, upTo: last } of weeks) {
    // One that ended before this process had loaded its board is filled in (fill-seasons.ts).
    const ended = seasons.race.ended.get(week);
    if (ended) rows.push(...(await closedWeekRows(ended, last)));
  }
  const minutesFrom = now() - MINUTES_KEPT_MS;
  for (const [minute, then] of points.minute) {
    if (minute >= minutesFrom) rows.push(pointRow('minute', minute, then));
  }
  for (const [hour, then] of points.hour) rows.push(pointRow('hour', hour, then));
  const isWritten = await writePast(store, {
    expected: row?.document ?? null,
    rows: [...rows, stateRow(state)],
    forget: { kind: 'minute', before: minutesFrom },
  });
  if (!isWritten) return;
  seasons.learn(rows.filter(({ kind }) => kind === 'season').map((week) => closedWeekOf(week)));
}

function rankingIn(
  board: RecordWriterParts['board'],
  limits: RankingLimits,
): Omit<StoredRanking, 'at' | 'upTo'> {
  return {
    count: board.count,
    totals: totalsIn(board),
    rows: board.slice(limits.rows, 0),
    candidates: byNation((nationId) => {
      const { candidates } = board.presidency(nationId, limits.candidates + 1);
      const first = candidates.slice(0, limits.candidates).map(({ row }) => row);
      return { first, areAll: candidates.length === first.length };
    }),
  };
}

function totalsIn(board: Pick<Board, 'nation'>): Totals {
  return byNation((nationId) => {
    const { gdp, players } = board.nation(nationId);
    return { gdp, players };
  });
}
