/**
 * [PCT1] The leaderboard as it was 24 hours ago: a copy of today's ranks in which the last day is undone, and
 * which then applies every event a day late. So a player's rank of yesterday is known exactly, for the price
 * of one more row per player in memory and one more read of each event.
 */
import { CHANGE_WINDOW_MS } from '../../common/rules/percent-change.ts';
import type { Address } from '../../common/values/address.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import type { StoredEvent } from '../../common/values/stored-event.ts';
import { REV_ZERO, type Epoch, type Rev } from '../../common/values/ids.ts';
import { turn } from '../lib/machine.ts';
import type { Store } from '../store/store.ts';
import { pagesBack } from './before-event.ts';
import type { RankedRow, Ranks } from './board.ts';

/** Events per read. */
const PAGE = 1000;
/** Wallets looked up in parallel: the store's other callers need their turn. */
const AT_ONCE = 8;

/** Wallets whose changes are undone per turn of the event loop: at a start the first requests come just now. */
const UNDONE_AT_ONCE = 100;

/** What is needed of the current board. */
interface Today {
  readonly epoch: Epoch;
  readonly rev: Rev;
  /** Increases with each load of the whole board. */
  readonly loads: number;
  copyOfRanks(): Ranks;
}

interface Loaded extends Ranks {
  /** The current board's epoch when this was built from it. */
  readonly epoch: Epoch;
  readonly loads: number;
  /** Every event up to here is in `index` or in `ahead`. */
  readTo: Rev;
  /** Already read, but not a day old yet; oldest first. */
  ahead: readonly StoredEvent[];
}

export class DayAgo {
  readonly #store: Pick<Store, 'events'>;
  readonly #today: Today;
  readonly #now: () => number;
  /** Null until the first load has finished. */
  #loaded: Loaded | null = null;

  /** @param parts.now the game's clock */
  constructor(parts: {
    readonly store: Pick<Store, 'events'>;
    readonly today: Today;
    readonly now: () => number;
  }) {
    this.#store = parts.store;
    this.#today = parts.today;
    this.#now = parts.now;
  }

  /**
   * The wallet's row and rank a day ago; null if it had no nation, and until everything is loaded. After
   * today's board was reloaded for the same data set, the last answers stay valid until this one is loaded
   * too.
   */
  ranked(wallet: Address): RankedRow | null {
    if (this.#loaded?.epoch !== this.#today.epoch) return null;
    const { index, ids } = this.#loaded;
    const id = ids.get(wallet);
    return id === undefined ? null : { row: index.row(id), rank: index.rankOf(id) };
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
      for (const { row } of ripe) {
        const id = loaded.ids.get(row.wallet);
        if (id === undefined) loaded.ids.set(row.wallet, loaded.index.add(row));
        else loaded.index.update(id, row);
      }
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
    if (this.#loaded?.loads === this.#today.loads) return this.#loaded;
    const loaded = await this.#load(until);
    if (loaded.loads === this.#today.loads) this.#loaded = loaded;
    return loaded;
  }

  /** Today's ranks, in which the rows of the wallets that changed since are replaced by those of then. */
  async #load(until: number): Promise<Loaded> {
    const { epoch, rev, loads } = this.#today;
    const { index, ids } = this.#today.copyOfRanks();
    /** Of the wallets that changed since; null: they were not there yet. */
    const then = new Map<Address, BoardRow | null>();
    const firstChanges: StoredEvent[] = [];
    const { readTo, events } = await this.#firstChangesSince(until, rev);
    for (const event of events) {
      if (event.kind === 'nation-chosen') then.set(event.row.wallet, null);
      else firstChanges.push(event);
    }
    for (let done = 0; done < firstChanges.length; done += AT_ONCE) {
      const some = firstChanges.slice(done, done + AT_ONCE);
      await Promise.all(
        some.map(async ({ kind, row: { wallet }, rev: before }) => {
          const query = { wallet, before, limit: 1, order: 'newest-first' } as const;
          const [last] = await this.#store.events(query);
          if (last) then.set(wallet, last.row);
          // A join written by a newer version in a form that this one can't read.
          else if (kind === 'unknown') then.set(wallet, null);
        }),
      );
    }
    let undone = 0;
    for (const [wallet, row] of then) {
      const id = ids.get(wallet);
      if (row) {
        if (id === undefined) ids.set(wallet, index.add(row));
        else index.update(id, row);
      } else if (id !== undefined) {
        index.remove(id);
        ids.delete(wallet);
      }
      undone += 1;
      if (undone % UNDONE_AT_ONCE === 0) await turn();
    }
    return { epoch, loads, index, ids, readTo, ahead: [] };
  }

  /** Each wallet's first event after `until`, up to `rev`; all events up to `readTo` are older. */
  async #firstChangesSince(
    until: number,
    rev: Rev,
  ): Promise<{ readonly readTo: Rev; readonly events: Iterable<StoredEvent> }> {
    const firstChanges = new Map<Address, StoredEvent>();
    for await (const events of pagesBack(this.#store)) {
      for (const event of events) {
        if (event.at <= until) {
          return { readTo: event.rev, events: firstChanges.values() };
        }
        if (event.rev <= rev) firstChanges.set(event.row.wallet, event);
      }
    }
    return { readTo: REV_ZERO, events: firstChanges.values() };
  }
}
