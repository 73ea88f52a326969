/**
 * [PCT1] The leaderboard as it was 24 hours ago: a second index that takes every event in a day late.
 * So a player's rank of yesterday is known exactly, for the price of one more row a player in memory
 * and one more read of each event.
 */
import { CHANGE_WINDOW_MS } from '../../common/rules/percent-change.ts';
import type { Address } from '../../common/values/address.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import type { GameEvent } from '../../common/values/game-event.ts';
import { REV_ZERO, type Rev } from '../../common/values/ids.ts';
import type { Store } from '../store/store.ts';
import type { RankedRow } from './board.ts';
import { RankIndex } from './rank-index.ts';

/** Events read at a time. */
const PAGE = 1000;
/** Wallets looked up at a time: the store's other callers want their turn. */
const AT_ONCE = 8;

/** What is needed of the board as it stands now. */
interface Today {
  readonly rev: Rev;
  rows(): readonly BoardRow[];
}

export class DayAgo {
  readonly #store: Pick<Store, 'events'>;
  readonly #today: Today;
  readonly #now: () => number;
  /** Null until the first advance has come to its end. */
  #board: { readonly index: RankIndex<BoardRow>; readonly ids: Map<Address, number> } | null = null;
  /** Every event up to here is on the board or in `#ahead`. */
  #readTo: Rev = REV_ZERO;
  /** Read already, not yet a day old; oldest first. */
  #ahead: readonly GameEvent[] = [];

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

  /** The wallet's row and rank a day ago; null where it had no nation, and until all is loaded. */
  ranked(wallet: Address): RankedRow | null {
    const id = this.#board?.ids.get(wallet);
    if (!this.#board || id === undefined) return null;
    return { row: this.#board.index.row(id), rank: this.#board.index.rankOf(id) };
  }

  /**
   * Takes in whatever has become a day old: the whole board at first, then event by event. One call
   * at a time. @throws StoreUnavailable
   */
  async advance(): Promise<void> {
    const until = this.#now() - CHANGE_WINDOW_MS;
    this.#board ??= await this.#load(until);
    const { index, ids } = this.#board;
    for (;;) {
      const fresh = this.#ahead.findIndex(({ at }) => at > until);
      const ripe = fresh === -1 ? this.#ahead : this.#ahead.slice(0, fresh);
      for (const { row } of ripe) {
        const id = ids.get(row.wallet);
        if (id === undefined) ids.set(row.wallet, index.add(row));
        else index.update(id, row);
      }
      this.#ahead = this.#ahead.slice(ripe.length);
      if (this.#ahead.length > 0) return;
      this.#ahead = await this.#store.events({
        after: this.#readTo,
        limit: PAGE,
        order: 'oldest-first',
      });
      const last = this.#ahead.at(-1);
      if (!last) return;
      this.#readTo = last.rev;
    }
  }

  /** Today's rows, but for those of the wallets that changed since: theirs are looked up. */
  async #load(until: number) {
    const { rev } = this.#today;
    const rows = new Map(this.#today.rows().map((row) => [row.wallet, row]));
    const firstChanges: GameEvent[] = [];
    for (const event of await this.#firstChangesSince(until, rev)) {
      // Whoever joined since was not there.
      if (event.kind === 'nation-chosen') rows.delete(event.row.wallet);
      else firstChanges.push(event);
    }
    for (let done = 0; done < firstChanges.length; done += AT_ONCE) {
      const some = firstChanges.slice(done, done + AT_ONCE);
      await Promise.all(
        some.map(async ({ row: { wallet }, rev: before }) => {
          const query = { wallet, before, limit: 1, order: 'newest-first' } as const;
          const [last] = await this.#store.events(query);
          if (last) rows.set(wallet, last.row);
        }),
      );
    }
    const index = new RankIndex([...rows.values()]);
    return { index, ids: new Map([...rows.keys()].map((wallet, id) => [wallet, id])) };
  }

  /** Each wallet's first event after `until`, up to `rev`; the events before it are read. */
  async #firstChangesSince(until: number, rev: Rev): Promise<Iterable<GameEvent>> {
    const firstChanges = new Map<Address, GameEvent>();
    let before: Rev | undefined;
    for (;;) {
      const events = await this.#store.events({
        ...(before === undefined ? {} : { before }),
        limit: PAGE,
        order: 'newest-first',
      });
      for (const event of events) {
        if (event.at <= until) {
          this.#readTo = event.rev;
          return firstChanges.values();
        }
        if (event.rev <= rev) firstChanges.set(event.row.wallet, event);
      }
      before = events.at(-1)?.rev;
      if (before === undefined) return firstChanges.values();
    }
  }
}
