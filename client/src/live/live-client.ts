/**
 * The page's live state: the socket, the leaderboard's feed, the nations' totals and the player's own row. No
 * React; the hooks of this folder read it.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import type { Tick, WatchingMessage } from '../../../common/protocol/live.ts';
import {
  seasonsCall,
  type SeasonDetail,
  type TickSeason,
} from '../../../common/protocol/seasons.ts';
import type { Address } from '../../../common/values/address.ts';
import type { Epoch, Rev } from '../../../common/values/ids.ts';
import { NATION_IDS, type NationId } from '../../../common/values/nations.ts';
import { gameClock } from '../api/game-clock.ts';
import { isOlder, revisionOf, setRevision, type Revision } from '../api/revision.ts';
import { pageAge } from '../api/server-version.ts';
import { statusQuery } from '../api/status.ts';
import { BoardFeed } from './board-feed.ts';
import {
  acknowledged,
  messageUnreadable,
  resyncAsked,
  tickReceived,
  type Board,
} from './board-merge.ts';
import { createFrame } from './frame.ts';
import { primeFromPage } from './prime-from-page.ts';
import { missesEvents, withEvents, type ShownEvent } from './live-events.ts';
import { LiveSocket } from './live-socket.ts';
import { StatusKeeper, type LiveStatus } from './live-status.ts';
import { OwnState } from './own-state.ts';
import { mergedSeason } from './season-merge.ts';
import type { PushedWorks } from './works.ts';

/** A nation's totals as of a rev: its GDP is the sum of its players', in dollars. */
interface NationTotals extends Revision {
  readonly gdp: number;
  readonly players: number;
  readonly presidentWallet: Address | null;
  readonly presidentStakedCount: number;
}
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
  #walletAddress: Address | null = null;
  #totals: TotalsByNation = {};
  #works: PushedWorks = {};
  #events: readonly ShownEvent[] = [];
  #missedEvents = 0;
  /** Of all that was pushed. */
  #epoch: Epoch | null = null;
  /** Of the last tick. */
  #rev: Rev | null = null;
  /** Whether this connection has named its epoch: a tick before that may be of another. */
  #hasEpoch = false;
  #watching: WatchingMessage | null = null;
  #connections = 0;
  /** Whether the connection has brought the own row: what it sends at its start ends with that. */
  #isCaughtUp = false;
  readonly #own: OwnState;
  /** Messages dropped because they did not match their schema, since the page loaded. */
  malformedCount = 0;

  constructor(queryClient: QueryClient) {
    this.#queryClient = queryClient;
    this.#feed = new BoardFeed(queryClient, {
      onList: () => this.#statusKeeper.listAnswered(),
      onCorrected: () => this.#socket.corrected(),
    });
    primeFromPage(queryClient, this.#feed);
    this.#own = new OwnState(queryClient, {
      epoch: () => this.#feed.epoch,
      onChange: () => this.#frame.request(),
    });
    this.#socket = new LiveSocket({
      onUp: (ack) => {
        gameClock.heard(ack.now);
        pageAge.heard(ack.version);
        this.#connections += 1;
        this.#statusKeeper.socketUp();
        this.#inEpoch(ack.epoch);
        this.#feed.take((state) => acknowledged(state, ack));
        this.#askAgain();
        this.#askForStatus();
      },
      onDown: () => {
        this.#isCaughtUp = false;
        this.#hasEpoch = false;
        this.#statusKeeper.socketDown();
        this.#takeWatching(null);
      },
      onTooOld: () => pageAge.refused(),
      onMalformed: () => {
        this.malformedCount += 1;
        this.#feed.take(messageUnreadable);
      },
      on: {
        tick: (tick) => this.#takeTick(tick),
        resync: (message) => {
          this.#inEpoch(message.epoch);
          this.#feed.take((state) => resyncAsked(state, message));
        },
        player: (message) => {
          this.#isCaughtUp = true;
          this.#own.pushed(message);
          this.#frame.request();
        },
        watching: (message) => this.#takeWatching(message),
        status: (message) => this.#queryClient.setQueryData(statusQuery().queryKey, message),
      },
    });
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

  /** What moved GDPs and works since the page was opened, newest first, as far as it is kept. */
  readonly events = (): readonly ShownEvent[] => this.#events;

  /** How often nations moved by events that did not arrive. */
  readonly missedEvents = (): number => this.#missedEvents;

  /** The last watcher count; null while the socket is down, or until one has come. */
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

  /** A new connection says nothing if nothing is set any more. */
  #askForStatus(): void {
    const { queryKey } = statusQuery();
    if (this.#queryClient.getQueryData(queryKey)) {
      void this.#queryClient.invalidateQueries({ queryKey });
    }
  }

  #takeWatching(message: WatchingMessage | null): void {
    this.#watching = message;
    this.#frame.request();
  }

  /** What was pushed of another data set ends with it. */
  #inEpoch(epoch: Epoch): void {
    this.#hasEpoch = true;
    if (this.#epoch === epoch) return;
    this.#epoch = epoch;
    this.#rev = null;
    this.#totals = {};
    this.#works = {};
    this.#events = [];
    this.#frame.request();
  }

  #takeTick(tick: Tick): void {
    if (tick.epoch !== undefined) this.#inEpoch(tick.epoch);
    const epoch = this.#epoch;
    if (epoch === null || !this.#hasEpoch) return;
    this.#feed.take((state) => tickReceived(state, epoch, tick));
    this.#events = withEvents(this.#events, tick, this.#totals);
    if (missesEvents(tick, this.#rev, this.#totals)) this.#missedEvents += 1;
    if (this.#rev === null || this.#rev < tick.rev) this.#rev = tick.rev;
    for (const nation of tick.nations) this.#takeNation(nation, { epoch, rev: tick.rev });
    if (tick.season) this.#takeSeason(tick.season, { epoch, rev: tick.rev });
    this.#frame.request();
  }

  /** A new week has no cached ranking yet: it is fetched whole. */
  #takeSeason(part: TickSeason, revision: Revision): void {
    this.#queryClient.setQueriesData<SeasonDetail | null>(
      { queryKey: [seasonsCall.path, part.id] },
      (held) =>
        held && isOlder(revisionOf(held), revision)
          ? setRevision(mergedSeason(held, part), revision)
          : held,
    );
  }

  #takeNation(
    { nationId, gdp, players, president, work }: Tick['nations'][number],
    revision: Revision,
  ): void {
    const held = this.#totals[nationId];
    if (isOlder(revision, held)) return;
    const presided =
      president === undefined
        ? held
        : {
            presidentWallet: president?.walletAddress ?? null,
            presidentStakedCount: president?.staked ?? 0,
          };
    if (work) this.#works = { ...this.#works, [nationId]: { ...revision, work } };
    // A connection begins with a snapshot, which names every president.
    if (!presided) return;
    const { presidentWallet, presidentStakedCount } = presided;
    const totals = { gdp, players, presidentWallet, presidentStakedCount, ...revision };
    this.#totals = { ...this.#totals, [nationId]: totals };
  }
}
