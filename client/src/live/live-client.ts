/**
 * The page's live state: what the game pushes, in the query cache and for the hooks of this folder.
 * No React.
 */
import type { QueryClient } from '@tanstack/react-query';
import { fetchLeaderboard } from '../../../client-kit/api/leaderboard-list.ts';
import {
  isOlder,
  revisionOf,
  setRevision,
  type Revision,
} from '../../../client-kit/api/revision.ts';
import type { Board } from '../../../client-kit/live/board-merge.ts';
import { createFrame } from '../../../client-kit/live/frame.ts';
import { LiveGame, type TotalsByNation } from '../../../client-kit/live/live-game.ts';
import type { LiveStatus } from '../../../client-kit/live/live-status.ts';
import { mergedSeason } from '../../../client-kit/live/season-merge.ts';
import type { LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import type { Tick, WatchingMessage } from '../../../common/protocol/live.ts';
import {
  seasonsCall,
  type SeasonDetail,
  type TickSeason,
} from '../../../common/protocol/seasons.ts';
import type { Address } from '../../../common/values/address.ts';
import { gameClock } from '../api/game-clock.ts';
import { pageServer } from '../api/page-server.ts';
import { LEADERBOARD_KEY } from '../api/query-client.ts';
import { pageAge, rulesHash } from '../api/server-version.ts';
import { statusQuery } from '../api/status.ts';
import { browserId } from './browser-id.ts';
import { withEvents, type ShownEvent } from './live-events.ts';
import { OwnState } from './own-state.ts';
import { primeFromPage } from './prime-from-page.ts';
import type { PushedWorks } from './works.ts';

export class LiveClient {
  readonly #queryClient: QueryClient;
  readonly #game: LiveGame;
  readonly #listeners = new Set<() => void>();
  readonly #frame = createFrame(() => {
    for (const listener of this.#listeners) listener();
  });
  #walletAddress: Address | null = null;
  #works: PushedWorks = {};
  #events: readonly ShownEvent[] = [];
  #missedEvents = 0;
  #watching: WatchingMessage | null = null;
  #connections = 0;
  /** Whether the connection has brought the own row: what it sends at its start ends with that. */
  #isCaughtUp = false;
  readonly #own: OwnState;

  constructor(queryClient: QueryClient) {
    this.#queryClient = queryClient;
    // The merge shares unchanged rows itself; comparing a thousand of them again gains nothing.
    queryClient.setQueryDefaults(LEADERBOARD_KEY, { structuralSharing: false });
    this.#game = new LiveGame({
      origin: location.origin,
      browser: browserId(),
      fetchList: (etag) => fetchLeaderboard(pageServer, etag),
      listener: {
        onBoard(board) {
          if (queryClient.getQueryData(LEADERBOARD_KEY) === board) return;
          queryClient.setQueryData(LEADERBOARD_KEY, board);
        },
        onStatus: () => this.#frame.request(),
        onEpoch: () => {
          this.#works = {};
          this.#events = [];
          this.#frame.request();
        },
        onTick: (tick, revision, isMissing) => this.#takeTick(tick, revision, isMissing),
        onPlayer: (message) => {
          this.#isCaughtUp = true;
          this.#own.pushed(message);
          this.#frame.request();
        },
        onWatching: (message) => this.#takeWatching(message),
        onOperators: (message) => {
          queryClient.setQueryData(statusQuery().queryKey, message);
          const { rulesHash: hash } = message;
          if (hash !== undefined) rulesHash.set({ hash });
        },
        onUp: (ack) => {
          gameClock.heard(ack.now);
          pageAge.heard(ack.version);
          this.#connections += 1;
          this.#askAgain();
          this.#askForStatus();
        },
        onDown: () => {
          this.#isCaughtUp = false;
          this.#takeWatching(null);
        },
        onTooOld: () => pageAge.refused(),
        onTrouble: (what, cause) => console.warn(what, cause),
      },
    });
    primeFromPage(queryClient, this.#game);
    this.#own = new OwnState(queryClient, {
      epoch: () => this.#game.epoch(),
      onChange: () => this.#frame.request(),
    });
  }

  start(): void {
    this.#game.start();
    this.#own.start();
  }

  stop(): void {
    this.#game.stop();
    this.#frame.cancel();
    this.#own.stop();
  }

  /** Called when the page becomes visible again, or the network is back. */
  wake(): void {
    this.#game.wake();
  }

  setWallet(walletAddress: Address | null): void {
    if (this.#walletAddress === walletAddress) return;
    this.#walletAddress = walletAddress;
    this.#own.setWallet(walletAddress);
    this.#game.setWallet(walletAddress);
    this.#frame.request();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly status = (): LiveStatus => this.#game.status();

  /**
   * Which connection since the page loaded keeps the own row current, from 1; null while none does.
   * What moved between two connections is never pushed.
   */
  readonly connection = (): number | null => (this.#isCaughtUp ? this.#connections : null);

  readonly totals = (): TotalsByNation => this.#game.totals();

  /** [WRK1] The works as last pushed; nations without a push yet are left out. */
  readonly works = (): PushedWorks => this.#works;

  /** What moved GDPs and works since the page was opened, newest first, as far as it is cached. */
  readonly events = (): readonly ShownEvent[] => this.#events;

  /** How often nations moved by events that did not arrive. */
  readonly missedEvents = (): number => this.#missedEvents;

  /** The last watcher count; null while the socket is down, or until one has come. */
  readonly watching = (): WatchingMessage | null => this.#watching;

  /** [LB3] All players, from the nations' totals; 0 while one of them is unknown. */
  readonly playerCount = (): number => this.#game.playerCount();

  /**
   * The own row, as new as any source has it; null if none has one, or the wallet has no nation.
   */
  readonly ownRow = (): LeaderboardEntry | null => this.#own.row;

  /** The query function of the leaderboard. */
  readonly poll = (): Promise<Board> => this.#game.poll();

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

  #takeTick(tick: Tick, revision: Revision, isMissing: boolean): void {
    const totals = this.totals();
    this.#events = withEvents(this.#events, tick, totals);
    if (isMissing) this.#missedEvents += 1;
    for (const { nationId, work } of tick.nations) {
      if (!work || isOlder(revision, totals[nationId])) continue;
      this.#works = { ...this.#works, [nationId]: { ...revision, work } };
    }
    if (tick.season) this.#takeSeason(tick.season, revision);
    this.#frame.request();
  }

  /** A new week has no cached ranking yet: it is fetched whole. */
  #takeSeason(part: TickSeason, revision: Revision): void {
    this.#queryClient.setQueriesData<SeasonDetail | null>(
      { queryKey: [seasonsCall.path, part.id] },
      (old) =>
        old && isOlder(revisionOf(old), revision)
          ? setRevision(mergedSeason(old, part), revision)
          : old,
    );
  }
}
