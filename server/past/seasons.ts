/**
 * The weeks' race as a process knows it [SEA1]: the closed weeks from the record, the open ones
 * from the board (`leaderboard/season-race.ts`). `record-writer.ts` closes weeks; every process
 * looks for those that are due.
 */
import {
  SEASON_ROWS,
  type Season,
  type SeasonDetail,
  type SeasonEntry,
  type SeasonPlace,
} from '../../common/protocol/seasons.ts';
import { CLOSED_AFTER_MS } from '../../common/rules/season.ts';
import type { Address } from '../../common/values/address.ts';
import { instantText } from '../../common/values/instant.ts';
import { REV_ZERO, type Epoch, type Rev } from '../../common/values/ids.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { weekAt, weekBegins, weekId } from '../../common/values/week.ts';
import type { Board } from '../leaderboard/board.ts';
import { NameMask } from '../leaderboard/name-mask.ts';
import { allEventsOf, SeasonRace, type Closing } from '../leaderboard/season-race.ts';
import { openPart, seasonEntries, seasonEntry, type WeekQuery } from '../leaderboard/week-list.ts';
import { inBatches } from '../lib/in-slices.ts';
import { monotonicNow } from '../lib/machine.ts';
import type { Log } from '../observe/log.ts';
import type { Store } from '../store/store.ts';
import { presidentsNow, weekNow, type ClosedWeek, type WeekNow } from './closed-week.ts';
import { ClosedWeeks } from './closed-weeks.ts';
import type { Past } from './past.ts';
import type { RecordState, SeasonState } from './record.ts';

/** Rows, or events, per read. */
const PAGE = 1000;
/** How many final weeks a player's page shows. */
const PLACES_SHOWN = 52;
/** What a process knows of the weeks right after the board's last commit. */
export interface DueWeeks {
  /** Those that may be closed now. */
  readonly weeks: readonly WeekNow[];
  /** The last closed one; null: none. */
  readonly closed: number | null;
  readonly late: SeasonState['late'];
  readonly isBackfilling: boolean;
}

interface SeasonsParts {
  readonly store: Pick<Store, 'events' | 'rows'>;
  readonly board: Board;
  readonly past: Pick<Past, 'state' | 'begunAt'>;
  /** The game's clock. */
  readonly now: () => number;
  readonly log: Log;
  readonly mask?: NameMask;
}

export class Seasons {
  readonly #parts: SeasonsParts;
  readonly #mask: NameMask;
  readonly race: SeasonRace;
  /** By week; the last one read or written is the newest. */
  #closed = new Map<number, ClosedWeek>();
  /** The week of the first commit; null: there is none. */
  #first: number | null = null;
  /** The load of the board that the race began with; 0: none. */
  #startedWith = 0;
  /** The board's last commit then, and its data set. */
  #startedAt: Rev = REV_ZERO;
  #epoch: Epoch | null = null;
  /** True while weeks of which nothing was recorded are being closed. */
  #isBackfilling = false;
  /** Weeks that have ended, and when that was noticed, by the monotonic clock. */
  #ended: { readonly week: number; readonly at: number }[] = [];
  readonly #weeks: ClosedWeeks;

  constructor(parts: SeasonsParts) {
    this.#parts = parts;
    const { store, board, log, mask = new NameMask() } = parts;
    this.#mask = mask;
    this.#weeks = new ClosedWeeks({ store, board, log, mask });
    this.race = new SeasonRace(board, parts.now);
    board.subscribe({
      onChange: ({ event }) => (this.#first ??= weekAt(event.at)),
      onReload: () => {},
    });
  }

  /** The running week. */
  get running(): number {
    return weekAt(this.#parts.now());
  }

  /**
   * Changes whenever a week may have changed without a commit; of a final week it never changes.
   */
  versionOf(week: number): string {
    return this.#closed.has(week) ? 'final' : `${this.race.revision}.${this.running}`;
  }

  /**
   * True if nothing is recorded of the weeks before the open ones: they have to be closed from the
   * events.
   */
  get isBackfilling(): boolean {
    return this.#isBackfilling;
  }

  /** True once everything that is shown follows from the record and the board. */
  get isKnown(): boolean {
    return this.#startedWith === this.#parts.board.loads && this.#startedWith > 0;
  }

  /** The last closed week. */
  get #newest(): ClosedWeek | null {
    return [...this.#closed.values()].at(-1) ?? null;
  }

  /** The first week that can be closed; null before the first commit. */
  get #open(): number | null {
    return this.#first === null ? null : Math.max(this.#first, this.race.firstOpen);
  }

  /**
   * Catches up with the board's loads and the record. One call at a time. @throws StoreUnavailable
   */
  async advance(): Promise<void> {
    const { board } = this.#parts;
    if (board.loads === 0) return;
    if (!this.isKnown) await this.#start();
    this.#noteEnd();
    if (this.#isBackfilling || (this.#open ?? this.running) < this.running)
      await this.#lookForClosed();
    for (const wallet of this.race.unsure) {
      const events = await allEventsOf(this.#parts.store, wallet);
      if (this.isKnown) this.race.settle(wallet, events);
    }
  }

  /**
   * The weeks that this process may close, and what the record keeps of the race at the board's
   * last commit; null where that isn't exact.
   */
  due(): DueWeeks | null {
    const { board } = this.#parts;
    this.#noteEnd();
    if (!this.isKnown || this.race.unsure.length > 0) return null;
    const known = {
      closed: this.#newest?.week ?? null,
      late: this.#isBackfilling ? {} : Object.fromEntries(this.race.late),
      isBackfilling: this.#isBackfilling,
    };
    const open = this.#open;
    const last = this.#ended.findLast(({ at }) => monotonicNow() - at >= CLOSED_AFTER_MS)?.week;
    const weeks: WeekNow[] = [];
    if (!this.#isBackfilling && open !== null && last !== undefined) {
      for (let week = open; week <= last; week += 1) {
        weeks.push(weekNow(board, week, this.race.list(week)));
      }
    }
    return { weeks, ...known };
  }

  /** The weeks from the running one back, as they are. */
  list(limit: number, before: number): Season[] {
    const { running } = this;
    if (this.#first === null) return [];
    const seasons: Season[] = [];
    for (let week = Math.min(before - 1, running); week >= this.#first; week -= 1) {
      if (seasons.length === limit) break;
      seasons.push(this.#season(week));
    }
    return seasons;
  }

  /** True for a week between the first commit and now. */
  has(week: number): boolean {
    return this.#first !== null && week >= this.#first && week <= this.running;
  }

  /**
   * A week, and a part of its list. Null if the record can't say it.
   * @throws StoreUnavailable
   */
  async entries(week: number, query: WeekQuery) {
    const closed = this.#closed.get(week);
    const part = closed
      ? await this.#weeks.part(closed, query)
      : openPart(this.#parts.board, this.race.list(week), query);
    return part && { season: this.#season(week), ...part };
  }

  /** True if a part of a final week takes long: what isn't stored is read in players' commits. */
  takesLong(week: number, { limit, offset, nationId, q }: WeekQuery): boolean {
    const closed = this.#closed.get(week);
    const isStored = q === undefined && nationId === undefined && offset + limit <= SEASON_ROWS;
    return closed !== undefined && closed.players > SEASON_ROWS && !isStored;
  }

  /**
   * What a week has beside its list.
   * @param wallet whose own place is wanted.
   * @throws StoreUnavailable
   */
  async standings(
    week: number,
    wallet: Address | null,
  ): Promise<Omit<SeasonDetail, 'season' | 'entries'>> {
    const { board } = this.#parts;
    const closed = this.#closed.get(week);
    if (closed) {
      return {
        own: wallet && (await this.#weeks.own(closed, wallet)),
        chase: null,
        best: closed.best.map((entry) => this.#mask.entry(entry)),
        presidents: closed.presidents.map((president) => this.#mask.entry(president)),
      };
    }
    const list = this.race.list(week);
    const own = wallet && list.ranked(wallet);
    return {
      own: own && seasonEntry(board, own),
      chase: wallet && week === this.running ? this.#chase(wallet) : null,
      best: list.best().map((ranked) => seasonEntry(board, ranked)),
      presidents: presidentsNow(board),
    };
  }

  /**
   * A player's places in the last final weeks since they joined, newest first.
   * @param most how many weeks are looked at
   * @throws StoreUnavailable
   */
  async placesOf(wallet: Address, joinedAt: number, most = PLACES_SHOWN): Promise<SeasonPlace[]> {
    const joined = weekAt(joinedAt);
    const weeks = [...this.#closed.values()]
      .filter(({ week, players }) => week >= joined && players > 0)
      .slice(-most)
      .toReversed();
    const places = await inBatches(weeks, async ({ week, players, parts }) => {
      const place = await this.#weeks.placeIn(week, parts, wallet);
      return place ? [{ id: weekId(week), players, ...place }] : [];
    });
    return places.flat();
  }

  /**
   * [SEA3] What a wallet would have gained in the running week with a GDP, and its rank; null if
   * not ranked.
   */
  preview(wallet: Address, gdp: number): { rank: number; gained: number } | null {
    const base = this.isKnown ? this.race.baseIn(this.running, wallet) : null;
    if (base === null || gdp <= base) return null;
    return { rank: this.race.list(this.running).rankWith(wallet, gdp - base), gained: gdp - base };
  }

  /** Takes weeks for closed that were just written or found, oldest first. */
  async learn(weeks: readonly ClosedWeek[]): Promise<void> {
    const last = weeks.at(-1);
    if (!last) return;
    for (const week of weeks) this.#closed.set(week.week, week);
    const closing = { week: last.week, rev: last.upTo.rev };
    // Which commits after it came before the race began is only in the store.
    const isInStore = closing.rev < this.#startedAt || this.race.goesBeyond(closing);
    if (isInStore || this.#isBackfilling) await this.#start();
    else this.race.close(closing);
    this.#ended = this.#ended.filter(({ week }) => week > last.week);
  }

  /** Begins the race from the record and the board. @throws StoreUnavailable */
  async #start(): Promise<void> {
    const { board, past } = this.#parts;
    const { loads } = board;
    const state = await past.state();
    const begunAt = await past.begunAt(state);
    const closed = await this.#weeks.closedFrom(0);
    const newest = closed.at(-1) ?? null;
    const first = begunAt === null ? null : weekAt(begunAt);
    const isBackfilling =
      state?.season?.isFilling ?? (newest === null && first !== null && first < this.running);
    const closing = newest && !isBackfilling ? { week: newest.week, rev: newest.upTo.rev } : null;
    const { late, unsure } = closing
      ? await this.#lateSince(closing, state)
      : { late: new Map<Address, number>(), unsure: new Set<Address>() };
    // What was read may be of another data set.
    if (board.loads !== loads) return;
    if (board.epoch !== this.#epoch) {
      this.#first = null;
      this.#weeks.clear();
    }
    this.#epoch = board.epoch;
    this.#closed = new Map(closed.map((week) => [week.week, week]));
    this.#first = first ?? this.#first;
    this.#isBackfilling = isBackfilling;
    const firstOpen = closing ? closing.week + 1 : isBackfilling ? this.running : (first ?? 0);
    this.race.start({ firstOpen, closing, late, unsure });
    this.#startedAt = board.rev;
    this.#startedWith = loads;
  }

  /** [SEA1] The commits after a closing that don't count for the week that they say. */
  async #lateSince(closing: Closing, state: RecordState | null) {
    const { board, store } = this.#parts;
    // What the record says of them is complete up to its last commit.
    const noted = state?.season?.closed === closing.week ? state : null;
    const late = new Map(
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the record parsed them as addresses
      Object.entries(noted?.season?.late ?? {}) as [Address, number][],
    );
    const unsure = new Set<Address>();
    let after = noted?.upTo?.rev ?? closing.rev;
    while (after < board.rev) {
      const { rev } = board;
      const events = await store.events({ after, limit: PAGE, order: 'oldest-first' });
      for (const { row, at } of events) if (weekAt(at) <= closing.week) unsure.add(row.wallet);
      after = events.length < PAGE ? rev : (events.at(-1)?.rev ?? rev);
    }
    return { late, unsure };
  }

  async #lookForClosed(): Promise<void> {
    const found = await this.#weeks.closedFrom((this.#newest?.week ?? -1) + 1);
    if (!this.#isBackfilling) return this.learn(found);
    for (const week of found) this.#closed.set(week.week, week);
    const state = await this.#parts.past.state();
    if (found.length > 0 || this.#newest !== null) {
      if (!state?.season?.isFilling) await this.#start();
    }
  }

  /** [SEA1] Notes which weeks have ended. */
  #noteEnd(): void {
    const { running } = this;
    // A clock that was ahead for a moment ended no week.
    this.#ended = this.#ended.filter(({ week }) => week < running);
    const noted = this.#ended.at(-1);
    if (!noted || noted.week < running - 1) {
      this.#ended.push({ week: running - 1, at: monotonicNow() });
    }
  }

  #season(week: number): Season {
    const closed = this.#closed.get(week);
    const list = this.race.list(week);
    const gained = closed?.gained ?? list.gained;
    const champion = closed ? closed.best[0] : seasonEntries(this.#parts.board, list, 1)[0];
    return {
      id: weekId(week),
      from: instantText(weekBegins(week)),
      to: instantText(weekBegins(week + 1)),
      state: closed ? 'final' : week < this.running ? 'closing' : 'running',
      players: closed?.players ?? list.size,
      nations: NATION_IDS.map((nationId) => ({ nationId, gained: gained[nationId] })),
      champion: champion ? pickChampion(this.#mask.entry(champion)) : null,
    };
  }

  #chase(wallet: Address): SeasonDetail['chase'] {
    const { board } = this.#parts;
    const week = this.running;
    const base = this.race.baseIn(week, wallet);
    const gdp = board.ranked(wallet)?.row.gdp;
    if (base === null || gdp === undefined) return null;
    const list = this.race.list(week);
    const place = list.ranked(wallet)?.rank ?? list.size + 1;
    const [ahead] = place > 1 ? seasonEntries(board, list, 1, place - 2) : [];
    if (place === 1 && list.size > 0) return { ahead: null, needed: null };
    // Of two with the same score the earlier one is ahead.
    return { ahead: ahead ?? null, needed: (ahead?.gained ?? 0) + 1 - (gdp - base) };
  }
}

function pickChampion({ walletAddress, name, nationId, gained }: SeasonEntry): Season['champion'] {
  return { walletAddress, name, nationId, gained };
}
