/**
 * What the record of the past (record.ts) gets when the board has gone on, step by step, from the events that
 * the store has: a moment after it happened, and in the background. One process does it at a time; the state's
 * rev makes sure that two do not.
 *
 * What the record lacks is filled in on a board beside the game's own. If the process ends meanwhile, the next
 * one replays the events up to where it was, and writes on from there.
 */
import type { StoredEvent } from '../../common/values/stored-event.ts';
import { REV_ZERO, type Rev } from '../../common/values/ids.ts';
import { byNation } from '../../common/values/nations.ts';
import { Board } from '../leaderboard/board.ts';
import { every } from '../lib/loop.ts';
import { monotonicNow, sleep } from '../lib/machine.ts';
import type { Log } from '../observe/log.ts';
import type { Store } from '../store/store.ts';
import {
  HOUR_MS,
  MINUTE_MS,
  NOTHING_YET,
  pointRow,
  rankingRow,
  stateOf,
  stateRow,
  totalsAfter,
  type KeptRanking,
  type RecordState,
  type Totals,
} from './record.ts';

/** Events per read. */
const PAGE = 1000;
/** What a kept ranking holds, and how often one is kept. */
export interface RankingLimits {
  /** How many of its first rows are kept, and candidates of each presidency. */
  readonly rows: number;
  readonly candidates: number;
  /** One is kept after this many commits, or after an hour in which there was one. */
  readonly commits: number;
}
const RANKING_LIMITS: RankingLimits = { rows: 1000, candidates: 100, commits: 10_000 };
/** What may be committed between two looks counts too. */
const LIVE_SHARE = 0.8;
/** How long totals per minute are kept: a day, and the rest of the hour in which it began. */
const MINUTES_KEPT_MS = 25 * HOUR_MS + 10 * MINUTE_MS;

/** What is needed of a board. */
type RankedBoard = Pick<Board, 'slice' | 'presidency' | 'nation' | 'count'>;
type LiveBoard = RankedBoard & Pick<Board, 'rev' | 'epoch'>;

interface RecordWriterParts {
  readonly store: Pick<Store, 'events' | 'past' | 'writePast'>;
  /** The game's own. */
  readonly board: LiveBoard;
  readonly lease: { isHeld(): boolean };
  /** The game's clock. */
  readonly now: () => number;
  readonly log: Log;
  readonly limits?: RankingLimits | undefined;
}

interface Point {
  readonly kind: 'minute' | 'hour';
  readonly at: number;
  readonly totals: Totals;
}

/** What is to be written, and the state with it. */
interface Advance {
  state: RecordState;
  /** By kind and moment: the last one counts. */
  readonly points: Map<string, Point>;
  readonly rankings: KeptRanking[];
}

/** Between two looks for new events. */
const STEP_MS = 2000;

export function keepPast(parts: RecordWriterParts & { readonly stepMs?: number | undefined }): {
  close(): Promise<void>;
} {
  const { log, stepMs = STEP_MS } = parts;
  const closing = new AbortController();
  const writer = new RecordWriter(parts, closing.signal);
  const loop = every(
    stepMs,
    () => writer.step(),
    (error) => log.warn({ err: error }, 'the record of the past fell behind'),
  );
  return {
    async close() {
      closing.abort();
      await loop.close();
    },
  };
}

export class RecordWriter {
  readonly #parts: RecordWriterParts;
  readonly #signal: AbortSignal;
  readonly #limits: RankingLimits;

  constructor(parts: RecordWriterParts, signal: AbortSignal) {
    this.#parts = parts;
    this.#signal = signal;
    this.#limits = parts.limits ?? RANKING_LIMITS;
  }

  /** Brings the record up to the board. One call at a time. @throws StoreUnavailable */
  async step(): Promise<void> {
    const { lease, store } = this.#parts;
    if (!lease.isHeld()) return;
    const [row] = await store.past({ kind: 'state', limit: 1, order: 'oldest-first' });
    const state = row ? stateOf(row) : NOTHING_YET;
    await (state.isFilled ? this.#follow(state) : this.#fill(state));
  }

  async #follow(state: RecordState): Promise<void> {
    const { board, now } = this.#parts;
    const isDue =
      state.sinceRanking >= this.#limits.commits * LIVE_SHARE ||
      (state.sinceRanking > 0 && now() - state.rankingAt >= HOUR_MS);
    // Taken together: the totals and the ranking right after this commit.
    const until = board.rev;
    const from = state.upTo?.rev ?? REV_ZERO;
    // Another process, whose board was ahead of this one, has recorded more.
    if (until < from) return;
    const totals = totalsIn(board);
    const ranking = isDue ? rankingIn(board, this.#limits) : null;
    const advance = begin(state);
    for await (const event of this.#read(from, until)) await this.#add(advance, event);
    const { state: reached } = advance;
    if (reached === state && !ranking) return;
    // An event that can't be read has moved the board nevertheless.
    advance.state = { ...reached, totals };
    putPoints(advance);
    if (ranking && reached.upTo)
      putRanking(advance, { ...ranking, at: reached.at, upTo: reached.upTo });
    await this.#write(state, advance);
  }

  /** Reads everything from the first event on. */
  async #fill(from: RecordState): Promise<void> {
    const { store, lease, log, board: live } = this.#parts;
    const board = new Board();
    await board.load({ epoch: live.epoch, rev: REV_ZERO, players: none() });
    const startedAt = monotonicNow();
    let stored = from;
    let after: Rev = REV_ZERO;
    let count = 0;
    for (;;) {
      const readAt = monotonicNow();
      const events = await store.events({ after, limit: PAGE, order: 'oldest-first' });
      const advance = begin(stored);
      for (const event of events) {
        if (stored.upTo && event.rev <= stored.upTo.rev) {
          board.apply(event);
          continue;
        }
        if (isRankingDue(advance.state, event, this.#limits)) {
          const { at, upTo } = advance.state;
          putRanking(advance, { ...rankingIn(board, this.#limits), at, upTo });
        }
        board.apply(event);
        await this.#add(advance, event);
        advance.state = { ...advance.state, totals: totalsIn(board) };
        putPoints(advance);
      }
      count += events.length;
      after = events.at(-1)?.rev ?? after;
      const isAtEnd = events.length < PAGE;
      advance.state = { ...advance.state, isFilled: isAtEnd };
      if (advance.state.upTo !== stored.upTo || isAtEnd) {
        // Somebody else writes.
        if (!(await this.#write(stored, advance))) return;
        stored = advance.state;
      }
      if (isAtEnd) {
        if (count > 0)
          log.info(
            { events: count, ms: Math.round(monotonicNow() - startedAt) },
            'the record of the past is filled in',
          );
        return;
      }
      if (this.#signal.aborted || !lease.isHeld()) return;
      // The game goes first: half of the time, at most.
      await sleep(monotonicNow() - readAt);
    }
  }

  async *#read(from: Rev, until: Rev): AsyncGenerator<StoredEvent> {
    const { store } = this.#parts;
    for (let after = from; after < until;) {
      const page = await store.events({ after, limit: PAGE, order: 'oldest-first' });
      const events = page.filter(({ rev }) => rev <= until);
      yield* events;
      const last = events.at(-1);
      if (!last) return;
      after = last.rev;
    }
  }

  /** Counts an event: the points before it are complete. */
  async #add(advance: Advance, event: StoredEvent): Promise<void> {
    const { state } = advance;
    const at = Math.max(state.at, event.at);
    advance.state = {
      ...state,
      at,
      begunAt: state.upTo ? state.begunAt : at,
      totals: await totalsAfter(state.totals, event, this.#parts.store),
      rankingAt: state.upTo ? state.rankingAt : at,
      sinceRanking: state.sinceRanking + 1,
      upTo: { rev: event.rev, number: (state.upTo?.number ?? 0) + 1 },
    };
    putPoints(advance);
  }

  /** False: somebody else has written. */
  async #write(from: RecordState, { state, points, rankings }: Advance): Promise<boolean> {
    const before = this.#parts.now() - MINUTES_KEPT_MS;
    const rows = [
      ...[...points.values()]
        .filter(({ kind, at }) => kind === 'hour' || at >= before)
        .map(({ kind, at, totals }) => pointRow(kind, at, totals)),
      ...(await Promise.all(rankings.map((ranking) => rankingRow(ranking)))),
      stateRow(state),
    ];
    return this.#parts.store.writePast({
      expected: from.upTo?.rev ?? null,
      rows,
      forget: { kind: 'minute', before },
    });
  }
}

function begin(state: RecordState): Advance {
  return { state, points: new Map(), rankings: [] };
}

function isRankingDue(
  { sinceRanking, rankingAt, at }: RecordState,
  next: StoredEvent,
  { commits }: RankingLimits,
): boolean {
  if (sinceRanking === 0) return false;
  return sinceRanking >= commits || Math.max(at, next.at) - rankingAt >= HOUR_MS;
}

/** The totals are those of the minute and the hour, as far as they have come. */
function putPoints({ state: { at, totals }, points }: Advance): void {
  for (const [kind, stepMs] of STEPS) {
    const begins = at - (at % stepMs);
    points.set(`${kind} ${begins}`, { kind, at: begins, totals });
  }
}

const STEPS = [
  ['minute', MINUTE_MS],
  ['hour', HOUR_MS],
] as const;

function putRanking(advance: Advance, ranking: KeptRanking): void {
  advance.rankings.push(ranking);
  advance.state = { ...advance.state, rankingAt: ranking.at, sinceRanking: 0 };
}

function rankingIn(board: RankedBoard, limits: RankingLimits): Omit<KeptRanking, 'at' | 'upTo'> {
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

async function* none(): AsyncGenerator<never> {
  // An empty board has no players.
}
