/**
 * The live board of a client: pushed where the server's socket can be opened, otherwise polled,
 * with one merge.
 */
import { leaderboardAroundCall, type LeaderboardEntry } from '../common/protocol/leaderboard.ts';
import type { TickEvent, WatchingMessage } from '../common/protocol/live.ts';
import type { Status } from '../common/protocol/status.ts';
import { addressSchema, type Address } from '../common/values/address.ts';
import type { NationId } from '../common/values/nations.ts';
import type { ApiClient } from './api/api-client.ts';
import { ApiError, isRefusedAs } from './api/api-error.ts';
import { fetchLeaderboard } from './api/leaderboard-list.ts';
import { isOlder, revisionOf, type Revision } from './api/revision.ts';
import type { Board } from './live/board-merge.ts';
import { LiveGame, type TotalsByNation } from './live/live-game.ts';
import type { LiveStatus } from './live/live-status.ts';

export interface WatchOptions {
  /**
   * Whose rows and events are handed on; everyone's if it is left out. Ranks are always among all
   * players.
   */
  readonly nations?: 'all' | readonly NationId[];
  /** Whose own row is followed, wherever in the ranking it is. */
  readonly walletAddress?: string;
}

/** Every function is optional. What one of them throws is not caught. */
export interface WatchListener {
  /**
   * The board at a new rev, at most 60 times a second: exactly GET /api/leaderboard at that rev.
   */
  readonly onBoard?: (board: Board) => void;
  /**
   * What players did, in commit order, while the status is `live`.
   * @param isComplete false: GET /api/events has more than arrived, as after a lost connection.
   */
  readonly onEvents?: (events: readonly TickEvent[], isComplete: boolean) => void;
  /** The own row, whenever it reads differently; null: it has no nation. */
  readonly onPlayer?: (row: LeaderboardEntry | null) => void;
  /**
   * `connecting` at first; `live`: pushed, and polled after 10 s of silence; `polling`: every 10 s,
   * since the socket is down, or closed to pages of other origins; `reconnecting`: neither works,
   * and the board is that of before.
   */
  readonly onStatus?: (status: LiveStatus) => void;
  /** How many people watch [WAT1], while the status is `live`. */
  readonly onViewers?: (viewers: WatchingMessage) => void;
  /**
   * Whether operators have paused the game, and their notice, while the status is `live` [PRO40].
   */
  readonly onOperators?: (status: Status) => void;
  /**
   * Something failed, and is tried again; of a version that the server no longer serves: update the
   * package.
   */
  readonly onError?: (error: Error) => void;
}

const POLL_INTERVAL_MS = 10_000;

export class Watching {
  readonly #api: ApiClient;
  readonly #listener: WatchListener;
  readonly #game: LiveGame;
  readonly #isForeign: boolean;
  readonly #nations: readonly NationId[] | null;
  readonly #walletAddress: Address | null;
  /** Aborts what is in flight when this is closed. */
  readonly #end = new AbortController();
  #board: Board | null = null;
  #own: { readonly row: LeaderboardEntry | null; readonly revision: Revision } | null = null;
  #status: LiveStatus = 'connecting';
  /** Whether the last poll was answered; null: there was none since the socket went down. */
  #isAnswered: boolean | null = null;
  #isPolling = false;
  #wasLive = false;
  /** When the last tick arrived, by `performance.now()`. */
  #heardAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @throws ZodError if the wallet is no address. */
  constructor(
    api: ApiClient,
    { nations = 'all', walletAddress }: WatchOptions,
    listener: WatchListener,
  ) {
    this.#api = api;
    this.#listener = listener;
    this.#isForeign = isForeignPage(api.origin);
    this.#nations = nations === 'all' ? null : nations;
    this.#walletAddress = walletAddress === undefined ? null : addressSchema.parse(walletAddress);
    this.#game = new LiveGame({
      origin: api.origin,
      isPolled: this.#isForeign,
      fetchList: (etag) => fetchLeaderboard(api, etag, this.#end.signal),
      listener: {
        onBoard: (board) => this.#show(board),
        onStatus: () => this.#arrange(),
        onEpoch: () => undefined,
        onTick: ({ events }, _, isMissing) => {
          this.#heardAt = performance.now();
          const shown = events.filter(({ nationId }) => this.#isShown(nationId));
          if (shown.length === 0 && !isMissing) return;
          this.#notify(({ onEvents }) => onEvents?.(shown, !isMissing));
        },
        onPlayer: ({ row, epoch, rev }) => this.#offer(row, { epoch, rev }),
        onWatching: (viewers) => this.#notify(({ onViewers }) => onViewers?.(viewers)),
        onOperators: (status) => this.#notify(({ onOperators }) => onOperators?.(status)),
        onUp: () => undefined,
        onDown: () => undefined,
        onTooOld: () => this.#fail('The server no longer serves this version of @denaria/client.'),
        onTrouble: (what, cause) => this.#fail(`${what} ${String(cause)}`, cause),
      },
    });
    this.#game.setWallet(this.#walletAddress);
    this.#game.start();
    // What is pushed is merged into a list that was asked for.
    void this.#poll();
  }

  /** The last board that was handed to `onBoard`; null before the first. */
  get board(): Board | null {
    return this.#board;
  }

  get status(): LiveStatus {
    return this.#status;
  }

  /**
   * Each nation's GDP, players and president as last pushed; those without a push yet are left out.
   */
  get nations(): TotalsByNation {
    return this.#game.totals();
  }

  /** Ends the connection and what is in flight: nothing is called any more, and Node can exit. */
  close(): void {
    this.#end.abort();
    clearTimeout(this.#timer);
    this.#game.stop();
  }

  #isShown(nationId: NationId): boolean {
    return this.#nations?.includes(nationId) ?? true;
  }

  #show({ epoch, rev, ...board }: Board): void {
    // Nobody leaves the game, so the larger count is the newer one.
    const totalCount = Math.max(board.totalCount, this.#game.playerCount());
    const last = this.#board;
    if (last?.epoch === epoch && last.rev === rev && last.totalCount === totalCount) return;
    const rows = board.rows.filter(({ nationId }) => this.#isShown(nationId));
    const next = { epoch, rev, rows, totalCount };
    this.#board = next;
    this.#notify(({ onBoard }) => onBoard?.(next));
  }

  /** Takes the own row, unless a newer one is known; of two epochs the board's own wins. */
  #offer(row: LeaderboardEntry | null, revision: Revision): void {
    const last = this.#own;
    if (last) {
      if (isOlder(revision, last.revision)) return;
      const { epoch } = last.revision;
      if (revision.epoch !== epoch && epoch === this.#game.epoch()) return;
    }
    this.#own = { row, revision };
    if (last && JSON.stringify(last.row) === JSON.stringify(row)) return;
    this.#notify(({ onPlayer }) => onPlayer?.(row));
  }

  /** Says the status, and polls while nothing is pushed. */
  #arrange(): void {
    const isLive = this.#game.status() === 'live';
    if (isLive) this.#isAnswered = null;
    if (isLive !== this.#wasLive) {
      this.#wasLive = isLive;
      clearTimeout(this.#timer);
      this.#timer = undefined;
    }
    // When it is lost, not at the same moment as all others that have lost the server.
    this.#pollIn(isLive ? POLL_INTERVAL_MS : Math.random() * 1000);
    const next = this.#statusNow();
    if (next === this.#status) return;
    this.#status = next;
    this.#notify(({ onStatus }) => onStatus?.(next));
  }

  #statusNow(): LiveStatus {
    const status = this.#game.status();
    const isExpected = status === 'live' || (status === 'connecting' && !this.#isForeign);
    if (isExpected || this.#isAnswered === null) return status;
    return this.#isAnswered ? 'polling' : 'reconnecting';
  }

  #pollIn(ms: number): void {
    if (this.#isPolling || this.#end.signal.aborted) return;
    this.#timer ??= setTimeout(() => void this.#poll(), ms);
  }

  async #poll(): Promise<void> {
    this.#timer = undefined;
    // A connection may be dead for 45 s before its pings tell: one that is silent is polled beside.
    const silentMs = performance.now() - this.#heardAt;
    if (this.#wasLive && silentMs < POLL_INTERVAL_MS) {
      this.#pollIn(POLL_INTERVAL_MS - silentMs);
      return;
    }
    this.#isPolling = true;
    let pauseMs = POLL_INTERVAL_MS;
    try {
      await this.#game.poll();
      await this.#pollOwn();
      this.#isAnswered = true;
    } catch (error) {
      this.#isAnswered = false;
      if (error instanceof ApiError) pauseMs = Math.max(pauseMs, error.retryAfterMs ?? 0);
      this.#fail(`The ranking could not be polled: ${String(error)}`, error);
    }
    this.#isPolling = false;
    this.#pollIn(pauseMs);
    this.#arrange();
  }

  async #pollOwn(): Promise<void> {
    if (this.#walletAddress === null || this.#game.status() === 'live') return;
    const params = { walletAddress: this.#walletAddress };
    const { signal } = this.#end;
    try {
      const options = { params, query: { span: '0' }, signal };
      const rows = await this.#api.request(leaderboardAroundCall, options);
      const revision = revisionOf(rows);
      if (revision) this.#offer(rows[0] ?? null, revision);
    } catch (error) {
      if (!isRefusedAs(error, 'no-such-player')) throw error;
      // Nobody leaves the game: this answers an earlier request if a row is known.
      if (!this.#own && this.#board) this.#offer(null, this.#board);
    }
  }

  #fail(message: string, cause?: unknown): void {
    this.#notify(({ onError }) => onError?.(new Error(message, { cause })));
  }

  /** What the listener throws is its own, and stops nothing here. */
  #notify(call: (listener: WatchListener) => void): void {
    if (this.#end.signal.aborted) return;
    try {
      call(this.#listener);
    } catch (error) {
      setTimeout(() => {
        throw error;
      });
    }
  }
}

/**
 * [PRO39] Whether this is a page, or a worker, of another origin: the server refuses its socket.
 */
function isForeignPage(server: string): boolean {
  return typeof origin === 'string' && origin !== server;
}
