/**
 * What must be pushed to those who watch: what changed in the first rows of the board, in the
 * nations' totals, presidents and works and in watched wallets' own rows since the last take, and
 * the digest of the first rows.
 *
 * A row counts as changed if it changed at any moment since the last take, even if it is now as it
 * was then: a list may have been fetched in between. For the same reason a player who entered the
 * first rows and left them again is reported as having left.
 */
import type { LeaderboardEntry } from '../../common/protocol/leaderboard.ts';
import { LIVE_ROWS } from '../../common/protocol/live-rows.ts';
import type { Address } from '../../common/values/address.ts';
import {
  addDigest,
  digestText,
  EMPTY_DIGEST,
  rowDigest,
  type DigestSum,
} from '../../common/values/board-digest.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import { NATION_IDS, type NationId } from '../../common/values/nations.ts';
import { isKnownEvent } from '../../common/values/stored-event.ts';
import type { Board, BoardChange, BoardListener } from './board.ts';
import { entryDiffers, gameEvent, leaderboardEntry } from './entry.ts';
import { WatchedWallets } from './watched-wallets.ts';

/**
 * An event that moved its nation's GDP or work, as it is sent, with its wallet's rank before and
 * after.
 */
export type MovingEvent = NonNullable<ReturnType<typeof movingEvent>>;

/** What happened to one nation, with its rows' current values. */
export interface NationChange {
  readonly nationId: NationId;
  /** Its rows within the first ones that changed or entered, best first. */
  readonly changed: readonly LeaderboardEntry[];
  /** The wallets that are no longer within the first ones. */
  readonly left: readonly Address[];
  readonly hasNewPresident: boolean;
  /** [WRK1] */
  readonly hasNewWork: boolean;
}

export interface WindowChanges {
  /** Those to which anything happened. */
  readonly nations: readonly NationChange[];
  /** Of all nations, in commit order. An event of an unknown kind is not among them. */
  readonly events: readonly MovingEvent[];
  /** The watched wallets whose own row changed. */
  readonly wallets: ReadonlySet<Address>;
}

/** What happened to one nation since the last take. */
interface Pending {
  readonly rows: Set<Address>;
  newPresident: boolean;
  newWork: boolean;
}

export class LiveWindow implements BoardListener {
  readonly #board: Board;
  readonly #size: number;
  readonly #watched = new WatchedWallets();
  readonly #unsubscribe: () => void;
  #pending = new Map<NationId, Pending>();
  #events: MovingEvent[] = [];
  /** A row that doesn't change stays the same object: between two ticks nearly all of them do. */
  readonly #digests = new WeakMap<BoardRow, DigestSum>();

  /**
   * Follows the board from its present rev on. `size`: how many rows, from the top, are watched.
   */
  constructor(board: Board, size = LIVE_ROWS) {
    this.#board = board;
    this.#size = size;
    this.#unsubscribe = board.subscribe(this);
  }

  close(): void {
    this.#unsubscribe();
  }

  watch(wallet: Address): void {
    this.#watched.add(wallet, this.#board.ranked(wallet)?.row ?? null);
  }

  /** @param name any text: if it is no watched wallet, nothing happens. */
  unwatch(name: string): void {
    this.#watched.delete(name);
  }

  watchedWallets(): readonly Address[] {
    return this.#watched.wallets();
  }

  /** The watched wallets among these names. */
  watchedAmong(names: Iterable<string>): Address[] {
    return [...names].flatMap((name) => this.#watched.named(name) ?? []);
  }

  onChange(change: BoardChange): void {
    const { before, after, presidentChanged, finished } = change;
    const workChanged = finished !== null;
    const { row } = after;
    const wasIn = before !== null && before.rank <= this.#size;
    const isIn = after.rank <= this.#size;
    if (wasIn || isIn) this.#noteRow(change, wasIn, isIn);
    const movesGdp = !before || row.gdp !== before.row.gdp;
    if (movesGdp || presidentChanged || workChanged) {
      const pending = this.#pendingOf(row.nationId);
      pending.newPresident ||= presidentChanged;
      pending.newWork ||= workChanged;
    }
    const event = movesGdp || workChanged ? movingEvent(change) : null;
    if (event) this.#events.push(event);
    this.#watched.note(change);
  }

  onReload(): void {
    this.#pending = new Map();
    this.#events = [];
    this.#watched.reload((wallet) => this.#board.ranked(wallet)?.row ?? null);
  }

  /** Returns all changes since the last call, with their current values, and clears them. */
  take(): WindowChanges {
    const [pending, events] = [this.#pending, this.#events];
    this.#pending = new Map();
    this.#events = [];
    const nations = NATION_IDS.flatMap((nationId) => {
      const nation = pending.get(nationId);
      if (!nation) return [];
      const { rows, newPresident, newWork } = nation;
      const rest = { hasNewPresident: newPresident, hasNewWork: newWork };
      return [{ nationId, ...this.#listChange(rows), ...rest }];
    });
    return { nations, events, wallets: this.#watched.take() };
  }

  /** [DIG1] Of the first rows at the board's rev. */
  digest(): string {
    const rows = this.#board.slice(this.#size, 0);
    return digestText(rows.reduce((sum, row) => addDigest(sum, this.#digestOf(row)), EMPTY_DIGEST));
  }

  #digestOf(row: BoardRow): DigestSum {
    const known = this.#digests.get(row);
    if (known) return known;
    const digest = rowDigest(leaderboardEntry(row, 0, this.#board.nation(row.nationId)));
    this.#digests.set(row, digest);
    return digest;
  }

  /**
   * Records a row within the window, and the one that it pushed out or let in at the window's end.
   */
  #noteRow({ before, after }: BoardChange, wasIn: boolean, isIn: boolean): void {
    const { row } = after;
    if (!before || entryDiffers(before.row, row))
      this.#pendingOf(row.nationId).rows.add(row.wallet);
    if (wasIn === isIn) return;
    const [other] = this.#board.slice(1, isIn ? this.#size : this.#size - 1);
    if (other) this.#pendingOf(other.nationId).rows.add(other.wallet);
  }

  #pendingOf(nationId: NationId): Pending {
    const known = this.#pending.get(nationId);
    if (known) return known;
    const pending = { rows: new Set<Address>(), newPresident: false, newWork: false };
    this.#pending.set(nationId, pending);
    return pending;
  }

  #listChange(wallets: Iterable<Address>): Pick<NationChange, 'changed' | 'left'> {
    const changed: LeaderboardEntry[] = [];
    const left: Address[] = [];
    for (const wallet of wallets) {
      const entry = this.#shownEntry(wallet);
      if (entry) changed.push(entry);
      else left.push(wallet);
    }
    return { changed: changed.toSorted((a, b) => a.rank - b.rank), left };
  }

  #shownEntry(wallet: Address): LeaderboardEntry | null {
    const entry = this.#board.entry(wallet);
    return entry && entry.rank <= this.#size ? entry : null;
  }
}

function movingEvent({ event, before, after, finished }: BoardChange) {
  if (!isKnownEvent(event)) return null;
  return {
    ...gameEvent(event, finished ?? []),
    rankBefore: before?.rank ?? null,
    rankAfter: after.rank,
  };
}
