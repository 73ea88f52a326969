/**
 * The page's live state: the socket, the leaderboard's feed, the nations' totals and the player's own row. No
 * React; the hooks of this folder read it.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import type { GdpMessage, WatchingMessage } from '../../../common/protocol/live.ts';
import type { Address } from '../../../common/values/address.ts';
import { NATION_IDS, type NationId } from '../../../common/values/nations.ts';
import { gameClock } from '../api/game-clock.ts';
import { isOlder } from '../api/newer.ts';
import { pageAge } from '../api/page-age.ts';
import { BoardFeed } from './board-feed.ts';
import {
  acknowledged,
  messageReceived,
  messageUnreadable,
  resyncAsked,
  type Board,
} from './board-merge.ts';
import { createFrame } from './frame.ts';
import { primeFromPage } from './prime-from-page.ts';
import { missesCauses, withCauses, type LiveCause } from './live-causes.ts';
import { LiveSocket } from './live-socket.ts';
import { StatusKeeper, type LiveStatus } from './live-status.ts';
import { OwnState } from './own-state.ts';
import type { PushedWorks } from './works.ts';

/** A nation's totals: its GDP is the sum of its players', in dollars. */
export type NationTotals = Pick<
  GdpMessage,
  'gdp' | 'players' | 'presidentWallet' | 'presidentStakedCount' | 'epoch' | 'rev'
>;
export type TotalsByNation = Partial<Readonly<Record<NationId, NationTotals>>>;

export class LiveClient {
  readonly #queryClient: QueryClient;
  readonly #feed: BoardFeed;
  readonly #socket: LiveSocket;
  readonly #listeners = new Set<() => void>();
  readonly #frame = createFrame(() => {
    for (const listener of this.#listeners) listener();
  });
  readonly #statusKeeper = new StatusKeeper(() => {
    if (this.status() === 'reconnecting') this.#feed.confirm();
    this.#frame.request();
  });
  #walletAddress: Address | null;
  #totals: TotalsByNation = {};
  #totalsPlaces: Partial<Readonly<Record<NationId, Pick<GdpMessage, 'epoch' | 'rev'>>>> = {};
  #works: PushedWorks = {};
  #causes: readonly LiveCause[] = [];
  #missedCauses = 0;
  #watching: WatchingMessage | null = null;
  #connections = 0;
  /** Whether the connection has brought the own row: what it sends at its start ends with that. */
  #isCaughtUp = false;
  readonly #own: OwnState;
  /** Messages dropped because they did not match their schema, since the page loaded. */
  malformedCount = 0;

  constructor(queryClient: QueryClient, walletAddress: Address | null) {
    this.#queryClient = queryClient;
    this.#walletAddress = walletAddress;
    this.#feed = new BoardFeed(queryClient, () => this.#statusKeeper.listAnswered());
    primeFromPage(queryClient, this.#feed);
    this.#own = new OwnState(queryClient, walletAddress, {
      epoch: () => this.#feed.epoch,
      onChange: () => this.#frame.request(),
    });
    this.#socket = new LiveSocket(
      {
        onUp: (ack) => {
          gameClock.heard(ack.now);
          pageAge.heard(ack.version);
          this.#connections += 1;
          this.#statusKeeper.socketUp();
          this.#feed.take((state) => acknowledged(state, ack));
          this.#askAgain();
        },
        onDown: () => {
          this.#isCaughtUp = false;
          this.#statusKeeper.socketDown();
          this.#takeWatching(null);
        },
        onTooOld: () => pageAge.refused(),
        onMalformed: () => {
          this.malformedCount += 1;
          this.#feed.take(messageUnreadable);
        },
        on: {
          leaderboard: (message) => this.#feed.take((state) => messageReceived(state, message)),
          resync: (message) => this.#feed.take((state) => resyncAsked(state, message)),
          gdp: (message) => this.#takeTotals(message),
          player: (message) => {
            this.#isCaughtUp = true;
            this.#own.pushed(message);
            this.#frame.request();
          },
          watching: (message) => this.#takeWatching(message),
        },
      },
      walletAddress,
    );
  }

  start(): void {
    this.#statusKeeper.start();
    this.#feed.start();
    this.#own.start();
    this.#socket.open().catch((error: unknown) => {
      // The page keeps polling; a reload tries again.
      console.error('The live connection could not be loaded:', error);
    });
  }

  stop(): void {
    this.#socket.close();
    this.#feed.stop();
    this.#statusKeeper.stop();
    this.#frame.cancel();
    this.#own.stop();
  }

  /** Called when the page becomes visible again, or the network is back. */
  wake(): void {
    this.#statusKeeper.wake();
    this.#socket.wake();
  }

  setWallet(walletAddress: Address | null): void {
    if (this.#walletAddress === walletAddress) return;
    this.#walletAddress = walletAddress;
    this.#own.setWallet(walletAddress);
    this.#socket.setWallet(walletAddress);
    this.#frame.request();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly status = (): LiveStatus => this.#statusKeeper.status;

  /**
   * Which connection since the page loaded keeps the own row current, from 1; null while none does. What moved
   * between two connections is never pushed.
   */
  readonly connection = (): number | null => (this.#isCaughtUp ? this.#connections : null);

  readonly totals = (): TotalsByNation => this.#totals;

  /** [WRK1] The works as last pushed; nations without a push yet are left out. */
  readonly works = (): PushedWorks => this.#works;

  /** The commits that moved GDPs since the page was opened, newest first, as far as they are kept. */
  readonly causes = (): readonly LiveCause[] => this.#causes;

  /** How often a nation moved by commits for which no cause arrived. */
  readonly missedCauses = (): number => this.#missedCauses;

  /** The last watcher count; null while the socket is down, or if the server does not send it. */
  readonly watching = (): WatchingMessage | null => this.#watching;

  /** [LB3] All players, from the nations' totals; 0 while one of them is unknown. */
  readonly playerCount = (): number => {
    let sum = 0;
    for (const nation of NATION_IDS) {
      const totals = this.#totals[nation];
      if (!totals) return 0;
      sum += totals.players;
    }
    return sum;
  };

  /** The own row, as new as any source has it; null if none has one, or the wallet has no nation. */
  readonly ownRow = (): LeaderboardEntry | null => this.#own.row;

  /** The query function of the leaderboard. */
  readonly poll = (): Promise<Board> => this.#feed.poll();

  /** Retries queries that failed while the server was away and still show an error. */
  #askAgain(): void {
    void this.#queryClient.refetchQueries({
      type: 'active',
      predicate: (query) => query.state.status === 'error',
    });
  }

  #takeWatching(message: WatchingMessage | null): void {
    this.#watching = message;
    this.#frame.request();
  }

  #takeTotals(message: GdpMessage): void {
    const { nationId, gdp, players, presidentWallet, presidentStakedCount } = message;
    const places = Object.values(this.#totalsPlaces);
    if (places.some(({ epoch }) => epoch !== message.epoch)) {
      this.#totals = {};
      this.#totalsPlaces = {};
      this.#works = {};
      this.#causes = [];
    }
    if (isOlder(message, this.#totalsPlaces[nationId])) return;
    const { epoch, rev } = message;
    const held = this.#totals[nationId];
    const place = this.#totalsPlaces[nationId];
    const before = held && place ? { ...held, rev: place.rev } : null;
    this.#causes = withCauses(this.#causes, message, before, gameClock.now());
    if (missesCauses(message, before)) this.#missedCauses += 1;
    this.#totalsPlaces = { ...this.#totalsPlaces, [nationId]: { epoch, rev } };
    const totals = { gdp, players, presidentWallet, presidentStakedCount, epoch, rev };
    this.#totals = { ...this.#totals, [nationId]: totals };
    const { work } = message;
    if (work) this.#works = { ...this.#works, [nationId]: { epoch, rev, work } };
    this.#frame.request();
  }
}
