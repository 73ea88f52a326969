/**
 * [PCT1] The leaderboard as it was 24 hours ago: today's, and the rows that are different since. They are found once in
 * the events of the last day, and then kept up with every commit and with every event that becomes a day old. So a
 * player's rank of yesterday is known exactly, for the price of one more row for everyone who has acted since and one
 * more read of each event.
 */
import { isDeepStrictEqual } from 'node:util';
import { CHANGE_WINDOW_MS } from '../../common/rules/percent-change.ts';
import type { Address } from '../../common/values/address.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import type { StoredEvent } from '../../common/values/stored-event.ts';
import { REV_ZERO, type Epoch, type Rev } from '../../common/values/ids.ts';
import { turn } from '../lib/machine.ts';
import type { Store } from '../store/store.ts';
import { pagesBack, rowBefore } from './before-event.ts';
import type { Board, RankedRow } from './board.ts';
import { RankIndex } from './rank-index.ts';

/** Events per read. */
const PAGE = 1000;
/** Wallets looked up in parallel: the store's other callers need their turn. */
const AT_ONCE = 8;

/** What a wallet's row was at a moment, and what it is: ids in `#were` and `#are`; null: it had none, or has none. */
interface Difference {
  readonly was: number | null;
  readonly is: number | null;
}

/** The rows that were different at a moment from what the board has now. */
class Differences {
  readonly #board: Board;
  readonly #of = new Map<Address, Difference>();
  readonly #were = new RankIndex<BoardRow>();
  readonly #are = new RankIndex<BoardRow>();
  readonly close: () => void;

  constructor(board: Board) {
    this.#board = board;
    this.close = board.subscribe({
      onChange: ({ before, after: { row } }) => {
        const was = this.#of.has(row.wallet) ? this.#then(row.wallet) : (before?.row ?? null);
        this.#set(row.wallet, was, row);
      },
      // The answers stay nearly right until the differences from the new board are known.
      onReload: () => {},
    });
  }

  /** Sets what a wallet's row was. */
  put(wallet: Address, was: BoardRow | null): void {
    this.#set(wallet, was, this.#board.ranked(wallet)?.row ?? null);
  }

  ranked(wallet: Address): RankedRow | null {
    const row = this.#then(wallet);
    if (!row) return null;
    const above = this.#board.countAbove(row) - this.#are.countAbove(row);
    return { row, rank: above + this.#were.countAbove(row) + 1 };
  }

  #then(wallet: Address): BoardRow | null {
    const known = this.#of.get(wallet);
    if (!known) return this.#board.ranked(wallet)?.row ?? null;
    return known.was === null ? null : this.#were.row(known.was);
  }

  #set(wallet: Address, was: BoardRow | null, is: BoardRow | null): void {
    const known = this.#of.get(wallet);
    if (known && known.was !== null) this.#were.remove(known.was);
    if (known && known.is !== null) this.#are.remove(known.is);
    this.#of.delete(wallet);
    if (isDeepStrictEqual(was, is)) return;
    this.#of.set(wallet, { was: was && this.#were.add(was), is: is && this.#are.add(is) });
  }
}

interface Loaded {
  readonly differences: Differences;
  /** The current board's epoch when this was built from it. */
  readonly epoch: Epoch;
  readonly loads: number;
  /** Every event up to here is in `differences` or in `ahead`. */
  readTo: Rev;
  /** Already read, but not a day old yet; oldest first. */
  ahead: readonly StoredEvent[];
}

export class DayAgo {
  readonly #store: Pick<Store, 'events'>;
  readonly #today: Board;
  readonly #now: () => number;
  /** Null until the first load has finished. */
  #loaded: Loaded | null = null;

  /** @param parts.now the game's clock */
  constructor(parts: {
    readonly store: Pick<Store, 'events'>;
    readonly today: Board;
    readonly now: () => number;
  }) {
    this.#store = parts.store;
    this.#today = parts.today;
    this.#now = parts.now;
  }

  /**
   * The wallet's row and rank a day ago; null if it had no nation, and until everything is loaded. After
   * today's board was reloaded for the same data set, the last answers stay nearly valid until this one is
   * loaded too.
   */
  ranked(wallet: Address): RankedRow | null {
    if (this.#loaded?.epoch !== this.#today.epoch) return null;
    return this.#loaded.differences.ranked(wallet);
  }

  /**
   * Applies whatever has become a day old: the whole board at first and after each load of today's, then
   * event by event. One call at a time. @throws StoreUnavailable
   */
  async advance(): Promise<void> {
    const until = this.#now() - CHANGE_WINDOW_MS;
    const loaded = await this.#current(until);
    // If today's board was reloaded meanwhile, the events read may be of two data sets.
    while (loaded.loads === this.#today.loads) {
      const fresh = loaded.ahead.findIndex(({ at }) => at > until);
      const ripe = fresh === -1 ? loaded.ahead : loaded.ahead.slice(0, fresh);
      for (const { row } of ripe) loaded.differences.put(row.wallet, row);
      loaded.ahead = loaded.ahead.slice(ripe.length);
      if (loaded.ahead.length > 0) return;
      const events = await this.#store.events({
        after: loaded.readTo,
        limit: PAGE,
        order: 'oldest-first',
      });
      // No event may count as later than its reading: one dated ahead by a wrong clock would block all
      // after it.
      const readAt = this.#now();
      loaded.ahead = events.map((event) => ({ ...event, at: Math.min(event.at, readAt) }));
      const last = loaded.ahead.at(-1);
      if (!last) return;
      loaded.readTo = last.rev;
    }
  }

  /** The loaded state; loaded again first if today's board was. */
  async #current(until: number): Promise<Loaded> {
    const { epoch, loads } = this.#today;
    if (this.#loaded?.loads === loads) return this.#loaded;
    const differences = new Differences(this.#today);
    let isKept = false;
    try {
      const readTo = await this.#undo(differences, until);
      const loaded = { differences, epoch, loads, readTo, ahead: [] };
      isKept = loads === this.#today.loads;
      if (!isKept) return loaded;
      this.#loaded?.differences.close();
      this.#loaded = loaded;
      return loaded;
    } finally {
      if (!isKept) differences.close();
    }
  }

  /** Finds the rows of the wallets that changed since; the last event before. */
  async #undo(differences: Differences, until: number): Promise<Rev> {
    const { readTo, events } = await this.#firstChangesSince(until, this.#today.rev);
    for (let done = 0; done < events.length; done += AT_ONCE) {
      await Promise.all(
        events.slice(done, done + AT_ONCE).map(async (event) => {
          const isFirst = event.kind === 'nation-chosen';
          const before = isFirst ? null : await rowBefore(event, this.#store);
          differences.put(event.row.wallet, before);
        }),
      );
      // At a start the first requests come just now.
      await turn();
    }
    return readTo;
  }

  /** Each wallet's first event after `until`, up to `rev`; all events up to `readTo` are older. */
  async #firstChangesSince(
    until: number,
    rev: Rev,
  ): Promise<{ readonly readTo: Rev; readonly events: readonly StoredEvent[] }> {
    const firstChanges = new Map<Address, StoredEvent>();
    for await (const events of pagesBack(this.#store)) {
      for (const event of events) {
        if (event.at <= until) {
          return { readTo: event.rev, events: [...firstChanges.values()] };
        }
        if (event.rev <= rev) firstChanges.set(event.row.wallet, event);
      }
    }
    return { readTo: REV_ZERO, events: [...firstChanges.values()] };
  }
}
