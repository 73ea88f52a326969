/**
 * The weeks' race as a process knows it [SEA1]: the final weeks from the record, the open one and
 * those that have just ended from the board (`leaderboard/season-race.ts`).
 */
import {
  SEASON_ROWS,
  type Season,
  type SeasonDetail,
  type SeasonEntry,
  type SeasonPlace,
} from '../../common/protocol/seasons.ts';
import type { Address } from '../../common/values/address.ts';
import { instantText } from '../../common/values/instant.ts';
import { REV_ZERO, revAfter, type Epoch, type Rev } from '../../common/values/ids.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { isWeekEnd } from '../../common/values/stored-event.ts';
import { weekAt, weekBegins, weekId } from '../../common/values/week.ts';
import type { Board } from '../leaderboard/board.ts';
import { NameMask } from '../leaderboard/name-mask.ts';
import { SeasonRace, type EndedWeek } from '../leaderboard/season-race.ts';
import {
  boardThen,
  openPart,
  presidentsNow,
  seasonEntries,
  seasonEntry,
  type WeekPart,
  type WeekQuery,
} from '../leaderboard/week-list.ts';
import { inBatches } from '../lib/in-slices.ts';
import type { Log } from '../observe/log.ts';
import { firstWeekToEnd, lastWeekEnded } from '../store/kept/weeks.ts';
import type { Store } from '../store/store.ts';
import type { ClosedWeek } from './closed-week.ts';
import { ClosedWeeks } from './closed-weeks.ts';
import type { Past } from './past.ts';
import { storiesFrom, type StoredStory } from './stored-story.ts';

/** How many final weeks a player's page shows. */
const PLACES_SHOWN = 52;
/** How many of the last weeks get a story: older ones never do. */
const TOLD_WEEKS = 8;

interface SeasonsParts {
  readonly store: Pick<Store, 'era' | 'events' | 'rows'>;
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
  /** By week, in the order in which the record got them. */
  #closed = new Map<number, ClosedWeek>();
  /** [SEA5] */
  #stories = new Map<number, StoredStory>();
  /** Those that have ended, and that neither the record has nor the race knew. */
  readonly #missing = new Set<number>();
  /** How many ends of weeks the board has seen. */
  #ends = 0;
  /** The week of the first commit; null: there is none. */
  #first: number | null = null;
  /** The load of the board that the race began with; 0: none. */
  #startedWith = 0;
  /** The board's data set then. */
  #epoch: Epoch | null = null;
  readonly #weeks: ClosedWeeks;

  constructor(parts: SeasonsParts) {
    this.#parts = parts;
    const { store, board, log, mask = new NameMask() } = parts;
    this.#mask = mask;
    this.#weeks = new ClosedWeeks({ store, board, log, mask });
    this.race = new SeasonRace(board);
    board.subscribe({
      onChange: ({ event }) => this.#beginWith(weekAt(event.at)),
      // `#start` follows; commits may come before it.
      onReload: () => (this.#first = null),
      onEraEvent: (event) => isWeekEnd(event) && this.#onEnd(event.week),
    });
  }

  /** The open week, for which commits count; before the first one, that of the clock. */
  get running(): number {
    return this.race.open ?? weekAt(this.#parts.now());
  }

  /** True if the open week has ended by this process's clock. */
  get isOver(): boolean {
    return this.race.open !== null && weekAt(this.#parts.now()) > this.race.open;
  }

  /**
   * Changes whenever a week may have changed without a commit; once the record has it, and its
   * story, it never changes.
   */
  versionOf(week: number): string {
    if (this.#stories.has(week)) return 'told';
    return this.#closed.has(week) ? 'final' : `${this.race.revision}.${this.running}`;
  }

  /** True once everything that is shown follows from the record and the board. */
  get isKnown(): boolean {
    return this.#startedWith === this.#parts.board.loads && this.#startedWith > 0;
  }

  /** True if a week has ended that the record lacks, as far as this process knows. */
  get hasUnrecorded(): boolean {
    return this.#missing.size + this.race.ended.size > 0;
  }

  /** True if the record lacks a week though it has come to a commit after its end. */
  isMissed(recordedTo: Rev): boolean {
    return (
      this.#missing.size > 0 || [...this.race.ended.values()].some(({ rev }) => rev <= recordedTo)
    );
  }

  /**
   * Catches up with the board's loads and the record. One call at a time. @throws StoreUnavailable
   */
  async advance(): Promise<void> {
    if (this.#parts.board.loads === 0) return;
    if (!this.isKnown) await this.#start();
    const untold = this.untold();
    if (untold) {
      const { loads } = this.#parts.board;
      const stories = await storiesFrom(this.#parts, untold.week.week);
      if (loads !== this.#parts.board.loads) return;
      for (const [week, story] of stories) this.told(week, story);
    }
    if (!this.hasUnrecorded) return;
    const first = Math.min(...this.#missing, ...this.race.ended.keys());
    this.learn(await this.#weeks.closedFrom(first));
  }

  /** [SEA5] The next week that is to get a story, and the last commit before it; null: none. */
  untold(): { readonly week: ClosedWeek; readonly since: Rev } | null {
    if (!this.isKnown) return null;
    const closed = [...this.#closed.values()].toSorted((a, b) => a.week - b.week);
    for (const week of closed.slice(-TOLD_WEEKS)) {
      if (week.isLost || this.#stories.has(week.week)) continue;
      const before = this.#closed.get(week.week - 1);
      // The one before may be recorded later.
      if (before || week.week === this.#first) return { week, since: before?.upTo.rev ?? REV_ZERO };
    }
    return null;
  }

  /** [SEA5] Takes over a story that the record has now. */
  told(week: number, story: StoredStory): void {
    this.#stories.set(week, story);
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
    const part = await this.#partOf(week, query);
    return part && { season: this.#season(week), ...part };
  }

  async #partOf(week: number, query: WeekQuery): Promise<WeekPart | null> {
    const { board } = this.#parts;
    const closed = this.#closed.get(week);
    if (closed) return this.#weeks.part(closed, query);
    if (this.#missing.has(week)) return null;
    const ended = this.race.ended.get(week);
    if (!ended) return openPart(board, this.race.list(week), query);
    const part = openPart(boardThen(board, ended), ended.list, query);
    return { ...part, entries: part.entries.map((entry) => this.#mask.entry(entry)) };
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
    const final = this.#closed.get(week) ?? this.race.ended.get(week);
    if (final) {
      const story = this.#stories.get(week);
      const highlights = story?.highlights.map((one) => ({
        ...one,
        wallets: one.wallets.map((person) => this.#mask.entry(person)),
      }));
      const own = wallet && (await this.#ownIn(final, wallet));
      return {
        own:
          own && story
            ? { ...own, passed: await this.#weeks.passedIn(week, story.parts, own.walletAddress) }
            : own,
        ...(highlights && { highlights }),
        chase: null,
        best: final.best.map((entry) => this.#mask.entry(entry)),
        presidents: final.presidents.map((president) => this.#mask.entry(president)),
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

  async #ownIn(final: ClosedWeek | EndedWeek, wallet: Address): Promise<SeasonEntry | null> {
    if (!('list' in final)) return this.#weeks.own(final, wallet);
    const own = final.list.ranked(wallet);
    return own && this.#mask.entry(seasonEntry(boardThen(this.#parts.board, final), own));
  }

  /**
   * A player's places in the last final weeks since they joined, newest first.
   * @param most how many weeks are looked at
   * @throws StoreUnavailable
   */
  async placesOf(wallet: Address, joinedAt: number, most = PLACES_SHOWN): Promise<SeasonPlace[]> {
    const joined = weekAt(joinedAt);
    const weeks = [...this.#closed.values(), ...this.race.ended.values()]
      .filter(({ week, players }) => week >= joined && players > 0)
      .toSorted((a, b) => a.week - b.week)
      .slice(-most)
      .toReversed();
    const places = await inBatches(weeks, async (final) => {
      const { week, players } = final;
      const place = await this.#placeIn(final, wallet);
      return place ? [{ id: weekId(week), players, ...place }] : [];
    });
    return places.flat();
  }

  async #placeIn(final: ClosedWeek | EndedWeek, wallet: Address) {
    if (!('list' in final)) return this.#weeks.placeIn(final.week, final.parts, wallet);
    const { rank, racer } = final.list.ranked(wallet) ?? {};
    return rank && racer ? { rank, gained: racer.gdp } : null;
  }

  /**
   * [SEA3] What a wallet would have gained in the running week with a GDP, and its rank; null if
   * not ranked.
   */
  preview(wallet: Address, gdp: number): { rank: number; gained: number } | null {
    const base = this.isKnown ? this.race.baseOf(wallet) : null;
    if (base === null || gdp <= base) return null;
    return { rank: this.race.list(this.running).rankWith(wallet, gdp - base), gained: gdp - base };
  }

  /** Takes over weeks that the record has now, oldest first. */
  learn(weeks: readonly ClosedWeek[]): void {
    for (const week of weeks) {
      this.#closed.set(week.week, week);
      this.#missing.delete(week.week);
      this.race.recorded(week.week);
    }
  }

  /** Begins the race from the record and the board. @throws StoreUnavailable */
  async #start(): Promise<void> {
    const { board, past, store } = this.#parts;
    const { loads, rev } = board;
    const ends = this.#ends;
    const begunAt = await past.begunAt(await past.state());
    const closed = await this.#weeks.closedFrom(0);
    const stories = await storiesFrom(this.#parts, 0);
    const first = await firstWeekToEnd(store);
    const ended = await lastWeekEnded(store, revAfter(rev));
    // What was read may be of another data set, or of a week that has ended meanwhile.
    if (board.loads !== loads || this.#ends !== ends) return;
    if (board.epoch !== this.#epoch) this.#weeks.clear();
    this.#epoch = board.epoch;
    this.#closed = new Map(closed.map((week) => [week.week, week]));
    this.#stories = stories;
    this.#missing.clear();
    // After a load, a later commit than the first may have come before this.
    if (begunAt !== null) this.#first = weekAt(begunAt);
    // Before anybody has joined, the open week is nobody’s, and may be another one when they do.
    const open = ended ? ended.week + 1 : begunAt === null ? this.#first : first;
    const from = begunAt === null ? open : first;
    for (let week = from ?? 0; week < (open ?? 0); week += 1) {
      if (!this.#closed.has(week)) this.#missing.add(week);
    }
    this.#startedWith = loads;
    this.race.start(open, ended === null && closed.length > 0);
  }

  /** The race has taken the end. */
  #onEnd(week: number): void {
    this.#ends += 1;
    if (!this.isKnown) return;
    // Another process may have come here first.
    if (this.#closed.has(week)) this.race.recorded(week);
    else if (!this.race.ended.has(week)) this.#missing.add(week);
  }

  /** The week of the game's first commit. */
  #beginWith(week: number): void {
    this.#first ??= week;
    if (this.isKnown && this.race.open === null) this.race.start(week);
  }

  #season(week: number): Season {
    const closed = this.#closed.get(week) ?? this.race.ended.get(week);
    const list = this.race.list(week);
    const gained = closed?.gained ?? list.gained;
    const champion = closed ? closed.best[0] : seasonEntries(this.#parts.board, list, 1)[0];
    return {
      id: weekId(week),
      from: instantText(weekBegins(week)),
      to: instantText(weekBegins(week + 1)),
      state: closed ? 'final' : week === this.running ? 'running' : 'closing',
      players: closed?.players ?? list.size,
      nations: NATION_IDS.map((nationId) => ({ nationId, gained: gained[nationId] })),
      champion: champion ? pickChampion(this.#mask.entry(champion)) : null,
    };
  }

  #chase(wallet: Address): SeasonDetail['chase'] {
    const { board } = this.#parts;
    const week = this.running;
    const base = this.race.baseOf(wallet);
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
