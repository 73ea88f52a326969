/**
 * The weeks' race in memory [SEA1–SEA4]: the open week's list, updated by the board's commits. A
 * week ends by a commit of its own, before which every commit counts for it and after which none
 * does; so it becomes final there, as it is.
 */
import type { Address } from '../../common/values/address.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import type { Rev } from '../../common/values/ids.ts';
import type { SeasonFigures } from '../../common/values/player.ts';
import type { EraEvent } from '../../common/values/stored-event.ts';
import type { Board, BoardChange, BoardListener } from './board.ts';
import { WeekList, weekNow, type Racer, type WeekNow } from './week-list.ts';

/** A week that has ended, as it was. */
export interface EndedWeek extends WeekNow {
  /** Of the commit that ended it. */
  readonly rev: Rev;
}

const EMPTY = new WeekList();

export class SeasonRace implements BoardListener {
  readonly #board: Board;
  #open: number | null = null;
  #list = EMPTY;
  /** That ended since the start, until the record has them. */
  readonly #ended = new Map<number, EndedWeek>();
  /** Commits that release 1.0 made after the end of the open week, which it did not close. */
  #hasLater = false;
  #revision = 0;

  constructor(board: Board) {
    this.#board = board;
    board.subscribe(this);
  }

  /** Raised whenever the lists change without a player's commit. */
  get revision(): number {
    return this.#revision;
  }

  /** The week for which commits count; null: not started, or nobody has joined. */
  get open(): number | null {
    return this.#open;
  }

  /** The weeks that ended since the start, until the record has them. */
  get ended(): ReadonlyMap<number, EndedWeek> {
    return this.#ended;
  }

  /** A week's list; empty if nobody is ranked, or it isn't in memory. Don't change it. */
  list(week: number): WeekList {
    return week === this.#open ? this.#list : (this.#ended.get(week)?.list ?? EMPTY);
  }

  /** Begins with the board's rows. @param open the open week; null: nobody has joined. */
  start(open: number | null): void {
    this.#ended.clear();
    this.#begin(open, false);
  }

  /** The record has a week. */
  recorded(week: number): void {
    this.#ended.delete(week);
    this.#revision += 1;
  }

  /** Nothing stays of the board that was replaced: `start` follows. */
  onReload(): void {
    this.#ended.clear();
    this.#open = null;
    this.#list = EMPTY;
  }

  onChange({ after: { row } }: BoardChange): void {
    if (row.season?.week === this.#open) this.#list.put(racerOf(row, row.season));
  }

  onEraEvent({ week, rev }: EraEvent): void {
    if (week !== this.#open) return;
    // Of players with a later commit, the board doesn't have what they were at the end.
    if (!this.#hasLater) this.#ended.set(week, { ...weekNow(this.#board, week, this.#list), rev });
    // Nobody has a commit of the next one yet.
    this.#begin(week + 1, !this.#hasLater);
  }

  /**
   * [SEA2] What a player's score in the open week counts from, whether they have a commit in it or
   * not; null if they don't play.
   */
  baseOf(wallet: Address): number | null {
    const season = this.#board.ranked(wallet)?.row.season;
    if (!season || this.#open === null) return null;
    return season.week < this.#open ? season.best : season.base;
  }

  #begin(open: number | null, isEmpty: boolean): void {
    this.#open = open;
    this.#hasLater = false;
    this.#list = new WeekList();
    this.#revision += 1;
    if (open === null || isEmpty) return;
    const racers: Racer[] = [];
    for (const row of this.#board.slice(this.#board.count, 0)) {
      const { season } = row;
      if (season?.week === open) racers.push(racerOf(row, season));
      this.#hasLater ||= season !== undefined && season.week > open;
    }
    this.#list = new WeekList(racers);
  }
}

function racerOf({ wallet, nationId, gdp, gdpOrder }: BoardRow, { base }: SeasonFigures): Racer {
  return { wallet, nationId, base, gdp: gdp - base, gdpOrder };
}
