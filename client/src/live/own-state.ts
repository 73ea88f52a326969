/**
 * The page's own wallet state from every source: pushes, the list and answers about the player,
 * from processes that lag by different amounts. Each source carries its rev; the newest is shown.
 */
import type { Query, QueryClient } from '@tanstack/react-query';
import { isOlder, revisionOf, type Revision } from '../../../client-kit/api/revision.ts';
import type { Board } from '../../../client-kit/live/board-merge.ts';
import type { LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import { LIVE_ROWS } from '../../../common/protocol/live-rows.ts';
import type { PlayerMessage } from '../../../common/protocol/live.ts';
import type { PlayerNationView } from '../../../common/protocol/player-nation.ts';
import type { Address } from '../../../common/values/address.ts';
import { EVENTS_KEY } from '../api/events.ts';
import { standingOf, withStanding } from '../api/cached-player.ts';
import { LEADERBOARD_KEY } from '../api/query-client.ts';
import { playerNationQuery } from '../api/player-nation.ts';

/** A row and its rev. */
interface OwnRow extends Revision {
  readonly row: LeaderboardEntry;
}

/** Queries of one wallet's own state, by the first part of their keys. */
const OWN_STATE = new Set<unknown>(['/api/player-nation', '/api/dena/stakes', '/api/territory']);
/**
 * Queries of any wallet: those, and the public pages. A player who is missing from a new data
 * set was never in it.
 */
const OF_WALLETS = new Set<unknown>([...OWN_STATE, '/api/players', '/api/leaderboard/around']);

/** The delay before asking again a process that has not reached the new epoch. */
const EPOCH_RETRY_MS = 1000;
/**
 * A command of this page refetches what it changed. Changes from elsewhere (another tab, a stake
 * that ended as unbacked) show up in the row's figures and are refetched after this delay.
 */
const OUTDATED_MS = 1000;

interface OwnStateOptions {
  /** The server's data set, as last received. */
  readonly epoch: () => string | null;
  readonly onChange: () => void;
}

export class OwnState {
  readonly #queryClient: QueryClient;
  readonly #options: OwnStateOptions;
  #walletAddress: Address | null = null;
  /** The newest known own row. */
  #own: OwnRow | null = null;
  /** The last board shown. */
  #board: Board | null = null;
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  #stopCache: (() => void) | null = null;

  constructor(queryClient: QueryClient, options: OwnStateOptions) {
    this.#queryClient = queryClient;
    this.#options = options;
  }

  start(): void {
    this.#stopCache = this.#queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success') return;
      const { queryKey } = event.query;
      if (queryKey.length === 1 && queryKey[0] === LEADERBOARD_KEY[0]) this.#takeBoard();
      else if (OF_WALLETS.has(queryKey[0])) this.#onEpoch(event.query);
      if (!event.action.manual) this.#takePlayer();
    });
  }

  stop(): void {
    this.#stopCache?.();
    this.#stopCache = null;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  setWallet(walletAddress: Address | null): void {
    this.#walletAddress = walletAddress;
    this.#own = null;
    this.#takeListed();
  }

  /**
   * The own row, as new as any source has it; null if none has one, or the wallet has no nation.
   */
  get row(): LeaderboardEntry | null {
    return this.#own?.row ?? null;
  }

  /** The row's data set; undefined if there is no row. */
  get epoch(): string | undefined {
    return this.#own?.epoch;
  }

  pushed(message: PlayerMessage): void {
    const { epoch, rev, row } = message;
    if (row) this.#offer({ epoch, rev, row });
    else if (this.#own && !isOlder(message, this.#own)) this.#setOwn(null);
  }

  /** Takes the board just shown: it may contain the own row, and may be of a new epoch. */
  #takeBoard(): void {
    const before = this.#board;
    this.#board = this.#queryClient.getQueryData<Board>(LEADERBOARD_KEY) ?? null;
    if (this.#board === before) return;
    if (before && this.#board && before.epoch !== this.#board.epoch) this.#startOver();
    this.#takeListed();
  }

  #takeListed(): void {
    const board = this.#board;
    if (!board) return;
    const { epoch, rev, rows } = board;
    const row = rows.find(({ walletAddress }) => walletAddress === this.#walletAddress);
    if (row) this.#offer({ epoch, rev, row });
    else if (this.#own && this.#own.row.rank <= LIVE_ROWS) {
      // The row was within these, and has dropped below them.
      if (isOlder(this.#own, board)) this.#setOwn(null);
    }
  }

  /** An answer about the player may be newer than their row, or older and needs correcting. */
  #takePlayer(): void {
    const player = this.#player();
    const revision = revisionOf(player);
    const own = this.#own;
    if (player && own && revision && isOlder(own, revision)) {
      const { gdp, rank } = player.playerNation;
      const { perHour: _perHour, settledAt: _settledAt, ...resources } = player.resources;
      this.#setOwn({ ...revision, row: { ...own.row, gdp, rank, resources } });
    }
    this.#mergeOwnRow();
  }

  /** Takes a row unless it is older than the current one. */
  #offer(own: OwnRow): void {
    if (own.row.walletAddress !== this.#walletAddress) return;
    if (this.#own && isOlder(own, this.#own)) return;
    // Of two epochs, the board's own wins.
    if (this.#own && own.epoch !== this.#own.epoch && this.#own.epoch === this.#options.epoch())
      return;
    const before = this.#own;
    this.#setOwn(own);
    this.#mergeOwnRow();
    const hasCommitted =
      before?.epoch === own.epoch &&
      (before.row.gdp !== own.row.gdp || before.row.denaHoldings !== own.row.denaHoldings);
    if (hasCommitted) this.#readOutdated(own);
  }

  /** Refetches cached wallet state that is older than this row. */
  #readOutdated(own: OwnRow): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#queryClient.invalidateQueries({
        predicate: ({ queryKey, state }) => {
          const revision = OWN_STATE.has(queryKey[0]) ? revisionOf(state.data) : undefined;
          return revision !== undefined && isOlder(revision, own);
        },
      });
    }, OUTDATED_MS);
    this.#timers.add(timer);
  }

  #setOwn(own: OwnRow | null): void {
    this.#own = own;
    this.#options.onChange();
  }

  #player(): PlayerNationView | null | undefined {
    if (this.#walletAddress === null) return undefined;
    return this.#queryClient.getQueryData(playerNationQuery(this.#walletAddress).queryKey);
  }

  /** Merges the GDP and rank of the own row into the dashboard's cache entry. */
  #mergeOwnRow(): void {
    const own = this.#own;
    const player = this.#player();
    if (!own || player === undefined) return;
    const { queryKey } = playerNationQuery(own.row.walletAddress);
    if (player === null) {
      // A nation was chosen elsewhere, perhaps in another tab.
      void this.#queryClient.invalidateQueries({ queryKey });
      return;
    }
    const { epoch, rev, row } = own;
    const { gdp, rank } = row;
    const last = standingOf(player);
    const isKnown =
      last?.epoch === epoch && last.rev === rev && last.gdp === gdp && last.rank === rank;
    if (isKnown || isOlder(own, revisionOf(player))) return;
    this.#queryClient.setQueryData(queryKey, withStanding(player, { epoch, rev, gdp, rank }));
  }

  /** A new epoch: the state of all wallets and all events are invalid. */
  #startOver(): void {
    if (this.#own?.epoch !== this.#board?.epoch) this.#setOwn(null);
    void this.#queryClient.resetQueries({
      predicate: ({ queryKey }) => OF_WALLETS.has(queryKey[0]),
    });
    void this.#queryClient.invalidateQueries({ queryKey: EVENTS_KEY });
  }

  /**
   * An answer of a different epoch than the board's: one of the two is behind, so it is fetched
   * again.
   */
  #onEpoch({ queryKey, state }: Query): void {
    const isOfAnother = (answer: unknown) => {
      const epoch = revisionOf(answer)?.epoch;
      return epoch !== undefined && this.#board !== null && epoch !== this.#board.epoch;
    };
    if (!isOfAnother(state.data)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (!isOfAnother(this.#queryClient.getQueryData(queryKey))) return;
      void this.#queryClient.invalidateQueries({ queryKey });
    }, EPOCH_RETRY_MS);
    this.#timers.add(timer);
  }
}
