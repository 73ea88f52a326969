/**
 * Outgoing changes: coalesced into one flush per tick and turned into messages, each addressed to its room.
 * Delivering a message to a room is the live server's job.
 */
import type { SentMessages } from '../../../common/protocol/live.ts';
import type { Address } from '../../../common/values/address.ts';
import type { Rev } from '../../../common/values/ids.ts';
import { byNation, NATION_IDS, type NationId } from '../../../common/values/nations.ts';
import type { Board } from '../../leaderboard/board.ts';
import type { LiveWindow, NationChange } from '../../leaderboard/window.ts';
import { nationRoom, walletRoom } from '../sockets/rooms.ts';
import { gdpMessage, playerMessage } from './messages.ts';

/**
 * Runs a function soon after it is requested, at most once per tick: immediately after a quiet tick,
 * otherwise at the end of the tick. Without a request nothing runs.
 */
export class Ticker {
  readonly #tickMs: number;
  readonly #run: () => void;
  #timer: NodeJS.Timeout | null = null;
  #ranAt = Number.NEGATIVE_INFINITY;

  constructor(tickMs: number, run: () => void) {
    this.#tickMs = tickMs;
    this.#run = run;
  }

  request(): void {
    if (this.#timer) return;
    const waitMs = Math.max(0, this.#ranAt + this.#tickMs - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#ranAt = performance.now();
      this.#run();
    }, waitMs);
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

/** Delivers messages to rooms. */
export type Outlet = {
  readonly [Name in 'leaderboard' | 'gdp' | 'player']: (
    room: string,
    message: SentMessages[Name],
  ) => void;
};

/**
 * The stream of messages from the board's window to the rooms.
 *
 * Every nation's `leaderboard` messages form a chain: each one's `since` is the rev of the previous one,
 * however many commits of other nations lie between, and it contains every change to the nation's rows
 * after `since`. So a client whose rows are at any rev from `since` on may apply it, and one that missed a
 * message sees the gap.
 */
export class LiveFeed {
  readonly #board: Board;
  readonly #window: LiveWindow;
  readonly #outlet: Outlet;
  #since: Record<NationId, Rev>;

  /** The window must have followed the board from its present rev on. */
  constructor(board: Board, window: LiveWindow, outlet: Outlet) {
    this.#board = board;
    this.#window = window;
    this.#outlet = outlet;
    this.#since = byNation(() => board.rev);
  }

  /** Sends what changed since the last flush, if anything. */
  flush(): void {
    const { nations, wallets } = this.#window.take();
    for (const nation of nations) this.#sendNation(nation);
    for (const wallet of wallets) this.#sendPlayer(wallet);
  }

  /** Discards unsent changes: the chains restart at the board's present rev. */
  restart(): void {
    this.#window.take();
    this.#since = byNation(() => this.#board.rev);
  }

  /**
   * Sends every total and every watched row in its current state: everything that is pushed besides the
   * lists.
   */
  sendSnapshot(): void {
    for (const nationId of NATION_IDS) {
      this.#outlet.gdp(nationRoom(nationId), gdpMessage(this.#board, nationId));
    }
    for (const wallet of this.#window.watchedWallets()) this.#sendPlayer(wallet);
  }

  #sendNation({ nationId, list, causes, causesLeftOut, hasNewWork }: NationChange): void {
    const { epoch, rev } = this.#board;
    const room = nationRoom(nationId);
    if (list) {
      const { presidentWallet, presidentStakedCount } = this.#board.nation(nationId);
      this.#outlet.leaderboard(room, {
        epoch,
        since: this.#since[nationId],
        rev,
        nationId,
        ...list,
        presidentWallet,
        presidentStakedCount,
      });
      this.#since[nationId] = rev;
    }
    if (causes) {
      const told = { causes, causesLeftOut, hasWork: hasNewWork };
      this.#outlet.gdp(room, gdpMessage(this.#board, nationId, told));
    }
  }

  #sendPlayer(wallet: Address): void {
    this.#outlet.player(walletRoom(wallet), playerMessage(this.#board, wallet));
  }
}
