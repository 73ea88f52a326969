/**
 * A game as it is pushed and polled: the socket, the board's feed, the status and the nations'
 * totals. What arrives is handed to the listener; only the newest is cached.
 */
import type { PlayerMessage, Tick, WatchAck, WatchingMessage } from '../../common/protocol/live.ts';
import type { Status } from '../../common/protocol/status.ts';
import type { Address } from '../../common/values/address.ts';
import type { Epoch, Rev } from '../../common/values/ids.ts';
import { NATION_IDS, type NationId } from '../../common/values/nations.ts';
import type { LeaderboardList } from '../api/leaderboard-list.ts';
import { isOlder, type Revision } from '../api/revision.ts';
import { BoardFeed } from './board-feed.ts';
import {
  acknowledged,
  messageUnreadable,
  resyncAsked,
  tickReceived,
  type Board,
} from './board-merge.ts';
import { LiveSocket, type OnTrouble } from './live-socket.ts';
import { StatusKeeper, type LiveStatus } from './live-status.ts';

/** A nation's totals as of a rev: its GDP is the sum of its players', in dollars. */
interface NationTotals extends Revision {
  readonly gdp: number;
  readonly players: number;
  readonly presidentWallet: Address | null;
  readonly presidentStakedCount: number;
}
export type TotalsByNation = Partial<Readonly<Record<NationId, NationTotals>>>;

interface LiveGameListener {
  /** The board to show, at most once a frame; it may be the one that is shown already. */
  readonly onBoard: (board: Board) => void;
  readonly onStatus: () => void;
  /** What was pushed of another data set ends. */
  readonly onEpoch: () => void;
  /**
   * A tick or a snapshot, at its epoch and rev; `totals()` are still those before it.
   * @param isMissing whether GET /api/events has events that did not arrive.
   */
  readonly onTick: (tick: Tick, revision: Revision, isMissing: boolean) => void;
  readonly onPlayer: (message: PlayerMessage) => void;
  readonly onWatching: (message: WatchingMessage) => void;
  /** What operators have set [PRO40]. */
  readonly onOperators: (status: Status) => void;
  readonly onUp: (ack: Extract<WatchAck, { ok: true }>) => void;
  readonly onDown: () => void;
  /** The server no longer serves this client. */
  readonly onTooOld: () => void;
  readonly onTrouble: OnTrouble;
}

interface LiveGameOptions {
  readonly origin: string;
  readonly browser?: string | undefined;
  /**
   * True if the server refuses the socket, as of pages of other origins [PRO39]: none is opened.
   */
  readonly isPolled?: boolean;
  /** The list; null if it still matches `etag`. */
  readonly fetchList: (etag: string | null) => Promise<LeaderboardList | null>;
  readonly listener: LiveGameListener;
}

export class LiveGame {
  readonly #feed: BoardFeed;
  readonly #socket: LiveSocket;
  readonly #listener: LiveGameListener;
  readonly #isPolled: boolean;
  readonly #statusKeeper = new StatusKeeper(() => {
    if (this.status() === 'reconnecting') this.#feed.confirm();
    this.#listener.onStatus();
  });
  #totals: TotalsByNation = {};
  /** Of all that was pushed. */
  #epoch: Epoch | null = null;
  /** Of the last tick. */
  #rev: Rev | null = null;
  /** Whether this connection has named its epoch: a tick before that may be of another. */
  #hasEpoch = false;

  constructor({ origin, browser, isPolled = false, fetchList, listener }: LiveGameOptions) {
    this.#isPolled = isPolled;
    this.#listener = listener;
    this.#feed = new BoardFeed({
      fetchList,
      onBoard: listener.onBoard,
      onList: () => this.#statusKeeper.listAnswered(),
      onCorrected: () => this.#socket.corrected(),
      onTrouble: listener.onTrouble,
    });
    this.#socket = new LiveSocket(
      { origin, browser },
      {
        onUp: (ack) => {
          this.#statusKeeper.socketUp();
          this.#inEpoch(ack.epoch);
          this.#feed.take((state) => acknowledged(state, ack));
          listener.onUp(ack);
        },
        onDown: () => {
          this.#hasEpoch = false;
          this.#statusKeeper.socketDown();
          listener.onDown();
        },
        onTooOld: listener.onTooOld,
        onMalformed: () => this.#feed.take(messageUnreadable),
        onTrouble: listener.onTrouble,
        on: {
          tick: (tick) => this.#takeTick(tick),
          resync: (message) => {
            this.#inEpoch(message.epoch);
            this.#feed.take((state) => resyncAsked(state, message));
          },
          player: listener.onPlayer,
          watching: listener.onWatching,
          status: listener.onOperators,
        },
      },
    );
  }

  start(): void {
    this.#feed.start();
    if (this.#isPolled) return;
    this.#statusKeeper.start();
    void this.#socket.open();
  }

  stop(): void {
    this.#socket.close();
    this.#feed.stop();
    this.#statusKeeper.stop();
  }

  /** Called when the page becomes visible again, or the network is back. */
  wake(): void {
    this.#statusKeeper.wake();
    this.#socket.wake();
  }

  /** Watches another wallet's own row in place of the earlier one's, or none. */
  setWallet(walletAddress: Address | null): void {
    this.#socket.setWallet(walletAddress);
  }

  /** Takes a list that the page came with: the first poll returns it. */
  prime(list: LeaderboardList): void {
    this.#feed.prime(list);
  }

  /**
   * Fetches the list, at the price of a 304 if nothing changed. @throws what `fetchList` throws.
   */
  poll(): Promise<Board> {
    return this.#feed.poll();
  }

  status(): LiveStatus {
    return this.#statusKeeper.status;
  }

  /** The server's data set, as last received. */
  epoch(): Epoch | null {
    return this.#feed.epoch;
  }

  totals(): TotalsByNation {
    return this.#totals;
  }

  /** [LB3] All players, from the nations' totals; 0 while one of them is unknown. */
  playerCount(): number {
    let sum = 0;
    for (const nation of NATION_IDS) {
      const totals = this.#totals[nation];
      if (!totals) return 0;
      sum += totals.players;
    }
    return sum;
  }

  #inEpoch(epoch: Epoch): void {
    this.#hasEpoch = true;
    if (this.#epoch === epoch) return;
    this.#epoch = epoch;
    this.#rev = null;
    this.#totals = {};
    this.#listener.onEpoch();
  }

  #takeTick(tick: Tick): void {
    if (tick.epoch !== undefined) this.#inEpoch(tick.epoch);
    const epoch = this.#epoch;
    if (epoch === null || !this.#hasEpoch) return;
    const { rev } = tick;
    this.#feed.take((state) => tickReceived(state, epoch, tick));
    this.#listener.onTick(tick, { epoch, rev }, missesEvents(tick, this.#rev, this.#totals));
    if (this.#rev === null || this.#rev < rev) this.#rev = rev;
    for (const nation of tick.nations) this.#takeNation(nation, { epoch, rev });
  }

  #takeNation(
    { nationId, gdp, players, president }: Tick['nations'][number],
    revision: Revision,
  ): void {
    const known = this.#totals[nationId];
    if (isOlder(revision, known)) return;
    const presided =
      president === undefined
        ? known
        : {
            presidentWallet: president?.walletAddress ?? null,
            presidentStakedCount: president?.staked ?? 0,
          };
    // A connection begins with a snapshot, which names every president.
    if (!presided) return;
    const { presidentWallet, presidentStakedCount } = presided;
    const totals = { gdp, players, presidentWallet, presidentStakedCount, ...revision };
    this.#totals = { ...this.#totals, [nationId]: totals };
  }
}

/**
 * Whether events are missing that GET /api/events has: left out, in a lost tick, or before a
 * snapshot.
 * @param last the rev of the tick before; null: none.
 */
export function missesEvents(
  tick: Tick,
  last: Rev | null,
  before: Partial<Readonly<Record<NationId, Pick<NationTotals, 'gdp' | 'players'>>>>,
): boolean {
  if (tick.eventsLeftOut !== undefined) return true;
  if (tick.since !== null) return last !== null && tick.since > last;
  return tick.nations.some(({ nationId, gdp, players }) => {
    const was = before[nationId];
    return was !== undefined && (was.gdp !== gdp || was.players !== players);
  });
}
