/**
 * What must be pushed to those who watch: what changed in the first rows of the board, in the nations'
 * totals and in watched wallets' own rows since the last take. The cost depends on what changed, not on
 * what is shown.
 *
 * A row counts as changed if it changed at any moment since the last take, even if it is now as it was
 * then: a list may have been fetched in between. For the same reason a player who entered the first rows
 * and left them again is reported as having left.
 */
import type { LeaderboardEntry } from '../../common/protocol/leaderboard.ts';
import { LIVE_ROWS } from '../../common/protocol/live-rows.ts';
import type { GdpMessage, LeaderboardMessage } from '../../common/protocol/live.ts';
import type { Address } from '../../common/values/address.ts';
import { isKnownEvent, type KnownEvent } from '../../common/values/stored-event.ts';
import { byNation, NATION_IDS, type NationId } from '../../common/values/nations.ts';
import type { Board, BoardChange, BoardListener } from './board.ts';
import { entryDiffers } from './entry.ts';
import { WatchedWallets } from './watched-wallets.ts';

/** The causes in one message: some 15 kB, however many commits a tick has. */
const CAUSES_TOLD = 40;
const CAUSE_STAKES = 20;
/** Moves among these ranks are sent before larger ones below. */
const TOP_RANKS = 10;

/** An event that moved a nation's GDP, by `delta` dollars, or its work, with everything that is sent of it. */
export type Cause = Required<GdpMessage['causes'][number]>;

/** One nation's rows within the first ones: those that changed or entered, and who left. */
export type ListChange = Pick<LeaderboardMessage, 'changed' | 'left'>;

export interface NationChange {
  readonly nationId: NationId;
  /**
   * Null if neither the nation's rows nor its president changed; the rows may be unchanged if only the
   * president did.
   */
  readonly list: ListChange | null;
  /** What moved the nation's GDP and its work, in order; null if these and its president are unchanged. */
  readonly causes: readonly Cause[] | null;
  /** [WRK1] True if the nation's work changed. */
  readonly hasNewWork: boolean;
  /** How many causes were left out of the message. */
  readonly causesLeftOut: number;
}

export interface WindowChanges {
  readonly nations: readonly NationChange[];
  /** The watched wallets whose own row changed. */
  readonly wallets: ReadonlySet<Address>;
}

/** What happened to one nation since the last take. */
interface Pending {
  readonly rows: Set<Address>;
  readonly causes: Cause[];
  newPresident: boolean;
  newWork: boolean;
  /** True if an event of an unknown kind changed the totals: there is no cause to send. */
  otherTotals: boolean;
}

const nothingYet = (): Pending => ({
  rows: new Set(),
  causes: [],
  newPresident: false,
  newWork: false,
  otherTotals: false,
});

export class LiveWindow implements BoardListener {
  readonly #board: Board;
  readonly #size: number;
  readonly #watched = new WatchedWallets();
  readonly #unsubscribe: () => void;
  #pending = byNation(nothingYet);

  /** Follows the board from its present rev on. `size`: how many rows, from the top, are watched. */
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

  unwatch(wallet: Address): void {
    this.#watched.delete(wallet);
  }

  watchedWallets(): Iterable<Address> {
    return this.#watched.wallets();
  }

  onChange(change: BoardChange): void {
    const { event, before, after, presidentChanged } = change;
    const { row } = after;
    const wasIn = before !== null && before.rank <= this.#size;
    const isIn = after.rank <= this.#size;
    if (wasIn || isIn) this.#noteRow(change, wasIn, isIn);
    const delta = row.gdp - (before?.row.gdp ?? 0);
    if (change.workChanged) this.#pending[row.nationId].newWork = true;
    if (delta !== 0 || !before || change.workChanged) {
      const pending = this.#pending[row.nationId];
      if (!isKnownEvent(event)) pending.otherTotals = true;
      else pending.causes.push(causeOf(event, delta, change));
    }
    if (presidentChanged) this.#pending[row.nationId].newPresident = true;
    this.#watched.note(change);
  }

  onReload(): void {
    this.#pending = byNation(nothingYet);
    this.#watched.reload((wallet) => this.#board.ranked(wallet)?.row ?? null);
  }

  /** Returns all changes since the last call, with their current values, and clears them. */
  take(): WindowChanges {
    const pending = this.#pending;
    this.#pending = byNation(nothingYet);
    const nations: NationChange[] = [];
    for (const nationId of NATION_IDS) {
      const { rows, causes, newPresident, newWork, otherTotals } = pending[nationId];
      const tellsGdp = causes.length > 0 || newPresident || otherTotals;
      if (rows.size === 0 && !tellsGdp) continue;
      const told = tellableCauses(causes);
      nations.push({
        nationId,
        list: rows.size > 0 || newPresident ? this.#listChange(rows) : null,
        causes: tellsGdp ? told : null,
        causesLeftOut: causes.length - told.length,
        hasNewWork: newWork,
      });
    }
    return { nations, wallets: this.#watched.take() };
  }

  /** Records a row within the window, and the one that it pushed out or let in at the window's end. */
  #noteRow({ before, after }: BoardChange, wasIn: boolean, isIn: boolean): void {
    if (wasIn !== isIn || !before || entryDiffers(before.row, after.row)) {
      this.#pending[after.row.nationId].rows.add(after.row.wallet);
    }
    if (wasIn === isIn) return;
    const other = this.#board.rowAt(isIn ? this.#size + 1 : this.#size);
    if (other) this.#pending[other.nationId].rows.add(other.wallet);
  }

  #listChange(wallets: Iterable<Address>): ListChange {
    const changed: LeaderboardEntry[] = [];
    const left: Address[] = [];
    for (const wallet of wallets) {
      const entry = this.#board.entry(wallet);
      if (entry && entry.rank <= this.#size) changed.push(entry);
      else left.push(wallet);
    }
    return { changed: changed.toSorted((a, b) => a.rank - b.rank), left };
  }
}

function causeOf(
  { rev, at, kind, detail, row }: KnownEvent,
  delta: number,
  { before, after, finished }: Pick<BoardChange, 'before' | 'after' | 'finished'>,
): Cause {
  return {
    id: rev,
    at: new Date(at).toISOString(),
    kind,
    walletAddress: row.wallet,
    name: row.name,
    delta,
    detail: finished.length > 0 ? { ...detail, finished: [...finished] } : detail,
    rankBefore: before?.rank ?? null,
    rankAfter: after.rank,
  };
}

/**
 * As many causes as fit into one message, in order: those that moved somebody within or into the first ten,
 * the completed stages of works, then the largest ones. A cause with more stakes than a message should list is left out.
 */
function tellableCauses(causes: readonly Cause[]): readonly Cause[] {
  const short = causes.filter(({ detail }) => (detail.stakeIds?.length ?? 0) <= CAUSE_STAKES);
  if (short.length <= CAUSES_TOLD) return short;
  const told = new Set(short.toSorted((a, b) => weightOf(b) - weightOf(a)).slice(0, CAUSES_TOLD));
  return short.filter((cause) => told.has(cause));
}

function weightOf({ rankBefore, rankAfter, delta, detail }: Cause): number {
  if (detail.finished) return Number.MAX_VALUE;
  const best = Math.min(rankBefore ?? Infinity, rankAfter);
  return best <= TOP_RANKS && rankBefore !== rankAfter ? Number.MAX_VALUE : Math.abs(delta);
}
