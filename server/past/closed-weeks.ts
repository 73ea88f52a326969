/**
 * What is stored of the closed weeks [SEA1], read when it is asked for: first entries, and the
 * places of all who are ranked.
 */
import { FOUND_ROWS } from '../../common/protocol/leaderboard.ts';
import type { SeasonEntry } from '../../common/protocol/seasons.ts';
import type { Address } from '../../common/values/address.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import { revAfter, type Rev } from '../../common/values/ids.ts';
import { byNation, type NationId } from '../../common/values/nations.ts';
import { weekAt, weekBegins } from '../../common/values/week.ts';
import type { Board } from '../leaderboard/board.ts';
import type { NameMask } from '../leaderboard/name-mask.ts';
import {
  foundAmong,
  isOf,
  NO_WORK,
  type WeekPart,
  type WeekQuery,
} from '../leaderboard/week-list.ts';
import { inBatches } from '../lib/in-slices.ts';
import { LruCache } from '../lib/lru-cache.ts';
import { yieldToLoop } from '../lib/machine.ts';
import type { Log } from '../observe/log.ts';
import { pastRow } from '../store/kept/past.ts';
import { playerEvents, type Store } from '../store/store.ts';
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
import { readableRow } from './record.ts';

/** How many weeks' first entries, parts of places, whole weeks and GDPs at their end are cached. */
const CACHED_ENTRIES = 8;
const CACHED_PARTS = 512;
const CACHED_WEEKS = 4;
const CACHED_GDPS = 20_000;
/** Players whose places are looked for in one turn of the event loop. */
const PLACES_A_TURN = 200;

interface ClosedWeeksParts {
  readonly store: Pick<Store, 'events' | 'rows'>;
  readonly board: Board;
  readonly mask: NameMask;
  readonly log: Log;
}

type PlacesKind = 'season-places' | 'season-passed';

/** All who were ranked in a week. */
interface WeekOrder {
  /** By place. */
  readonly wallets: readonly Address[];
  /** Of each nation, ascending. */
  readonly ranks: Readonly<Record<NationId, readonly number[]>>;
}

/** Every read @throws StoreUnavailable */
export class ClosedWeeks {
  readonly #parts: ClosedWeeksParts;
  readonly #entries = new LruCache<number, readonly SeasonEntry[]>(CACHED_ENTRIES);
  readonly #places = new LruCache<string, Buffer>(CACHED_PARTS);
  readonly #orders = new LruCache<number, WeekOrder>(CACHED_WEEKS);
  readonly #gdps = new LruCache<string, number>(CACHED_GDPS);

  constructor(parts: ClosedWeeksParts) {
    this.#parts = parts;
  }

  /** Forgets what was read, which is of another data set. */
  clear(): void {
    this.#entries.clear();
    this.#places.clear();
    this.#orders.clear();
    this.#gdps.clear();
  }

  /**
   * The closed weeks from one on, oldest first. One whose row can't be read is closed all the same.
   */
  async closedFrom(fromWeek: number): Promise<ClosedWeek[]> {
    const rows = await closings(this.#parts.store, Math.max(0, weekBegins(fromWeek)));
    return Promise.all(
      rows.map(
        async (row) =>
          (await readableRow(this.#parts.log, row, () => closedWeekOf(row))) ?? lostWeek(row),
      ),
    );
  }

  /** A wallet's own entry; null if it was not ranked, or can’t be read. */
  async own(closed: ClosedWeek, wallet: Address): Promise<SeasonEntry | null> {
    const { entries: first } = (await this.#firstOf(closed)) ?? { entries: [] };
    const own = first.find(({ walletAddress }) => walletAddress === wallet);
    if (own || first.length === closed.players) return own ?? null;
    const [beyond = null] = await this.#entriesFor(closed, [wallet]);
    return beyond;
  }

  /** A part of its list; null: the record can't say it. */
  async part(closed: ClosedWeek, query: WeekQuery): Promise<WeekPart | null> {
    const first = await this.#firstOf(closed);
    const part = first && (await this.#partOf(closed, first.entries, query));
    return part && { ...part, looks: part.looks + first.looks };
  }

  async #partOf(
    closed: ClosedWeek,
    first: readonly SeasonEntry[],
    query: WeekQuery,
  ): Promise<WeekPart | null> {
    if (query.q !== undefined) return this.#found(closed, first, query);
    const { limit, offset, nationId } = query;
    if (first.length === closed.players || (!nationId && offset + limit <= first.length)) {
      const listed = nationId ? first.filter((entry) => entry.nationId === nationId) : first;
      const count = nationId ? listed.length : closed.players;
      return { ...NO_WORK, entries: listed.slice(offset, offset + limit), count, isSettled: true };
    }
    let looks = 0;
    const order = await this.#orders.get(closed.week, () => {
      looks = this.#parts.board.count;
      return this.#orderOf(closed);
    });
    if (!order) return null;
    const wanted = nationId
      ? order.ranks[nationId].slice(offset, offset + limit)
      : order.wallets.slice(offset, offset + limit).map((_, i) => offset + i + 1);
    const beyond = wanted.filter((rank) => rank > first.length);
    const wallets = beyond.flatMap((rank) => order.wallets[rank - 1] ?? []);
    const others = await this.#entriesFor(closed, wallets);
    return {
      entries: [...wanted.flatMap((rank) => first[rank - 1] ?? []), ...others],
      count: nationId ? order.ranks[nationId].length : closed.players,
      looks,
      reads: beyond.length,
      isSettled: beyond.length === 0,
    };
  }

  async #found(
    closed: ClosedWeek,
    first: readonly SeasonEntry[],
    query: WeekQuery,
  ): Promise<WeekPart> {
    const found = foundAmong(first, query);
    // Others are found by the names that they have now.
    const isSettled = found.length === FOUND_ROWS || first.length === closed.players;
    const rows = isSettled ? [] : this.#parts.board.beginningWith(query.q ?? '');
    const others = (await this.#placed(closed, rows.filter(isOf(query.nationId))))
      .filter(({ rank }) => rank > first.length)
      .slice(0, FOUND_ROWS - found.length)
      .map(({ row }) => row.wallet);
    const entries = [...found, ...(await this.#entriesFor(closed, others))];
    const looks = first.length + rows.length;
    return { entries, count: entries.length, looks, reads: others.length, isSettled };
  }

  /**
   * The first entries, with their names at the time; null: they can’t be read. `looks`: 0 if they
   * were cached.
   */
  async #firstOf({ week, isLost }: ClosedWeek) {
    if (isLost) return null;
    let looks = 0;
    const first = await this.#entries.get(week, async () => {
      const row = await pastRow(this.#parts.store, 'season-entries', weekBegins(week));
      const read = row ? await readableRow(this.#parts.log, row, () => entriesOf(row)) : null;
      looks = read?.length ?? 0;
      return read;
    });
    return first && { entries: first.map((entry) => this.#parts.mask.entry(entry)), looks };
  }

  async #orderOf(closed: ClosedWeek): Promise<WeekOrder | null> {
    const { board } = this.#parts;
    const placed = await this.#placed(closed, board.slice(board.count, 0));
    if (placed.length < closed.players) return null;
    const ranks = byNation((): number[] => []);
    for (const { rank, row } of placed) ranks[row.nationId].push(rank);
    return { wallets: placed.map(({ row }) => row.wallet), ranks };
  }

  /** Those of the players who were ranked, best first. */
  async #placed({ week, parts }: ClosedWeek, rows: readonly BoardRow[]) {
    const placed: { readonly rank: number; readonly row: BoardRow }[] = [];
    const known = new Map<number, Buffer | null>();
    for (const [i, row] of rows.entries()) {
      if (i % PLACES_A_TURN === 0) await yieldToLoop();
      const n = partOf(row.wallet, parts);
      const part = known.get(n) ?? (await this.#partAt(weekBegins(week) + n));
      known.set(n, part);
      const place = part && placeIn(part, row.wallet);
      if (place) placed.push({ rank: place.rank, row });
    }
    return placed.toSorted((a, b) => a.rank - b.rank);
  }

  /** Of those of the players who were ranked, with the names that they have now. */
  async #entriesFor(
    { week, parts, upTo }: ClosedWeek,
    wallets: readonly Address[],
  ): Promise<SeasonEntry[]> {
    const { board, mask } = this.#parts;
    const entries = await inBatches(wallets, async (wallet) => {
      const place = await this.placeIn(week, parts, wallet);
      const row = place && board.ranked(wallet)?.row;
      const gdp =
        row &&
        (await this.#gdps.get(`${week}.${wallet}`, () => this.#gdpAtEndOf(week, wallet, upTo.rev)));
      if (!row || gdp === null || gdp === undefined) return [];
      const { rank, gained } = place;
      const { name, nationId } = row;
      return mask.entry({ rank, walletAddress: wallet, name, nationId, gained, gdp });
    });
    return entries.flat();
  }

  async placeIn(week: number, parts: number, wallet: Address) {
    const part = await this.#partAt(weekBegins(week) + partOf(wallet, parts));
    return part && placeIn(part, wallet);
  }

  /** [SEA5] How many others a player passed, from the parts of a story. */
  async passedIn(week: number, parts: number, wallet: Address): Promise<number> {
    const at = weekBegins(week) + partOf(wallet, parts);
    const part = await this.#partAt(at, 'season-passed');
    return (part && placeIn(part, wallet)?.gained) ?? 0;
  }

  #partAt(at: number, kind: PlacesKind = 'season-places'): Promise<Buffer | null> {
    return this.#places.get(`${kind} ${at}`, async () => {
      const row = await pastRow(this.#parts.store, kind, at);
      return row ? readableRow(this.#parts.log, row, () => placesOf(row)) : null;
    });
  }

  /** After the player's last commit of the week, of those up to a rev. */
  async #gdpAtEndOf(week: number, wallet: Address, upTo: Rev): Promise<number | null> {
    let before = revAfter(upTo);
    for (;;) {
      const query = { wallet, before, limit: 20, order: 'newest-first' } as const;
      const events = await playerEvents(this.#parts.store, query);
      const last = events.find(({ at }) => weekAt(at) <= week);
      const oldest = events.at(-1);
      if (last || !oldest) return last?.row.gdp ?? null;
      before = oldest.rev;
    }
  }
}
