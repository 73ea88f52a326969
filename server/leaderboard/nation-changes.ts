/**
 * How much the nations' totals changed in the last minutes, the last hour and the last day, and how much was
 * contributed to their works in the last day [WRK1]. Kept in memory as the totals at the end of each second in which
 * one changed, a day back; at a start they are computed from today's totals and the events of the last day. None of it
 * is stored.
 */
import type { NationStanding } from '../../common/protocol/nations.ts';
import { byNation, type NationId } from '../../common/values/nations.ts';
import { eachResource, type ResourceUnits } from '../../common/values/resources.ts';
import type { Store } from '../store/store.ts';
import type { Board, BoardChange, BoardListener } from './board.ts';
import { gdpBefore, givenBy, pagesBack } from './before-event.ts';

export type NationChange = NationStanding['change'];

const MINUTE_MS = 60_000;
const SPANS = {
  m10: 10 * MINUTE_MS,
  h1: 60 * MINUTE_MS,
  h24: 24 * 60 * MINUTE_MS,
} as const satisfies Record<keyof NationChange, number>;
const LONGEST_MS = SPANS.h24;
const SECOND_MS = 1000;

/** Points older than a day are dropped in batches of this size. */
const SPARE_POINTS = 1000;

/** Dollars. */
type Totals = Readonly<Record<NationId, number>>;

/** What was contributed to each work. */
type Contributed = Readonly<Record<NationId, ResourceUnits>>;

/** From `at` on, these were the totals. */
interface Point {
  readonly at: number;
  readonly totals: Totals;
  readonly contributed: Contributed;
}

export class NationChanges implements BoardListener {
  readonly #store: Pick<Store, 'events'>;
  readonly #board: Board;
  readonly #now: () => number;
  /** Oldest first; since the board was loaded. */
  #points: Point[];
  /** Whether the day's events before the load have been read. */
  #isRead = false;

  /** @param parts.now the game's clock */
  constructor(parts: {
    readonly store: Pick<Store, 'events'>;
    readonly board: Board;
    readonly now: () => number;
  }) {
    this.#store = parts.store;
    this.#board = parts.board;
    this.#now = parts.now;
    this.#points = [this.#present()];
    parts.board.subscribe(this);
  }

  onChange({ event }: BoardChange): void {
    const last = this.#points.at(-1);
    // Whatever a clock says, no event counts as later than its reading, or earlier than the one before it.
    const at = Math.max(Math.min(event.at, this.#now()), last?.at ?? 0);
    const point = { ...this.#present(), at };
    if (last && sameSecond(last.at, at)) this.#points.splice(-1, 1, point);
    else this.#points.push(point);
    this.#drop();
  }

  onReload(): void {
    this.#points = [this.#present()];
    this.#isRead = false;
  }

  /** Dollars; null while unknown. */
  of(nationId: NationId): NationChange {
    const now = this.#now();
    const total = this.#board.nation(nationId).gdp;
    const since = (span: number) => {
      // None before what is known: until the day's events are read, that is since the load.
      const then = this.#at(now - span);
      return then ? total - then.totals[nationId] : null;
    };
    return { m10: since(SPANS.m10), h1: since(SPANS.h1), h24: since(SPANS.h24) };
  }

  /** [WRK1] Units contributed to the nation's work in the last 24 hours; null while unknown. */
  contributed(nationId: NationId): ResourceUnits | null {
    const then = this.#at(this.#now() - LONGEST_MS);
    if (!then) return null;
    const now = this.#board.contributed(nationId);
    return eachResource((type) => now[type] - then.contributed[nationId][type]);
  }

  /** Reads the events of the last day, once after each load of the board. @throws StoreUnavailable */
  async advance(): Promise<void> {
    if (this.#isRead || this.#board.loads === 0) return;
    const { loads } = this.#board;
    const points = await this.#pointsBefore();
    // A load meanwhile may have brought commits that are in neither.
    if (this.#board.loads !== loads) return;
    this.#points = [...points, ...this.#points];
    this.#isRead = true;
  }

  /** The points of the last day up to now. */
  async #pointsBefore(): Promise<Point[]> {
    const { rev } = this.#board;
    const { at: now, totals, contributed } = this.#present();
    const from = now - LONGEST_MS;
    const newestFirst: Point[] = [];
    const after = { ...totals };
    let given = contributed;
    let at = now;
    for await (const events of pagesBack(this.#store)) {
      for (const event of events) {
        if (event.rev > rev) continue;
        at = Math.min(event.at, at);
        const newer = newestFirst.at(-1);
        if (!newer || at < from || !sameSecond(newer.at, at))
          newestFirst.push({ at, totals: { ...after }, contributed: given });
        if (at < from) return newestFirst.toReversed();
        const { nationId } = event.row;
        after[nationId] -= event.row.gdp - ((await gdpBefore(event, this.#store)) ?? 0);
        given = without(given, nationId, await givenBy(event, this.#store));
      }
    }
    return [{ at: 0, totals: after, contributed: given }, ...newestFirst.toReversed()];
  }

  /** The last point at or before a moment. */
  #at(moment: number): Point | undefined {
    let low = 0;
    let high = this.#points.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#points[middle]?.at ?? 0) <= moment) low = middle + 1;
      else high = middle;
    }
    return this.#points[low - 1];
  }

  #drop(): void {
    const boundary = this.#now() - LONGEST_MS;
    const spare = this.#points[SPARE_POINTS];
    // The last point before the boundary still holds the total at the boundary.
    if (spare && spare.at <= boundary) this.#points.splice(0, SPARE_POINTS);
  }

  #present(): Point {
    return {
      at: this.#now(),
      totals: byNation((nationId) => this.#board.nation(nationId).gdp),
      contributed: byNation((nationId) => this.#board.contributed(nationId)),
    };
  }
}

function without(
  contributed: Contributed,
  nationId: NationId,
  given: ResourceUnits | null,
): Contributed {
  if (!given) return contributed;
  const was = contributed[nationId];
  return { ...contributed, [nationId]: eachResource((type) => was[type] - given[type]) };
}

function sameSecond(a: number, b: number): boolean {
  return Math.trunc(a / SECOND_MS) === Math.trunc(b / SECOND_MS);
}
