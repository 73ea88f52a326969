/**
 * The weeks' race in memory [SEA1–SEA4]: the lists of the weeks that are not closed, updated by
 * the board's commits. Which week a commit counts for follows from its player's figures
 * (`common/rules/season.ts`), except for those that come after the end of their week was settled:
 * they count for the next one. A process may see such commits before it learns that the week was
 * closed, so it remembers them until then.
 */
import { seasonAfter } from '../../common/rules/season.ts';
import type { Address } from '../../common/values/address.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import { REV_ZERO, type Rev } from '../../common/values/ids.ts';
import type { SeasonFigures } from '../../common/values/player.ts';
import type { StoredEvent } from '../../common/values/stored-event.ts';
import { weekAt, weekBegins } from '../../common/values/week.ts';
import { eventPages, type Store } from '../store/store.ts';
import type { Board, BoardChange, BoardListener } from './board.ts';
import { WeekList, type Racer } from './week-list.ts';

/** The last commit that counts for a week and for those before it. */
export interface Closing {
  readonly week: number;
  readonly rev: Rev;
}

/** Where a race begins, beside the board's rows. */
interface RaceStart {
  /** The first week that is not closed. */
  readonly firstOpen: number;
  /** Null: no week was closed. */
  readonly closing: Closing | null;
  /**
   * [SEA1] Of the players with commits that count for `firstOpen` though their week is an earlier
   * one: their base.
   */
  readonly late: ReadonlyMap<Address, number>;
  /** Players whose events have to be read. */
  readonly unsure: Iterable<Address>;
}

/** A commit of a week that has ended: it may turn out to come after the end was settled. */
interface Trailing {
  readonly rev: Rev;
  readonly wallet: Address;
  readonly week: number;
  /** The player's highest GDP before it. */
  readonly best: number;
}

/** How long before a week's beginning a commit that counts for it may be dated, at most. */
const LATE_MS = 60 * 60 * 1000;
const EMPTY = new WeekList();

export class SeasonRace implements BoardListener {
  readonly #board: Board;
  readonly #now: () => number;
  #firstOpen = 0;
  #closing: Closing | null = null;
  #lists = new Map<number, WeekList>();
  #late = new Map<Address, number>();
  #trail: Trailing[] = [];
  /** Of each week the last commit that came before its end. */
  #lastInTime = new Map<number, Rev>();
  /** Players whose events have to be read, and up to where. */
  #unsure = new Map<Address, Rev>();
  /** The figures of players whose rows lack them. */
  #figures = new Map<Address, SeasonFigures>();
  #isStarted = false;
  #revision = 0;

  /** @param now the game's clock. */
  constructor(board: Board, now: () => number) {
    this.#board = board;
    this.#now = now;
    board.subscribe(this);
  }

  /** True from `start` to the board's next load. */
  get isStarted(): boolean {
    return this.#isStarted;
  }

  /** Raised whenever the lists change without a commit. */
  get revision(): number {
    return this.#revision;
  }

  /** The first week that is not closed. */
  get firstOpen(): number {
    return this.#firstOpen;
  }

  /** [SEA1] The bases of those whose commits count for a later week than they say. */
  get late(): ReadonlyMap<Address, number> {
    return this.#late;
  }

  /** The players whose events have to be read before everything is exact. */
  get unsure(): readonly Address[] {
    return [...this.#unsure.keys()];
  }

  /** A week's list; empty if nobody is ranked. Don't change it. */
  list(week: number): WeekList {
    return this.#lists.get(week) ?? EMPTY;
  }

  /** Begins again from the board's rows. */
  start({ firstOpen, closing, late, unsure }: RaceStart): void {
    this.#firstOpen = firstOpen;
    this.#closing = closing;
    this.#lists = new Map();
    this.#late = new Map(late);
    this.#trail = [];
    this.#lastInTime = new Map();
    this.#unsure = new Map();
    this.#figures = new Map();
    const begins = weekBegins(firstOpen);
    const racers: Racer[] = [];
    for (const row of this.#board.slice(this.#board.count, 0)) {
      const { season, wallet } = row;
      const late = this.#late.get(wallet);
      // Without its figures, a row that hasn't changed since doesn't matter until it changes.
      if (!season) {
        if (late !== undefined || row.gdpSince >= begins - LATE_MS) this.#addUnsure(wallet);
      } else if (season.week > firstOpen) {
        // What it was at the end of the first open week is not in the row any more.
        this.#addUnsure(wallet);
      } else if (season.week === firstOpen || late !== undefined) {
        racers.push(racerOf(row, late ?? season.base));
      }
    }
    this.#lists.set(firstOpen, new WeekList(racers));
    for (const wallet of unsure) this.#addUnsure(wallet);
    this.#isStarted = true;
    this.#revision += 1;
  }

  /** Nothing stays of the board that was replaced: `start` follows. */
  onReload(): void {
    this.#lists = new Map();
    this.#isStarted = false;
  }

  onChange({ event, before, after: { row } }: BoardChange): void {
    if (this.#unsure.has(row.wallet)) {
      this.#unsure.set(row.wallet, event.rev);
      return;
    }
    const previous = before && this.#figuresOf(before.row);
    const figures =
      row.season ?? (previous && seasonAfter(previous, { at: event.at, gdp: row.gdp }));
    if (!figures) {
      this.#addUnsure(row.wallet);
      return;
    }
    if (!row.season) this.#figures.set(row.wallet, figures);
    this.#count(event.rev, row, figures, previous);
  }

  /**
   * True if this process counted commits before the end of their week that the closing leaves out.
   */
  goesBeyond({ week, rev }: Closing): boolean {
    return [...this.#lastInTime].some(([of, last]) => of <= week && last > rev);
  }

  /**
   * A week and those before it are closed. Of the commits after `rev` that came already, those that
   * say one of these weeks count for the next one. Every such commit must have come since `start`,
   * and none before the end of its week (`goesBeyond`).
   */
  close(closing: Closing): void {
    const { week, rev } = closing;
    if (week < this.#firstOpen) return;
    for (const known of this.#lists.keys()) if (known <= week) this.#lists.delete(known);
    for (const known of this.#lastInTime.keys()) if (known <= week) this.#lastInTime.delete(known);
    this.#firstOpen = week + 1;
    this.#closing = closing;
    this.#revision += 1;
    this.#late = new Map();
    this.#trail = this.#trail.filter((commit) => commit.rev > rev);
    for (const commit of this.#trail) {
      if (commit.week > week || this.#late.has(commit.wallet)) continue;
      this.#late.set(commit.wallet, commit.best);
    }
    for (const wallet of this.#late.keys()) {
      const row = this.#board.ranked(wallet)?.row;
      const figures = row && this.#figuresOf(row);
      if (!figures || figures.week > this.#firstOpen) this.#addUnsure(wallet);
      else this.#put(this.#firstOpen, row, figures.base);
    }
  }

  /**
   * Settles what was unsure of a player.
   * @param events all of theirs, oldest first.
   * @returns false if some are missing that the board has.
   */
  settle(wallet: Address, events: readonly StoredEvent[]): boolean {
    const upTo = this.#unsure.get(wallet) ?? REV_ZERO;
    const known = events.filter(({ rev }) => rev <= this.#board.rev);
    if ((known.at(-1)?.rev ?? REV_ZERO) < upTo) return false;
    this.#unsure.delete(wallet);
    this.#revision += 1;
    this.#late.delete(wallet);
    for (const list of this.#lists.values()) list.remove(wallet);
    let figures: SeasonFigures | null = null;
    for (const { rev, at, row } of known) {
      const previous = figures;
      figures = seasonAfter(previous, { at, gdp: row.gdp });
      if (this.#closing || figures.week >= this.#firstOpen) {
        this.#count(rev, row, figures, previous);
      }
    }
    if (figures) this.#figures.set(wallet, figures);
    return true;
  }

  /**
   * [SEA2] What a player's score in a week counts from, whether they have a commit in it or not;
   * null if unknown.
   */
  baseIn(week: number, wallet: Address): number | null {
    const row = this.#board.ranked(wallet)?.row;
    const figures = row && this.#figuresOf(row);
    if (!figures) return null;
    const late = week === this.#firstOpen ? this.#late.get(wallet) : undefined;
    return late ?? (figures.week < week ? figures.best : figures.base);
  }

  #count(rev: Rev, row: BoardRow, figures: SeasonFigures, previous: SeasonFigures | null): void {
    const best = previous?.best ?? figures.base;
    const { week: closed = -1, rev: upTo = REV_ZERO } = this.#closing ?? {};
    const isLate = figures.week <= closed;
    // It counts for a closed week, whose list is in the record.
    if (isLate && rev <= upTo) return;
    if (isLate && !this.#late.has(row.wallet)) this.#late.set(row.wallet, best);
    const week = isLate ? this.#firstOpen : figures.week;
    if (week < weekAt(this.#now())) this.#trail.push({ rev, wallet: row.wallet, week, best });
    else if (rev > (this.#lastInTime.get(week) ?? REV_ZERO)) this.#lastInTime.set(week, rev);
    this.#put(week, row, figures.base);
  }

  #put(week: number, row: BoardRow, ownBase: number): void {
    const late = week === this.#firstOpen ? this.#late.get(row.wallet) : undefined;
    const list = this.#lists.get(week) ?? new WeekList();
    this.#lists.set(week, list);
    list.put(racerOf(row, late ?? ownBase));
  }

  #addUnsure(wallet: Address): void {
    this.#unsure.set(wallet, this.#unsure.get(wallet) ?? REV_ZERO);
  }

  #figuresOf(row: BoardRow): SeasonFigures | null {
    return row.season ?? this.#figures.get(row.wallet) ?? null;
  }
}

function racerOf({ wallet, nationId, gdp, gdpOrder }: BoardRow, base: number): Racer {
  return { wallet, nationId, base, gdp: gdp - base, gdpOrder };
}

/** All events of a player, oldest first. @throws StoreUnavailable */
export async function allEventsOf(
  store: Pick<Store, 'events'>,
  wallet: Address,
): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for await (const page of eventPages(store, { wallet })) events.push(...page);
  return events;
}
