/**
 * The only path to the board that is shown: pushes and polls both go through the merge, and the
 * fetches that the merge asks for happen here, with backoff.
 */
import type { Epoch } from '../../common/values/ids.ts';
import { ApiError, NetworkError } from '../api/api-error.ts';
import type { LeaderboardList } from '../api/leaderboard-list.ts';
import {
  emptyBoard,
  fetchFailed,
  fetchStarted,
  hashed,
  listAnswered,
  wantsFetch,
  type Board,
  type BoardState,
} from './board-merge.ts';
import { createFrame } from './frame.ts';
import { hashAhead } from './cached-rows.ts';
import type { OnTrouble } from './live-socket.ts';

/** The first delay; each further one is twice as long, up to `maxMs`. */
const BACK_OFF = { firstMs: 100, maxMs: 10_000 };

/**
 * After a digest that differed, the delays begin again at the shortest only after this long without
 * another.
 */
const QUIET_MS = 60_000;

/** How often one poll asks again if the epoch changes during it. */
const MAX_TRIES = 3;

interface BoardFeedOptions {
  /** The list; null if it still matches `etag`. */
  readonly fetchList: (etag: string | null) => Promise<LeaderboardList | null>;
  /** The board to show, at most once a frame; it may be the one that is shown already. */
  readonly onBoard: (board: Board) => void;
  /** The server answered a request for the list. */
  readonly onList: () => void;
  /** [DIG1] A list replaced rows that a digest refuted: said at most once a minute [PRO36]. */
  readonly onCorrected: () => void;
  /** Something failed and is tried again. */
  readonly onTrouble: OnTrouble;
}

export class BoardFeed {
  readonly #options: BoardFeedOptions;
  readonly #frame = createFrame(() => this.#show());
  #state: BoardState = { ...emptyBoard(), isHashed: false };
  #isHashing = false;
  #etag: { readonly text: string | null; readonly generation: number } | null = null;
  /** Nothing is fetched until a page has shown the list for the first time. */
  #isAsked = false;
  #isStopped = false;
  /** Whether the list came with the page and was not polled yet. */
  #isPrimed = false;
  /** Whether no request for the list was answered since it came with the page. */
  #isUnconfirmed = false;
  #inFlight = 0;
  #attempts = 0;
  #refutedMs = -Infinity;
  #correctedMs = -Infinity;
  /** The delay that the server's last refusal asked for (Retry-After). */
  #askedToWaitMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: BoardFeedOptions) {
    this.#options = options;
  }

  /**
   * Takes a list that the page came with. The first poll returns it without asking; the
   * acknowledgement of the watch decides whether another is needed.
   */
  prime(list: LeaderboardList): void {
    const [state, ticket] = fetchStarted(this.#state);
    this.#to(listAnswered(state, ticket, list));
    this.#isPrimed = true;
    this.#isUnconfirmed = true;
    this.#etag = { text: list.etag, generation: this.#state.generation };
  }

  /**
   * Asks for a list that only came with the page: without a socket, only an answer tells that it is
   * current.
   */
  confirm(): void {
    if (!this.#isUnconfirmed || this.#isStopped || this.#inFlight > 0) return;
    this.#fetchAgain();
  }

  /** Applies a socket message as a step of the merge. */
  take(step: (state: BoardState) => BoardState): void {
    this.#to(step(this.#state));
    this.#arrange();
  }

  /**
   * Fetches the list, at the price of a 304 if nothing changed.
   * @throws what `fetchList` throws.
   */
  async poll(): Promise<Board> {
    this.#isAsked = true;
    const isPrimed = this.#isPrimed;
    this.#isPrimed = false;
    if (isPrimed && this.#state.board) {
      this.#arrange();
      return this.#state.board;
    }
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      await this.#fetch();
      if (this.#state.board) return this.#state.board;
    }
    throw new NetworkError('The ranking is being restored. Try again in a moment.');
  }

  /** The server's data set, as last received. */
  get epoch(): Epoch | null {
    return this.#state.epoch;
  }

  start(): void {
    this.#isStopped = false;
    this.#frame.request();
    this.#arrange();
  }

  stop(): void {
    this.#isStopped = true;
    this.#frame.cancel();
    this.#arrange();
  }

  async #fetch(): Promise<void> {
    const [state, ticket] = fetchStarted(this.#state);
    this.#to(state);
    // Unchanged is no answer for rows that turned out to be wrong.
    const cached = state.isRefuted ? null : this.#etag;
    const etag = cached?.generation === state.generation ? cached.text : null;
    this.#inFlight += 1;
    try {
      const list = await this.#options.fetchList(etag);
      this.#askedToWaitMs = 0;
      this.#isUnconfirmed = false;
      if (list) {
        this.#to(listAnswered(this.#state, ticket, list));
        const { epoch, generation } = this.#state;
        // A 304 means 'what you were sent', so send the ETag only if that data was not discarded.
        if (list.epoch === epoch) this.#etag = { text: list.etag, generation };
      } else if (ticket.owed?.until) {
        // A process that lags behind the rev that is owed has brought nothing.
        this.#to(fetchFailed(this.#state, ticket));
      }
      this.#options.onList();
    } catch (error) {
      this.#to(fetchFailed(this.#state, ticket));
      this.#askedToWaitMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
      throw error;
    } finally {
      this.#inFlight -= 1;
      this.#arrange();
    }
  }

  /** Schedules a wanted fetch: now, later, or by the request in flight. */
  #arrange(): void {
    if (this.#isStopped || !wantsFetch(this.#state)) {
      if (performance.now() - this.#refutedMs > QUIET_MS) this.#attempts = 0;
      clearTimeout(this.#timer);
      this.#timer = undefined;
      return;
    }
    if (!this.#isAsked || this.#inFlight > 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      // A poll may have begun meanwhile: its answer decides.
      if (this.#inFlight > 0) return;
      this.#attempts += 1;
      this.#fetchAgain();
    }, this.#delayMs());
  }

  #fetchAgain(): void {
    this.#fetch().catch((error: unknown) => {
      this.#options.onTrouble('The ranking could not be fetched; retrying:', error);
    });
  }

  /** Half of it is jitter, so that clients that lost the same message do not all ask together. */
  #delayMs(): number {
    const { firstMs, maxMs } = BACK_OFF;
    const fullMs = Math.min(firstMs * 2 ** this.#attempts, maxMs);
    return this.#askedToWaitMs + fullMs * (0.5 + Math.random() / 2);
  }

  #to(state: BoardState): void {
    const { board, corrections, refutations } = this.#state;
    const now = performance.now();
    this.#state = state;
    if (state.board !== board) this.#frame.request();
    if (board && state.board && state.board !== board) void this.#hash();
    if (state.refutations > refutations) this.#refutedMs = now;
    if (state.corrections > corrections && now - this.#correctedMs >= QUIET_MS) {
      this.#correctedMs = now;
      this.#options.onCorrected();
    }
  }

  /**
   * [DIG1] From the first change on, digests are compared: before it the rows are a list as the
   * server sent it, and hashing a thousand of them would delay the page's start.
   */
  async #hash(): Promise<void> {
    if (this.#isHashing) return;
    this.#isHashing = true;
    await hashAhead(this.#state.rows);
    this.take(hashed);
  }

  /** Between two epochs what is shown stays until the new list arrives. */
  #show(): void {
    const { board } = this.#state;
    if (board) this.#options.onBoard(board);
  }
}
