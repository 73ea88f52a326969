/**
 * The weeks' race in memory [SEA1–SEA4]: the open week's list, updated by the board's commits. A
 * week ends by a commit of its own, before which every commit counts for it and after which none
 * does; so it becomes final there, as it is.
 */
import type { Address } from '../../common/values/address.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import type { Rev } from '../../common/values/ids.ts';
import type { SeasonFigures } from '../../common/values/player.ts';
import { isWeekEnd, type EraEvent } from '../../common/values/stored-event.ts';
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
  /** What the rows say of the open week is all that counts for it. */
  #isExact = true;
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

  /**
   * Begins with the board's rows.
   * @param open the open week; null: nobody has joined.
   * @param isOf10 release 1.0 had commits in it: some may count though they say another week, and
   * only the events tell.
   */
  start(open: number | null, isOf10 = false): void {
    this.#ended.clear();
    this.#open = open;
    this.#isExact = !isOf10;
    this.#listRows();
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

  onEraEvent(event: EraEvent): void {
    if (!isWeekEnd(event)) return;
    const { week, rev } = event;
    if (this.#open === null || week < this.#open) return;
    // The end of the week before may be a commit that can't be read.
    const wasExact = this.#isExact && week === this.#open;
    if (wasExact) this.#ended.set(week, { ...weekNow(this.#board, week, this.#list), rev });
    this.#open = week + 1;
    this.#isExact = true;
    // Of a week that only begins, nobody has a commit yet, unless release 1.0 made it.
    if (wasExact) this.#list = new WeekList();
    else this.#listRows();
    this.#revision += 1;
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

  /** The open week's list as the board's rows have it. */
  #listRows(): void {
    const open = this.#open ?? Infinity;
    const racers: Racer[] = [];
    // A single pass: of a million rows, each takes the main thread a second or more.
    for (const row of this.#board.slice(this.#board.count, 0)) {
      const { season } = row;
      if (season?.week === open) racers.push(racerOf(row, season));
      // Of players with a later commit, the board doesn't have what they were in the open week.
      else if (season && season.week > open) this.#isExact = false;
    }
    this.#list = new WeekList(racers);
    this.#revision += 1;
  }
}

function racerOf({ wallet, nationId, gdp, gdpOrder }: BoardRow, { base }: SeasonFigures): Racer {
  return { wallet, nationId, base, gdp: gdp - base, gdpOrder };
}
