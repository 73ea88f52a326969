/**
 * The leaderboard in memory: every player's row in the order of [LB1], the nations' totals and
 * presidents, at one rev of one epoch. It is built from a snapshot of the store and updated by the
 * store's events; `window.ts` tracks what changed for those who watch.
 */
import type { LeaderboardEntry } from '../../common/protocol/leaderboard.ts';
import { compareRank, type RankKey } from '../../common/rules/ranking.ts';
import { seasonAfter } from '../../common/rules/season.ts';
import type { Address } from '../../common/values/address.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import {
  isKnownEvent,
  isOfPlayer,
  type Commit,
  type EraEvent,
  type StoredEvent,
} from '../../common/values/stored-event.ts';
import { epochSchema, REV_ZERO, type Epoch, type Rev } from '../../common/values/ids.ts';
import { byNation, type NationId } from '../../common/values/nations.ts';
import type { ResourceUnits } from '../../common/values/resources.ts';
import { unitsIn, type Work } from '../../common/values/works.ts';
import type { Snapshot } from '../store/store.ts';
import { leaderboardEntry } from './entry.ts';
import { FindIndex } from './find-index.ts';
import { NationTally, type NationTotals } from './nation-tally.ts';
import { RankIndex } from './rank-index.ts';
import { RevWaiters } from './rev-waiters.ts';
import { WorkTally, type Finish } from './work-tally.ts';

export interface RankedRow {
  readonly row: BoardRow;
  /** 1 is the best. */
  readonly rank: number;
}

/** What one event changed on the board. */
export interface BoardChange {
  readonly event: StoredEvent;
  /** Null for a player who had no nation before. */
  readonly before: RankedRow | null;
  readonly after: RankedRow;
  /** [PRE1] True if the nation's president or their number of cultural NFTs changed. */
  readonly presidentChanged: boolean;
  /**
   * [WRK1] The stages of the nation's work that the commit completed, from 1; null if it changed
   * nothing of it.
   */
  readonly finished: readonly number[] | null;
}

export interface BoardListener {
  /** Called after the board applied an event; the board already includes it. */
  onChange(change: BoardChange): void;
  /** Called after the whole board was loaded. */
  onReload(): void;
  /** Called after the board took over a commit that no player made: no row has changed. */
  onEraEvent?(event: EraEvent): void;
}

/** A board that was never loaded is empty and belongs to no data set. */
const NO_EPOCH = epochSchema.parse('none');

/** Everything that a load replaces, as a whole. */
interface BoardState {
  readonly epoch: Epoch;
  rev: Rev;
  readonly index: RankIndex<BoardRow>;
  readonly finder: FindIndex;
  readonly nations: Readonly<Record<NationId, NationTally>>;
  readonly works: Readonly<Record<NationId, WorkTally>>;
}

export class Board {
  #state: BoardState = emptyState(NO_EPOCH, REV_ZERO);
  #loads = 0;
  readonly #waiters = new RevWaiters();
  readonly #listeners = new Set<BoardListener>();

  /**
   * Replaces the board with the contents of a snapshot: at the start, after a lost feed, for
   * another data set. Until the snapshot is read to its end the board stays as it was; no event may
   * be applied meanwhile.
   */
  async load(source: Snapshot): Promise<void> {
    const before = this.#state;
    this.#state = await readSource(source, before);
    this.#loads += 1;
    if (this.epoch === before.epoch) this.#waiters.reach(this.rev);
    else this.#waiters.abandon();
    for (const listener of this.#listeners) listener.onReload();
  }

  get epoch(): Epoch {
    return this.#state.epoch;
  }

  /** How often it was loaded: results derived from an earlier load may be of another data set. */
  get loads(): number {
    return this.#loads;
  }

  /** The last commit that the board has. */
  get rev(): Rev {
    return this.#state.rev;
  }

  /** [LB3] One row per player. */
  get count(): number {
    return this.#state.index.size;
  }

  /** Applies a commit. They come in the order of their revs; one already applied is ignored. */
  apply(commit: Commit): void {
    if (commit.rev <= this.#state.rev) return;
    if (isOfPlayer(commit)) this.#applyEvent(commit);
    else {
      this.#state.rev = commit.rev;
      for (const listener of this.#listeners) listener.onEraEvent?.(commit);
    }
    this.#waiters.reach(commit.rev);
  }

  #applyEvent(event: StoredEvent): void {
    const state = this.#state;
    const before = this.ranked(event.row.wallet);
    const row = withSeason(event, before);
    const previous = before?.row ?? null;
    state.finder.replace(state.index.put(row), previous, row);
    // [NAT3] A choice is permanent, so the previous row was of the same nation.
    const presidentChanged = state.nations[row.nationId].replace(previous, row);
    const finished = state.works[row.nationId].replace(previous, row, event.at);
    state.rev = event.rev;
    const after = { row, rank: state.index.countAbove(row) + 1 };
    for (const listener of this.#listeners) {
      listener.onChange({ event, before, after, presidentChanged, finished });
    }
  }

  /**
   * Resolves to true once the board has this commit, or to false if it doesn't in time.
   * @param gone aborted when nobody waits any more.
   */
  reached(rev: Rev, timeoutMs: number, gone?: AbortSignal): Promise<boolean> {
    if (rev <= this.rev) return Promise.resolve(true);
    return this.#waiters.wait(rev, timeoutMs, gone);
  }

  /** Calls the listener on every change from now on, until the returned function is called. */
  subscribe(listener: BoardListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The wallet's row and rank; null if it has no nation. */
  ranked(wallet: Address): RankedRow | null {
    return this.#state.index.ranked(wallet);
  }

  #allRanked(rows: readonly { readonly wallet: Address }[]): RankedRow[] {
    return rows.flatMap(({ wallet }) => this.ranked(wallet) ?? []);
  }

  /** The wallet's row in its wire format, rank included; null if it has no nation. */
  entry(wallet: Address): LeaderboardEntry | null {
    const found = this.ranked(wallet);
    return found && leaderboardEntry(found.row, found.rank, this.nation(found.row.nationId));
  }

  /** At most `limit` rows, best first, after skipping `offset` rows. */
  page(limit: number, offset: number): LeaderboardEntry[] {
    const { nations } = this.#state;
    return this.slice(limit, offset).map((row, i) =>
      leaderboardEntry(row, offset + i + 1, nations[row.nationId].totals),
    );
  }

  /** The same for one nation's rows; their ranks are those among all. */
  nationPage(nationId: NationId, limit: number, offset: number): LeaderboardEntry[] {
    const totals = this.nation(nationId);
    return this.nationSlice(nationId, limit, offset).map(({ row, rank }) =>
      leaderboardEntry(row, rank, totals),
    );
  }

  /** The same rows as the board keeps them, with their ranks. */
  nationSlice(nationId: NationId, limit: number, offset: number): RankedRow[] {
    const rest = Math.max(0, this.nation(nationId).players - offset);
    const isOfNation = (row: BoardRow) => row.nationId === nationId;
    const rows = this.#state.index.slice(offset, Math.min(limit, rest), isOfNation);
    return this.#allRanked(rows);
  }

  /**
   * The best-ranked rows whose address or name has this prefix, case-insensitively; at most
   * `limit`, best first.
   */
  find(text: string, limit: number): LeaderboardEntry[] {
    return this.#allRanked(this.#state.finder.find(text, limit)).map(({ row, rank }) =>
      leaderboardEntry(row, rank, this.nation(row.nationId)),
    );
  }

  /** All rows whose address or name has this prefix, in no order. */
  beginningWith(text: string): BoardRow[] {
    return this.#state.finder.all(text);
  }

  /** The same rows as the board keeps them. An unchanged row stays the same object. */
  slice(limit: number, offset: number): BoardRow[] {
    return this.#state.index.slice(offset, limit);
  }

  /** The wallet's row with up to `span` rows on each side; null if it has no nation. */
  around(wallet: Address, span: number): LeaderboardEntry[] | null {
    const found = this.ranked(wallet);
    if (!found) return null;
    const offset = Math.max(0, found.rank - 1 - span);
    return this.page(found.rank + span - offset, offset);
  }

  /**
   * [LB1] The rank that a wallet would have with this GDP, reached now: below everyone who already
   * has it. Also who would be passed (above it now, below it then), or would pass: at most `limit`
   * of each, best first, with their current ranks. Null for a wallet without a nation.
   */
  preview(wallet: Address, gdp: number, limit: number) {
    const found = this.ranked(wallet);
    if (!found) return null;
    const { row } = found;
    if (gdp === row.gdp) return { rank: found.rank, passes: [], passedBy: [] };
    const above = this.countAbove({ gdp, gdpOrder: Infinity, wallet });
    // Its own row is above a lower GDP, and will be gone from there.
    const rank = gdp > row.gdp ? above + 1 : above;
    return {
      rank,
      passes: this.page(Math.min(limit, found.rank - rank), rank - 1),
      passedBy: this.page(Math.min(limit, rank - found.rank), found.rank),
    };
  }

  /** [LB1] The rank that a row has, or would have in place of its wallet's own. */
  rankOf(row: BoardRow): number {
    const above = this.countAbove(row);
    const own = this.ranked(row.wallet)?.row;
    return own && compareRank(own, row) < 0 ? above : above + 1;
  }

  /** [LB1] How many rows rank above a key, which need not be one of theirs. */
  countAbove(key: RankKey): number {
    return this.#state.index.countAbove(key);
  }

  nation(nationId: NationId): NationTotals {
    return this.#state.nations[nationId].totals;
  }

  /**
   * The nation's total of works of art, and its candidates for president [PRE1], the president
   * first.
   */
  presidency(
    nationId: NationId,
    limit: number,
  ): { readonly culturalStaked: number; readonly candidates: readonly RankedRow[] } {
    const tally = this.#state.nations[nationId];
    return {
      culturalStaked: tally.culturalStaked,
      candidates: this.#allRanked(tally.candidates(limit)),
    };
  }

  /** [WRK1] */
  work(nationId: NationId): Work {
    return this.#state.works[nationId].work;
  }

  /** What the nation's players have contributed: a value that never changes. */
  contributed(nationId: NationId): ResourceUnits {
    return this.#state.works[nationId].totals;
  }

  /**
   * The rows of those who contributed the most to the nation's work, best first; at most `limit`.
   */
  contributors(nationId: NationId, limit: number): RankedRow[] {
    return this.#allRanked(this.#state.works[nationId].best(limit));
  }

  /**
   * The stages of the work, from 1, that a commit completed; empty if the board does not have it
   * yet.
   */
  finishedBy(event: StoredEvent): number[] {
    if (!isKnownEvent(event) || event.kind !== 'contributed') return [];
    const { nationId, wallet, contributed } = event.row;
    const total = contributed ? unitsIn(contributed) : 0;
    return this.#state.works[nationId].finishes.flatMap((finish, i) =>
      finish?.wallet === wallet && finish.total === total ? [i + 1] : [],
    );
  }

  /** Complete stages of the work of which the commit is not known, as after a load. */
  unexplained(nationId: NationId): number[] {
    return this.#state.works[nationId].unexplained;
  }

  /** Records which commit completed a stage. */
  explain(nationId: NationId, stage: number, finish: Finish): void {
    this.#state.works[nationId].explain(stage, finish);
  }
}

/**
 * [SEA2] The event's row with its player's figures for the weeks' race, which events don't have.
 */
function withSeason({ at, row }: StoredEvent, before: RankedRow | null): BoardRow {
  return { ...row, season: seasonAfter(before?.row.season ?? null, { at, gdp: row.gdp }) };
}

async function readSource(
  { epoch, rev, players }: Snapshot,
  before: BoardState,
): Promise<BoardState> {
  const works = byNation((nationId) =>
    epoch === before.epoch ? new WorkTally(before.works[nationId].finishes) : new WorkTally(),
  );
  const nations = byNation(() => new NationTally());
  const rows: BoardRow[] = [];
  for await (const batch of players) {
    for (const row of batch) {
      rows.push(row);
      nations[row.nationId].replace(null, row);
      works[row.nationId].replace(null, row, null);
    }
  }
  return { epoch, rev, nations, works, ...indexesOf(rows) };
}

function emptyState(epoch: Epoch, rev: Rev): BoardState {
  const nations = byNation(() => new NationTally());
  const works = byNation(() => new WorkTally());
  return { epoch, rev, nations, works, ...indexesOf([]) };
}

/** Each row's id is its position. */
function indexesOf(rows: readonly BoardRow[]): Pick<BoardState, 'index' | 'finder'> {
  const index = new RankIndex(rows);
  return { index, finder: new FindIndex(index, rows) };
}
