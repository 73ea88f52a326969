/** What is kept of the closed weeks [SEA1], read when it is asked for: first entries, and the places of all who are ranked. */
import { SEASON_ROWS, type SeasonEntry } from '../../common/protocol/seasons.ts';
import type { Address } from '../../common/values/address.ts';
import type { Rev } from '../../common/values/ids.ts';
import { weekAt, weekBegins } from '../../common/values/week.ts';
import type { Board } from '../leaderboard/board.ts';
import type { NameMask } from '../leaderboard/name-mask.ts';
import { LastAsked } from '../lib/last-asked.ts';
import { turn } from '../lib/machine.ts';
import type { Log } from '../observe/log.ts';
import type { PastRow, Store } from '../store/store.ts';
import {
  closedWeekOf,
  closings,
  entriesOf,
  lostWeek,
  partOf,
  placeIn,
  placesOf,
  type ClosedWeek,
} from './closed-week.ts';
import { inTurns, revAfter } from './rows-then.ts';

/** How many weeks' first entries, and how many parts of places, are kept in memory. */
const ENTRIES_KEPT = 8;
const PARTS_KEPT = 512;
/** Players whose places are looked for in one turn of the event loop. */
const PLACES_A_TURN = 200;

interface KeptWeeksParts {
  readonly store: Pick<Store, 'events' | 'past'>;
  readonly board: Board;
  readonly mask: NameMask;
  readonly log: Log;
}

/** Every read @throws StoreUnavailable */
export class KeptWeeks {
  readonly #parts: KeptWeeksParts;
  readonly #entries = new LastAsked<number, readonly SeasonEntry[]>(ENTRIES_KEPT);
  readonly #places = new LastAsked<number, Buffer>(PARTS_KEPT);

  constructor(parts: KeptWeeksParts) {
    this.#parts = parts;
  }

  /** Forgets what was read, which is of another data set. */
  clear(): void {
    this.#entries.clear();
    this.#places.clear();
  }

  /** The closed weeks from one on, oldest first. One whose row can't be read is closed all the same. */
  async closedFrom(fromWeek: number): Promise<ClosedWeek[]> {
    const rows = await closings(this.#parts.store, Math.max(0, weekBegins(fromWeek)));
    return Promise.all(
      rows.map(
        async (row) => (await this.#readable(row, () => closedWeekOf(row))) ?? lostWeek(row),
      ),
    );
  }

  /** The first entries of one; null: they can’t be read. */
  async entries({ week }: ClosedWeek): Promise<readonly SeasonEntry[] | null> {
    return this.#entries.take(week, async () => {
      const at = weekBegins(week);
      const query = { kind: 'season-entries', from: at, to: at, limit: 1 } as const;
      const [row] = await this.#parts.store.past({ ...query, order: 'oldest-first' });
      return row ? this.#readable(row, () => entriesOf(row)) : null;
    });
  }

  /** @param entries its first ones. */
  async own(
    { week, parts, upTo }: ClosedWeek,
    entries: readonly SeasonEntry[],
    wallet: Address,
  ): Promise<SeasonEntry | null> {
    const entry = entries.find(({ walletAddress }) => walletAddress === wallet);
    if (entry) return entry;
    const place = entries.length < SEASON_ROWS ? null : await this.placeIn(week, parts, wallet);
    const row = place && this.#parts.board.ranked(wallet)?.row;
    if (!row) return null;
    const gdp = await this.#gdpAtEndOf(week, wallet, upTo.rev);
    return gdp === null
      ? null
      : { walletAddress: wallet, name: row.name, nationId: row.nationId, gdp, ...place };
  }

  /** Those of the places after `from`, up to `to`. */
  async entriesBeyond(
    { week, parts, upTo }: ClosedWeek,
    from: number,
    to: number,
  ): Promise<SeasonEntry[] | null> {
    const { board, mask } = this.#parts;
    const found: Omit<SeasonEntry, 'gdp'>[] = [];
    for (const [i, { wallet, name, nationId }] of board.slice(board.count, 0).entries()) {
      if (i % PLACES_A_TURN === 0) await turn();
      const place = await this.placeIn(week, parts, wallet);
      if (!place || place.rank <= from || place.rank > to) continue;
      found.push(mask.entry({ walletAddress: wallet, name, nationId, ...place }));
    }
    if (found.length < to - from) return null;
    found.sort((a, b) => a.rank - b.rank);
    const entries = await inTurns(found, async (entry) => {
      const { rank, walletAddress, name, nationId, gained } = entry;
      const gdp = await this.#gdpAtEndOf(week, walletAddress, upTo.rev);
      return gdp === null ? [] : { rank, walletAddress, name, nationId, gained, gdp };
    });
    return entries.flat();
  }

  async placeIn(week: number, parts: number, wallet: Address) {
    const at = weekBegins(week) + partOf(wallet, parts);
    const part = await this.#places.take(at, async () => {
      const query = { kind: 'season-places', from: at, to: at, limit: 1 } as const;
      const [row] = await this.#parts.store.past({ ...query, order: 'oldest-first' });
      return row ? this.#readable(row, () => placesOf(row)) : null;
    });
    return part && placeIn(part, wallet);
  }

  /** After the player's last commit of the week, of those up to a rev. */
  async #gdpAtEndOf(week: number, wallet: Address, upTo: Rev): Promise<number | null> {
    let before = revAfter(upTo);
    for (;;) {
      const query = { wallet, before, limit: 20, order: 'newest-first' } as const;
      const events = await this.#parts.store.events(query);
      const last = events.find(({ at }) => weekAt(at) <= week);
      const oldest = events.at(-1);
      if (last || !oldest) return last?.row.gdp ?? null;
      before = oldest.rev;
    }
  }

  /** Null if a row is damaged, or was written by a newer version. */
  async #readable<Value>(row: PastRow, read: () => Value | Promise<Value>): Promise<Value | null> {
    try {
      return await read();
    } catch (error) {
      const { kind, at } = row;
      this.#parts.log.warn({ err: error, kind, at }, 'a row of a closed week can’t be read');
      return null;
    }
  }
}
