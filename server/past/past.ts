/** Reads the record of the past: the ranking at a moment, and the nations' totals over time. */
import { KnownFirst } from '../../common/rules/known-first.ts';
import { comparePresidency, compareRank } from '../../common/rules/ranking.ts';
import type { LeaderboardEntry } from '../../common/protocol/leaderboard.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import type { GameEvent } from '../../common/values/game-event.ts';
import { REV_ZERO } from '../../common/values/ids.ts';
import { byNation, type NationId } from '../../common/values/nations.ts';
import { leaderboardEntry } from '../leaderboard/entry.ts';
import type { Log } from '../observe/log.ts';
import type { PastKind, PastRow, Store } from '../store/store.ts';
import { EMPTY_RANKING, rankingOf, stateOf, type KeptRanking, type RecordState } from './record.ts';

/** Events per read. */
const PAGE = 1000;
/** Between two rankings there are 10,000 commits; more if some of them can't be read. */
const MOST_EVENTS = 50_000;

/** The ranking right after every commit up to a moment. */
export interface RankingThen {
  /** The first rows, as far as they are known. */
  readonly rows: readonly LeaderboardEntry[];
  readonly count: number;
}

export type NotKnown =
  /** The game had not begun; null: it has not begun yet. */
  | { readonly why: 'before-the-game'; readonly begunAt: number | null }
  /** The record does not reach there yet, or can't be read. */
  | { readonly why: 'not-recorded' };

export class Past {
  readonly #store: Pick<Store, 'events' | 'past'>;
  readonly #log: Log;

  constructor(parts: { readonly store: Pick<Store, 'events' | 'past'>; readonly log: Log }) {
    this.#store = parts.store;
    this.#log = parts.log;
  }

  /** @param moment not in the future. @throws StoreUnavailable */
  async rankingAt(moment: number, limit: number): Promise<RankingThen | NotKnown> {
    const state = await this.state();
    if (!state?.upTo)
      return state?.isFilled ? { why: 'before-the-game', begunAt: null } : { why: 'not-recorded' };
    if (moment < state.begunAt) return { why: 'before-the-game', begunAt: state.begunAt };
    if (!state.isFilled && moment >= state.at) return { why: 'not-recorded' };
    const start = await this.rankingBefore(moment);
    const then = new RankingOn(start);
    let after = start.upTo?.rev ?? REV_ZERO;
    for (let read = 0; read < MOST_EVENTS; read += PAGE) {
      const events = await this.#store.events({ after, limit: PAGE, order: 'oldest-first' });
      const beyond = events.findIndex(({ at }) => at > moment);
      for (const event of beyond === -1 ? events : events.slice(0, beyond)) then.apply(event);
      if (beyond !== -1 || events.length < PAGE) return then.first(limit);
      after = events.at(-1)?.rev ?? after;
    }
    return { why: 'not-recorded' };
  }

  async state(): Promise<RecordState | null> {
    const [row] = await this.#store.past({ kind: 'state', limit: 1, order: 'oldest-first' });
    return row ? this.#readable(row, () => stateOf(row)) : null;
  }

  /** The last ranking up to a moment that can be read; the empty one if there is none. */
  async rankingBefore(moment: number): Promise<KeptRanking> {
    for await (const row of this.#newestFirst('ranking', moment)) {
      const ranking = await this.#readable(row, () => rankingOf(row));
      if (ranking) return ranking;
    }
    return EMPTY_RANKING;
  }

  async *#newestFirst(kind: PastKind, upTo: number): AsyncGenerator<PastRow> {
    for (let to = upTo; ;) {
      const [row] = await this.#store.past({ kind, to, limit: 1, order: 'newest-first' });
      if (!row) return;
      yield row;
      to = row.at - 1;
    }
  }

  /** Null if a row is damaged, or was written by a newer version. */
  async #readable<Value>(row: PastRow, read: () => Value | Promise<Value>): Promise<Value | null> {
    try {
      return await read();
    } catch (error) {
      this.#log.warn({ err: error, kind: row.kind, at: row.at }, 'a row of the past can’t be read');
      return null;
    }
  }
}

/** A kept ranking, with events applied on top of it. */
export class RankingOn {
  readonly #rows: KnownFirst<BoardRow>;
  readonly #candidates: Readonly<Record<NationId, KnownFirst<BoardRow>>>;
  readonly #presidents: Record<NationId, BoardRow | null>;
  #count: number;

  constructor({ rows, count, candidates }: KeptRanking) {
    this.#rows = new KnownFirst(rows, rows.length === count, compareRank);
    this.#candidates = byNation((nationId) => {
      const { first, areAll } = candidates[nationId];
      return new KnownFirst(first, areAll, comparePresidency);
    });
    this.#presidents = byNation((nationId) => this.#candidates[nationId].first(1)[0] ?? null);
    this.#count = count;
  }

  apply({ kind, row }: GameEvent): void {
    const { nationId, wallet, culturalCount } = row;
    if (kind === 'nation-chosen') this.#count += 1;
    this.#rows.set(row);
    const candidates = this.#candidates[nationId];
    if (culturalCount > 0) candidates.set(row);
    else candidates.remove(wallet);
    this.#presidents[nationId] = candidates.first(1)[0] ?? null;
  }

  first(limit: number): RankingThen {
    const presidencies = byNation((nationId) => {
      const president = this.#presidents[nationId];
      return {
        presidentWallet: president?.wallet ?? null,
        presidentStakedCount: president?.culturalCount ?? 0,
      };
    });
    const rows = this.#rows
      .first(limit)
      .map((row, place) => leaderboardEntry(row, place + 1, presidencies[row.nationId]));
    return { rows, count: this.#count };
  }
}
