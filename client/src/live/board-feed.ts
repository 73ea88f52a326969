/**
 * The one path into the leaderboard's cache entry: pushes and polls both go through the merge, and
 * what the merge wants fetched is fetched here, with back-off.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { Epoch } from '../../../common/values/ids.ts';
import { ApiError, NetworkError } from '../api/api-error.ts';
import { fetchLeaderboard } from '../api/leaderboard.ts';
import { LEADERBOARD_KEY } from '../api/leaderboard-key.ts';
import {
  emptyBoard,
  fetchFailed,
  fetchStarted,
  listAnswered,
  wantsFetch,
  type Board,
  type BoardState,
} from './board-merge.ts';
import { createFrame } from './frame.ts';

export interface BackOff {
  /** The first wait; each further one is twice as long. */
  readonly firstMs: number;
  readonly maxMs: number;
}

const BACK_OFF: BackOff = { firstMs: 200, maxMs: 10_000 };

/** How often one poll asks again where the epoch changes under it. */
const MAX_TRIES = 3;

export class BoardFeed {
  readonly #queryClient: QueryClient;
  readonly #backOff: BackOff;
  readonly #onList: () => void;
  readonly #frame = createFrame(() => this.#show());
  #state: BoardState = emptyBoard();
  #etag: { readonly text: string; readonly generation: number } | null = null;
  /** Nothing is fetched before a page has shown the list for the first time. */
  #isAsked = false;
  #isStopped = false;
  #inFlight = 0;
  #attempts = 0;
  /** What the server's last refusal asked for (Retry-After). */
  #askedToWaitMs = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** @param onList told of every answer of the server to a request for the list. */
  constructor(queryClient: QueryClient, onList: () => void, backOff: BackOff = BACK_OFF) {
    this.#queryClient = queryClient;
    this.#onList = onList;
    this.#backOff = backOff;
    // The merge shares unchanged rows itself; comparing a thousand of them again gains nothing.
    queryClient.setQueryDefaults(LEADERBOARD_KEY, { structuralSharing: false });
  }

  /** What the socket told, as a step of the merge. */
  take(step: (state: BoardState) => BoardState): void {
    this.#to(step(this.#state));
    this.#arrange();
  }

  /**
   * Asks the server for the list, at the price of a 304 where nothing changed.
   * @throws what `fetchLeaderboard` throws.
   */
  async poll(): Promise<Board> {
    this.#isAsked = true;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      await this.#fetch();
      if (this.#state.board) return this.#state.board;
    }
    throw new NetworkError('The ranking is being restored. Try again in a moment.');
  }

  /** The data set that the server was last heard to be of. */
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
    const etag = this.#etag?.generation === state.generation ? this.#etag.text : null;
    this.#inFlight += 1;
    try {
      const list = await fetchLeaderboard(etag);
      this.#askedToWaitMs = 0;
      if (list) {
        this.#to(listAnswered(this.#state, ticket, list));
        const { epoch, generation } = this.#state;
        // A 304 says 'what you were sent': it may only be asked for where that was not discarded.
        if (list.etag !== null && list.epoch === epoch) {
          this.#etag = { text: list.etag, generation };
        }
      }
      this.#onList();
    } catch (error) {
      this.#to(fetchFailed(this.#state, ticket));
      this.#askedToWaitMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
      throw error;
    } finally {
      this.#inFlight -= 1;
      this.#arrange();
    }
  }

  /** Sees to it that a wanted fetch happens: now, later, or by the request that is under way. */
  #arrange(): void {
    if (this.#isStopped || !wantsFetch(this.#state)) {
      this.#attempts = 0;
      if (this.#timer !== null) clearTimeout(this.#timer);
      this.#timer = null;
      return;
    }
    if (!this.#isAsked || this.#inFlight > 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#attempts += 1;
      this.#fetch().catch((error: unknown) => {
        console.warn('The ranking could not be fetched; it is tried again:', error);
      });
    }, this.#delayMs());
  }

  /** Half of it by chance, so that clients which lost the same message do not ask all at once. */
  #delayMs(): number {
    const { firstMs, maxMs } = this.#backOff;
    const fullMs = this.#attempts === 0 ? firstMs / 2 : firstMs * 2 ** this.#attempts;
    return this.#askedToWaitMs + Math.min(fullMs, maxMs) * (0.5 + Math.random() / 2);
  }

  #to(state: BoardState): void {
    const shown = this.#state.board;
    this.#state = state;
    if (state.board !== shown) this.#frame.request();
  }

  /** Between two epochs the pages keep what they show until the new list is there. */
  #show(): void {
    const { board } = this.#state;
    if (!board || this.#queryClient.getQueryData(LEADERBOARD_KEY) === board) return;
    this.#queryClient.setQueryData(LEADERBOARD_KEY, board);
  }
}
