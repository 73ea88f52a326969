/** Reads the record of the past: the ranking at a moment, and the commits that followed. */
import { RankingOn, type KnownRanking, type RankingStep } from '../../common/rules/ranking-on.ts';
import { compareRank } from '../../common/rules/ranking.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import { isOfPlayer, type Commit, type StoredEvent } from '../../common/values/stored-event.ts';
import { REV_ZERO, revAfter, type Rev } from '../../common/values/ids.ts';
import { inBatches } from '../lib/in-slices.ts';
import type { Log } from '../observe/log.ts';
import { pastRow, readPast } from '../store/kept/past.ts';
import { firstJoin } from '../store/kept/weeks.ts';
import { playerEvents, type Store } from '../store/store.ts';
import type { LeaderboardEntry } from '../../common/protocol/leaderboard.ts';
import { MOST_LOOKED_UP } from '../../common/protocol/builders.ts';
import { byNation, type NationId } from '../../common/values/nations.ts';
import type { Board } from '../leaderboard/board.ts';
import { leaderboardEntry, type Presidency } from '../leaderboard/entry.ts';
import { NameMask } from '../leaderboard/name-mask.ts';
import {
  EMPTY_RANKING,
  gdpBefore,
  readableRow,
  rankingOf,
  stateOf,
  type StoredRanking,
  type RecordState,
} from './record.ts';

/**
 * Events per read: the first reads are short, since most moments are soon after a stored ranking.
 */
const FIRST_PAGE = 125;
const PAGE = 1000;
/**
 * How many events are applied to a stored ranking: more than 10,000 only if some could not be
 * recorded.
 */
const MOST_EVENTS = 50_000;
/** What is passed on of a ranking. */
const LIMITS = { rows: 1000, candidates: 100 };

/** No ranking, for which nothing was made. */
const UNREAD = { ranking: null, parts: 0 };

/** The ranking right after a commit, as far as it is known. */
export interface RankingThen extends KnownRanking<BoardRow, BoardRow> {
  readonly at: number;
  /** The last commit in it. */
  readonly rev: Rev;
  /** How many stored rows and events it was made of. */
  readonly parts: number;
  /** True if it stays as it is: the record has the first commit after it. */
  readonly isSettled: boolean;
}

export type NotKnown =
  /** The game had not begun; null: it has not begun yet. */
  | { readonly why: 'before-the-game'; readonly begunAt: number | null }
  /** The record does not reach there yet, or can't be read. */
  | { readonly why: 'not-recorded' };

export class Past {
  readonly #store: Pick<Store, 'events' | 'rows'>;
  readonly #log: Log;
  readonly #mask: NameMask;

  constructor(parts: {
    readonly store: Pick<Store, 'events' | 'rows'>;
    readonly log: Log;
    readonly mask?: NameMask;
  }) {
    this.#store = parts.store;
    this.#log = parts.log;
    this.#mask = parts.mask ?? new NameMask();
  }

  /** @param moment not in the future. @throws StoreUnavailable */
  async rankingAt(moment: number): Promise<RankingThen | NotKnown> {
    const state = await this.state();
    const begunAt = await this.begunAt(state);
    if (begunAt === null || moment < begunAt) return { why: 'before-the-game', begunAt };
    for (let to = moment; ;) {
      const start = await this.#rankingBefore(to);
      const found = await this.#from(start, moment, recordedIn(state));
      if (!('why' in found)) return found;
      // A President who is not known from this ranking on may be from an earlier one, and is from
      // the first event on.
      if (found.why !== 'unknown-president' || start.upTo === null) return { why: 'not-recorded' };
      to = start.at - 1;
    }
  }

  /**
   * The rows of a ranking of then, as many as asked for if there were so many: those that it does
   * not know are looked up in the events of each player.
   * @param board has every commit of then.
   * @returns `reads`: how many were looked up; none of too many players.
   * @throws StoreUnavailable
   */
  async rowsOf(
    { rows, count, rev }: RankingThen,
    limit: number,
    board: Pick<Board, 'count' | 'slice'>,
  ): Promise<{ readonly rows: readonly BoardRow[]; readonly reads: number }> {
    const isEnough = rows.length >= Math.min(limit, count);
    if (isEnough || board.count > MOST_LOOKED_UP) return { rows, reads: 0 };
    const known = new Set(rows.map(({ wallet }) => wallet));
    const others = board.slice(board.count, 0).filter(({ wallet }) => !known.has(wallet));
    const before = revAfter(rev);
    const found = await inBatches(others, async ({ wallet }) => {
      const query = { wallet, before, limit: 1, order: 'newest-first' } as const;
      const [last] = await playerEvents(this.#store, query);
      return last ? this.#mask.row(last.row) : [];
    });
    return { rows: [...rows, ...found.flat().toSorted(compareRank)], reads: others.length };
  }

  /**
   * The ranking right after a commit of the record, from the last stored one; null if it isn't
   * known.
   * @throws StoreUnavailable
   */
  async rankingUpTo({ at, rev }: Moment): Promise<RankingThen | null> {
    const start = await this.#rankingBefore(at);
    const found = await this.#from(start, at, rev, (event) => event.rev > rev);
    return 'why' in found || found.rev !== rev ? null : found;
  }

  /** A stored ranking with the events up to a moment. */
  async #from(
    start: StoredRanking,
    moment: number,
    recorded: Rev,
    isAfter = (commit: Commit) => commit.at > moment,
  ): Promise<RankingThen | { readonly why: 'too-many-events' | 'unknown-president' }> {
    const ranking = new RankingOn<BoardRow, BoardRow>(start);
    let rev = start.upTo?.rev ?? REV_ZERO;
    let parts = start.rows.length;
    const then = (isSettled: boolean) =>
      ranking.knowsPresidents
        ? { at: moment, rev, parts, isSettled, ...this.#known(ranking) }
        : { why: 'unknown-president' as const };
    let limit = FIRST_PAGE;
    for (let left = MOST_EVENTS; left > 0; limit = Math.min(2 * limit, PAGE, left)) {
      const events = await this.#events(rev, limit);
      left -= limit;
      for (const commit of events) {
        if (isAfter(commit)) return then(commit.rev <= recorded);
        if (isOfPlayer(commit)) ranking.apply(await this.#stepOf(commit));
        ({ rev } = commit);
        parts += 1;
      }
      if (events.length < limit) return then(false);
    }
    return { why: 'too-many-events' };
  }

  /**
   * The events after a place and up to a moment, and the place after them, null at the end. Where a
   * ranking was stored meanwhile, the next page begins with one again. `isSettled`: the page stays
   * as it is, since the record reaches beyond it. `parts`: how many stored rows and events its
   * ranking was made of, even if that is not of this place.
   * @throws StoreUnavailable
   */
  async page(place: Cursor, to: number, limit: number) {
    const { ranking, parts } =
      place.rankingAt === null ? UNREAD : await this.#rankingAfter(place, place.rankingAt, limit);
    const events = await this.#events(place.rev, limit);
    const beyond = events.findIndex(({ at }) => at > to);
    const page = beyond === -1 ? events : events.slice(0, beyond);
    const shown = page.filter(isOfPlayer).map((event) => this.#mask.event(event));
    const last = page.at(-1);
    // What shows that no later commit belongs to the page.
    const end = page.length === limit ? last : events[page.length];
    // Before the ranking that is stored within it is looked for. A place may be anything that a
    // client sent.
    const isWhole = ranking !== null || place.rankingAt === null;
    const recorded = end && isWhole ? recordedIn(await this.state()) : REV_ZERO;
    const isSettled = end !== undefined && end.rev <= recorded;
    if (!last || page.length < limit)
      return { ranking, parts, events: shown, next: null, isSettled };
    const at = page.reduce((latest, event) => Math.max(latest, event.at), place.at);
    const rankingAt = await this.#storedBetween(place, { at, rev: last.rev });
    return { ranking, parts, events: shown, next: { at, rev: last.rev, rankingAt }, isSettled };
  }

  /** The moment of the last ranking that was stored after a commit and up to another. */
  async #storedBetween(from: Moment, to: Moment): Promise<number | null> {
    const query = { kind: 'ranking', from: from.at, to: to.at, limit: 2 } as const;
    const rows = await readPast(this.#store, { ...query, order: 'newest-first' });
    const stored = rows.find(({ upTo }) => upTo && upTo.rev > from.rev && upTo.rev <= to.rev);
    return stored?.at ?? null;
  }

  /**
   * The ranking right after a commit, from the one that was stored shortly before; null if it
   * can't be read.
   */
  async #rankingAfter(
    { at, rev }: Moment,
    rankingAt: number,
    mostEvents: number,
  ): Promise<{ readonly ranking: RankingThen | null; readonly parts: number }> {
    const row = await pastRow(this.#store, 'ranking', rankingAt);
    const isBefore = row?.upTo && row.upTo.rev <= rev;
    const stored = isBefore ? await readableRow(this.#log, row, () => rankingOf(row)) : null;
    if (!stored?.upTo) return UNREAD;
    const ranking = new RankingOn<BoardRow, BoardRow>(stored);
    const next = await this.#events(stored.upTo.rev, mostEvents);
    const events = next.filter((event) => event.rev <= rev);
    for (const event of events.filter(isOfPlayer)) ranking.apply(await this.#stepOf(event));
    const reached = events.at(-1)?.rev ?? stored.upTo.rev;
    const parts = stored.rows.length + events.length;
    if (reached !== rev) return { ranking: null, parts };
    return { ranking: { at, rev, parts, isSettled: true, ...this.#known(ranking) }, parts };
  }

  #known(ranking: RankingOn<BoardRow, BoardRow>): KnownRanking<BoardRow, BoardRow> {
    const known = ranking.known(LIMITS);
    const masked = (rows: readonly BoardRow[]) => rows.map((row) => this.#mask.row(row));
    const candidates = byNation((nationId) => {
      const { first, areAll } = known.candidates[nationId];
      return { first: masked(first), areAll };
    });
    return { ...known, rows: masked(known.rows), candidates };
  }

  async #stepOf(event: StoredEvent): Promise<RankingStep<BoardRow, BoardRow>> {
    const { row } = event;
    const before = await gdpBefore(event, this.#store);
    return { nationId: row.nationId, row, candidate: row, gdpBefore: before };
  }

  #events(after: Rev, limit: number): Promise<Commit[]> {
    return this.#store.events({ after, limit, order: 'oldest-first' });
  }

  /** When the first player joined; null: nobody has. @param state the record's. */
  async begunAt(state: RecordState | null): Promise<number | null> {
    if (state?.begunAt) return state.begunAt;
    return (await firstJoin(this.#store))?.at ?? null;
  }

  async state(): Promise<RecordState | null> {
    const row = await pastRow(this.#store, 'state');
    return row ? readableRow(this.#log, row, () => stateOf(row)) : null;
  }

  /** The last ranking up to a moment that can be read; the empty one if there is none. */
  async #rankingBefore(moment: number): Promise<StoredRanking> {
    for (let to = moment; ;) {
      const query = { kind: 'ranking', to, limit: 1, order: 'newest-first' } as const;
      const [row] = await readPast(this.#store, query);
      if (!row) return EMPTY_RANKING;
      const ranking = await readableRow(this.#log, row, () => rankingOf(row));
      if (ranking) return ranking;
      to = row.at - 1;
    }
  }
}

/** The last commit in the record. */
function recordedIn(state: RecordState | null): Rev {
  return state?.upTo?.rev ?? REV_ZERO;
}

/** The last commit up to a moment. */
interface Moment {
  readonly at: number;
  readonly rev: Rev;
}

/** Where a page begins: after a commit. */
export interface Cursor extends Moment {
  /** When a ranking was stored during the page before; null: none was. */
  readonly rankingAt: number | null;
}

/** [PRE1] The presidencies of a past ranking. */
export function presidenciesThen({
  candidates,
}: Pick<RankingThen, 'candidates'>): Readonly<Record<NationId, Presidency>> {
  return byNation((nationId) => {
    const [president] = candidates[nationId].first;
    return {
      presidentWallet: president?.wallet ?? null,
      presidentStakedCount: president?.culturalCount ?? 0,
    };
  });
}

/** A past ranking's rows as they are sent: at most `limit`, best first. */
export function entriesThen(
  then: Pick<RankingThen, 'rows' | 'candidates'>,
  limit: number,
): LeaderboardEntry[] {
  const presidencies = presidenciesThen(then);
  return then.rows
    .slice(0, limit)
    .map((row, place) => leaderboardEntry(row, place + 1, presidencies[row.nationId]));
}
