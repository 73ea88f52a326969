/**
 * The nations' totals over time, from the record's rows per minute and per hour. A row exists only
 * where something changed: between two of them, the earlier one stands. What is not recorded yet is
 * added from the events themselves.
 */
import type { NationsHistory, Span } from '../../common/protocol/nations.ts';
import { REV_ZERO } from '../../common/values/ids.ts';
import { instantText } from '../../common/values/instant.ts';
import { byNation } from '../../common/values/nations.ts';
import { isOfPlayer } from '../../common/values/stored-event.ts';
import { AtRev } from '../leaderboard/at-rev.ts';
import type { Board } from '../leaderboard/board.ts';
import { readAllPast, readPast } from '../store/kept/past.ts';
import type { PastKind } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import type { NotKnown, Past } from './past.ts';
import {
  HOUR_MS,
  MINUTE_MS,
  NOTHING_YET,
  totalsAfter,
  totalsOf,
  type RecordState,
  type Totals,
} from './record.ts';

const DAY_MS = 24 * HOUR_MS;
const SPAN_MS = { '10m': 10 * MINUTE_MS, '24h': DAY_MS, '7d': 7 * DAY_MS } as const;
/** The whole game in hours; in steps of several hours each once there are more. */
const MOST_STEPS = 1000;
/** How many events that are not recorded yet are read. */
const PAGE = 2000;
/** How long what was read is used again: a commit that is dated before it may still come. */
const FRESH_MS = 2000;

/** The rows that a history is made of, and where its steps lie. */
interface Grid {
  readonly kind: 'minute' | 'hour';
  readonly from: number;
  readonly stepMs: number;
}

/** The steps that have ended. */
interface Ended {
  readonly grid: Grid;
  readonly begunAt: number | null;
  /** The totals at the end of each; null before the game. */
  readonly steps: readonly (Totals | null)[];
}

/** The totals from a moment on. */
interface Point {
  readonly at: number;
  readonly totals: Totals;
}

export class NationHistory {
  readonly #store: Pick<Store, 'events' | 'rows'>;
  readonly #past: Pick<Past, 'state' | 'begunAt'>;
  readonly #board: Pick<Board, 'epoch' | 'rev' | 'nation' | 'count'>;
  readonly #now: () => number;
  readonly #ended: AtRev<Ended | NotKnown>;

  constructor(parts: {
    readonly store: Pick<Store, 'events' | 'rows'>;
    readonly past: Pick<Past, 'state' | 'begunAt'>;
    readonly board: Pick<Board, 'epoch' | 'rev' | 'nation' | 'count'>;
    /** The game's clock. */
    readonly now: () => number;
  }) {
    this.#store = parts.store;
    this.#past = parts.past;
    this.#board = parts.board;
    this.#now = parts.now;
    this.#ended = new AtRev(parts.board, { freshMs: FRESH_MS, maxAgeMs: FRESH_MS, now: parts.now });
  }

  /** @throws StoreUnavailable */
  async of(span: Span): Promise<NationsHistory | NotKnown> {
    const hasBegun = this.#board.count > 0;
    // What was read before the game began says nothing of it.
    const key = `${span} ${hasBegun}`;
    const ended = await this.#ended.take(key, () => this.#read(span, this.#now()));
    if ('why' in ended) return ended;
    const { grid, steps, begunAt } = ended;
    return {
      span,
      from: instantText(grid.from),
      stepMs: grid.stepMs,
      begunAt: begunAt === null ? null : instantText(begunAt),
      series: byNation((nationId) => [
        ...steps.map((totals) => totals && totals[nationId].gdp),
        hasBegun ? this.#board.nation(nationId).gdp : null,
      ]),
    };
  }

  async #read(span: Span, now: number): Promise<Ended | NotKnown> {
    const state = (await this.#past.state()) ?? NOTHING_YET;
    const begunAt = await this.#past.begunAt(state);
    const grid = gridOf(span, begunAt ?? now, now);
    const { points: later, areAll } = await this.#unrecorded(state);
    if (!areAll && !state.upTo) return { why: 'not-recorded' };
    const count = Math.floor((now - grid.from) / grid.stepMs);
    return { grid, begunAt, steps: stepsOf(grid, count, await this.#points(grid, now, later)) };
  }

  /** The totals after each event that is not recorded yet; false: there may be more. */
  async #unrecorded(state: RecordState) {
    const after = state.upTo?.rev ?? REV_ZERO;
    const events = await this.#store.events({ after, limit: PAGE, order: 'oldest-first' });
    const points: Point[] = [];
    let { at, totals } = state;
    for (const event of events) {
      at = Math.max(at, event.at);
      if (!isOfPlayer(event)) continue;
      totals = await totalsAfter(totals, event, this.#store);
      points.push({ at, totals });
    }
    return { points, areAll: events.length < PAGE };
  }

  /** The totals that a grid begins with, and those of its rows, oldest first. */
  async #points({ kind, from }: Grid, now: number, later: readonly Point[]): Promise<Point[]> {
    const before = await this.#before(kind, from);
    const rows = await readAllPast(this.#store, { kind, from, to: now });
    return [...before, ...rows.map((row) => ({ at: row.at, totals: totalsOf(row) })), ...later];
  }

  /**
   * The last totals before a moment. Minutes are stored back to the beginning of the hour in which
   * a day ago lies: without one of them, nothing changed since that hour began.
   */
  async #before(kind: 'minute' | 'hour', from: number): Promise<Point[]> {
    const minute = kind === 'minute' ? await this.#last('minute', from - 1) : undefined;
    const point = minute ?? (await this.#last('hour', from - (from % HOUR_MS) - 1));
    return point ? [point] : [];
  }

  async #last(kind: PastKind, to: number): Promise<Point | undefined> {
    const [row] = await readPast(this.#store, { kind, to, limit: 1, order: 'newest-first' });
    return row && { at: row.at, totals: totalsOf(row) };
  }
}

function gridOf(span: Span, begunAt: number, now: number): Grid {
  const begins = (moment: number, stepMs: number) => moment - (moment % stepMs);
  if (span === 'all') {
    if (now - begunAt <= DAY_MS)
      return { kind: 'minute', from: begins(begunAt, MINUTE_MS), stepMs: MINUTE_MS };
    const hours = Math.ceil((now - begunAt) / HOUR_MS / MOST_STEPS);
    const stepMs = hours * HOUR_MS;
    return { kind: 'hour', from: begins(begunAt, stepMs), stepMs };
  }
  const kind = span === '7d' ? 'hour' : 'minute';
  const stepMs = span === '7d' ? HOUR_MS : MINUTE_MS;
  return { kind, from: begins(now - SPAN_MS[span], stepMs), stepMs };
}

/** The totals at the end of each of `count` steps; points are in order. */
function stepsOf(
  { from, stepMs }: Grid,
  count: number,
  points: readonly Point[],
): (Totals | null)[] {
  let next = 0;
  let totals: Totals | null = null;
  return Array.from({ length: count }, (_, step) => {
    const end = from + (step + 1) * stepMs;
    for (let point = points[next]; point && point.at < end; point = points[next]) {
      ({ totals } = point);
      next += 1;
    }
    return totals;
  });
}
