/**
 * The leaderboard as it was some time ago: today's, and the rows that are different since. They are
 * found once in the events since then, and then updated with every commit and with every event that
 * becomes so old. So a player's rank of yesterday is known exactly [PCT1], for the price of one
 * more row for everyone who has acted since and one more read of each event.
 */
import { isDeepStrictEqual } from 'node:util';
import type { NationStanding } from '../../common/protocol/nations.ts';
import { CHANGE_WINDOW_MS } from '../../common/rules/percent-change.ts';
import type { Address } from '../../common/values/address.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import { isOfPlayer, type Commit, type StoredEvent } from '../../common/values/stored-event.ts';
import { REV_ZERO, type Epoch, type Rev } from '../../common/values/ids.ts';
import { byNation, type NationId } from '../../common/values/nations.ts';
import { eachResource, type ResourceUnits } from '../../common/values/resources.ts';
import { NOTHING_CONTRIBUTED } from '../../common/values/works.ts';
import { inBatches } from '../lib/in-slices.ts';
import { playerEvents, type Store } from '../store/store.ts';
import type { Board, RankedRow } from './board.ts';
import { RankIndex } from './rank-index.ts';

/** Events per read. */
const PAGE = 1000;

/** What a nation's rows added up to. */
interface Totals {
  /** Dollars. */
  readonly gdp: number;
  /** What those who have joined since then joined with, in dollars. */
  readonly brought: number;
  /** [WRK1] */
  readonly contributed: ResourceUnits;
}

/** The rows that were different at a moment from what the board has now. */
class Differences {
  readonly #board: Board;
  readonly #wallets = new Set<Address>();
  /** The rows that they had then, and those that they have now. */
  readonly #were = new RankIndex<BoardRow>();
  readonly #are = new RankIndex<BoardRow>();
  /** Of that moment. */
  readonly totals: Record<NationId, Totals>;
  readonly close: () => void;

  constructor(board: Board) {
    this.#board = board;
    this.totals = byNation((nationId) => ({
      gdp: board.nation(nationId).gdp,
      brought: 0,
      contributed: board.contributed(nationId),
    }));
    this.close = board.subscribe({
      onChange: ({ before, after: { row } }) => {
        if (!before) this.#bring(row, 1);
        if (before && !this.#wallets.has(row.wallet)) this.#were.put(before.row);
        this.#wallets.add(row.wallet);
        this.#are.put(row);
      },
      // The answers stay nearly right until the differences from the new board are known.
      onReload: () => {},
    });
  }

  /** A wallet that was not there. @param row the one that it joined with */
  putNone({ row }: StoredEvent): void {
    this.#bring(row, 1);
    this.#put(row.wallet, null);
  }

  /** Sets what a wallet's row was. */
  put(row: BoardRow): void {
    if (!this.#then(row.wallet)) this.#bring(row, -1);
    this.#put(row.wallet, row);
  }

  #put(wallet: Address, was: BoardRow | null): void {
    this.#count(this.#then(wallet), -1);
    this.#count(was, 1);
    const is = this.#board.ranked(wallet)?.row ?? null;
    this.#were.remove(wallet);
    this.#are.remove(wallet);
    this.#wallets.delete(wallet);
    if (isDeepStrictEqual(was && shownOf(was), is && shownOf(is))) return;
    this.#wallets.add(wallet);
    if (was) this.#were.put(was);
    if (is) this.#are.put(is);
  }

  ranked(wallet: Address): RankedRow | null {
    const row = this.#then(wallet);
    if (!row) return null;
    const above = this.#board.countAbove(row) - this.#are.countAbove(row);
    return { row, rank: above + this.#were.countAbove(row) + 1 };
  }

  #then(wallet: Address): BoardRow | null {
    if (this.#wallets.has(wallet)) return this.#were.get(wallet) ?? null;
    return this.#board.ranked(wallet)?.row ?? null;
  }

  #bring({ nationId, gdp }: BoardRow, sign: 1 | -1): void {
    const totals = this.totals[nationId];
    this.totals[nationId] = { ...totals, brought: totals.brought + sign * gdp };
  }

  #count(row: BoardRow | null, sign: 1 | -1): void {
    if (!row) return;
    const { gdp, brought, contributed } = this.totals[row.nationId];
    const own = row.contributed ?? NOTHING_CONTRIBUTED;
    this.totals[row.nationId] = {
      gdp: gdp + sign * row.gdp,
      brought,
      contributed: eachResource((type) => contributed[type] + sign * own[type]),
    };
  }
}

/** Without what only the board keeps, which rows from events don't have. */
function shownOf({ season: _season, ...shown }: BoardRow): BoardRow {
  return shown;
}

interface Loaded {
  readonly differences: Differences;
  /** The current board's epoch when this was built from it. */
  readonly epoch: Epoch;
  readonly loads: number;
  /** Every event up to here is in `differences` or in `ahead`. */
  readTo: Rev;
  /** Already read, but not old enough yet; oldest first. */
  ahead: readonly Commit[];
}

interface EarlierBoardParts {
  readonly store: Pick<Store, 'events'>;
  /** Today's. */
  readonly board: Board;
  /** The game's clock. */
  readonly now: () => number;
}

export class EarlierBoard {
  readonly #parts: EarlierBoardParts;
  readonly #spanMs: number;
  /** Null until the first load has finished. */
  #loaded: Loaded | null = null;

  constructor(parts: EarlierBoardParts, spanMs: number) {
    this.#parts = parts;
    this.#spanMs = spanMs;
  }

  /**
   * The wallet's row and rank then; null if it had no nation, and until everything is loaded. After
   * today's board was reloaded for the same data set, the last answers stay nearly valid until this
   * one is loaded too.
   */
  ranked(wallet: Address): RankedRow | null {
    if (this.#loaded?.epoch !== this.#parts.board.epoch) return null;
    return this.#loaded.differences.ranked(wallet);
  }

  /** Null until everything is loaded, also after a reload of today's board. */
  totals(nationId: NationId): Totals | null {
    if (this.#loaded?.loads !== this.#parts.board.loads) return null;
    return this.#loaded.differences.totals[nationId];
  }

  /**
   * Applies whatever has become old enough: the whole board at first and after each load of
   * today's, then event by event. One call at a time. @throws StoreUnavailable
   */
  async advance(): Promise<void> {
    const { board, store, now } = this.#parts;
    if (board.loads === 0) return;
    const until = now() - this.#spanMs;
    const loaded = await this.#current(until);
    // If today's board was reloaded meanwhile, the events read may be of two data sets.
    while (loaded.loads === board.loads) {
      const fresh = loaded.ahead.findIndex(({ at }) => at > until);
      const ripe = fresh === -1 ? loaded.ahead : loaded.ahead.slice(0, fresh);
      for (const { row } of ripe.filter(isOfPlayer)) loaded.differences.put(row);
      loaded.ahead = loaded.ahead.slice(ripe.length);
      if (loaded.ahead.length > 0) return;
      const query = { after: loaded.readTo, limit: PAGE, order: 'oldest-first' } as const;
      const events = await store.events(query);
      // No event may count as later than its reading: one dated ahead by a wrong clock would block
      // all after it.
      const readAt = now();
      loaded.ahead = events.map((event) => ({ ...event, at: Math.min(event.at, readAt) }));
      const last = loaded.ahead.at(-1);
      if (!last) return;
      loaded.readTo = last.rev;
    }
  }

  /** The loaded state; loaded again first if today's board was. */
  async #current(until: number): Promise<Loaded> {
    const { board } = this.#parts;
    const { epoch, loads } = board;
    if (this.#loaded?.loads === loads) return this.#loaded;
    const differences = new Differences(board);
    let isCurrent = false;
    try {
      const readTo = await this.#undo(differences, until);
      const loaded = { differences, epoch, loads, readTo, ahead: [] };
      isCurrent = loads === board.loads;
      if (!isCurrent) return loaded;
      this.#loaded?.differences.close();
      this.#loaded = loaded;
      return loaded;
    } finally {
      if (!isCurrent) differences.close();
    }
  }

  /** Finds the rows of the wallets that changed since; the last event before. */
  async #undo(differences: Differences, until: number): Promise<Rev> {
    const { readTo, events } = await this.#firstChangesSince(until, this.#parts.board.rev);
    await inBatches(events, async (event) => {
      const was = event.kind !== 'nation-chosen' && (await rowBefore(event, this.#parts.store));
      if (was) differences.put(was);
      else differences.putNone(event);
    });
    return readTo;
  }

  /** Each wallet's first event after `until`, up to `rev`; all events up to `readTo` are older. */
  async #firstChangesSince(
    until: number,
    rev: Rev,
  ): Promise<{ readonly readTo: Rev; readonly events: readonly StoredEvent[] }> {
    const firstChanges = new Map<Address, StoredEvent>();
    let readTo = REV_ZERO;
    for (let last: Commit | undefined; ;) {
      const before = last && { before: last.rev };
      const page = await this.#parts.store.events({
        ...before,
        limit: PAGE,
        order: 'newest-first',
      });
      const old = page.find(({ at }) => at <= until);
      const since = old ? page.slice(0, page.indexOf(old)) : page;
      for (const event of since.filter(isOfPlayer)) {
        if (event.rev <= rev) firstChanges.set(event.row.wallet, event);
      }
      last = page.at(-1);
      if (old) readTo = old.rev;
      if (old || !last) return { readTo, events: [...firstChanges.values()] };
    }
  }
}

/** The player's row before an event; null if there was none. @throws StoreUnavailable */
export async function rowBefore(
  { row, rev }: StoredEvent,
  store: Pick<Store, 'events'>,
): Promise<BoardRow | null> {
  const query = { wallet: row.wallet, before: rev, limit: 1, order: 'newest-first' } as const;
  const [last] = await playerEvents(store, query);
  return last?.row ?? null;
}

const MINUTE_MS = 60_000;

/**
 * How much the nations' totals changed in the last minutes, the last hour and the last day, and how
 * much was contributed to their works in the last day [WRK1]. None of it is stored.
 */
export class NationChanges {
  readonly #board: Board;
  /** Today's board as it was; each has to be advanced. */
  readonly earlier: Readonly<Record<keyof NationStanding['change'], EarlierBoard>>;

  constructor(parts: EarlierBoardParts) {
    this.#board = parts.board;
    this.earlier = {
      m10: new EarlierBoard(parts, 10 * MINUTE_MS),
      h1: new EarlierBoard(parts, 60 * MINUTE_MS),
      h24: new EarlierBoard(parts, CHANGE_WINDOW_MS),
    };
  }

  /** Dollars; null while unknown. */
  of(nationId: NationId): NationStanding['change'] {
    const { gdp } = this.#board.nation(nationId);
    return this.#since(nationId, (then) => gdp - then.gdp);
  }

  /** The same without what newcomers brought: each joins with the starting GDP. */
  growth(nationId: NationId): NationStanding['change'] {
    const { gdp } = this.#board.nation(nationId);
    return this.#since(nationId, (then) => gdp - then.gdp - then.brought);
  }

  /** [WRK1] Units contributed to the nation's work in the last 24 hours; null while unknown. */
  contributed(nationId: NationId): ResourceUnits | null {
    const then = this.earlier.h24.totals(nationId);
    const now = this.#board.contributed(nationId);
    return then && eachResource((type) => now[type] - then.contributed[type]);
  }

  #since(nationId: NationId, compare: (then: Totals) => number): NationStanding['change'] {
    const since = (board: EarlierBoard) => {
      const then = board.totals(nationId);
      return then && compare(then);
    };
    const { m10, h1, h24 } = this.earlier;
    return { m10: since(m10), h1: since(h1), h24: since(h24) };
  }
}
