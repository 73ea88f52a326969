/**
 * The composition root: every part of a server is built here, in order, and passed to the parts that need
 * it: board → game → HTTP and live. `start-server.ts` and tests choose the store and the chain.
 */
import { createServer, type Server } from 'node:http';
import type { Express } from 'express';
import { NATION_IDS } from '../../common/values/nations.ts';
import type { Chain } from '../chain/chain.ts';
import { createStrangerReads } from '../chain/stranger-reads.ts';
import { playsBy } from '../game/backing/tail.ts';
import { followChain, takeUpKept, type ChainFollower } from '../game/backing/chain-follower.ts';
import { DealtWith } from '../game/backing/dealt-with.ts';
import { keepLease } from '../game/backing/lease.ts';
import { openGameClock, type GameClock } from '../game/engine/clock.ts';
import { openMachineClock, type MachineClock } from '../game/engine/machine-clock.ts';
import { createGame } from '../game/engine/game.ts';
import type { VerifiedUpTo } from '../game/engine/holdings-reader.ts';
import { createNameChecker } from '../game/names/name-checker.ts';
import { createNftVerifier } from '../game/reads/nft-verifier.ts';
import { createQueries } from '../game/reads/queries.ts';
import { createReadiness } from '../game/reads/readiness.ts';
import { createTokens, type ReadMetadata } from '../game/reads/tokens.ts';
import { createPlayerView } from '../game/reads/views.ts';
import { createRevocations } from '../game/sign-in/revocations.ts';
import { createSignIn } from '../game/sign-in/sign-in.ts';
import { createApp } from '../http/app.ts';
import { watchConnections } from '../http/connections.ts';
import { DEVELOPMENT_LIMITS, LIMITS, SOCKET_POINTS, type Limits } from '../http/limits.ts';
import { answerMalformed } from '../http/malformed.ts';
import { answerOffers } from '../http/offers.ts';
import { originPolicy } from '../http/origin.ts';
import { pageFactsOf } from '../http/page-facts.ts';
import type { PageGame, Pages } from '../http/pages.ts';
import { metricsServer } from '../http/routes/metrics.ts';
import { createSessions } from '../http/session.ts';
import { Board } from '../leaderboard/board.ts';
import { DayAgo } from '../leaderboard/day-ago.ts';
import { NationChanges } from '../leaderboard/nation-changes.ts';
import { followBoard, type Following } from '../leaderboard/follow-board.ts';
import { WorksKeeper } from '../leaderboard/works-keeper.ts';
import { begun } from '../lib/begun.ts';
import { every } from '../lib/loop.ts';
import { AddressBudget } from '../lib/address-budget.ts';
import { newId, sleep, wallNow } from '../lib/machine.ts';
import { isWebSocketRequest, startLive } from '../live/live-server.ts';
import type { Log } from '../observe/log.ts';
import { createMetrics } from '../observe/metrics.ts';
import { NationHistory } from '../past/nation-history.ts';
import { keepPast } from '../past/past-keeper.ts';
import { Past } from '../past/past.ts';
import type { Store } from '../store/store.ts';
import type { Config } from './config.ts';
import { drain, listen, urlOf } from './listening.ts';

/** Between two checks for events that have become a day old [PCT1]. */
const DAY_AGO_MS = 1000;
/**
 * A slow sender can't hold a connection for long: the time for a request's headers, counted from the
 * connection or the end of the last answer; then for its body; and how long a connection may be idle
 * between two requests.
 */
const TIMEOUTS = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 5000,
};

/** A connection on which nothing moves for this long, in either direction, is cut off; polls wait 25 s. */
const STILL_MS = 40_000;

/** A page loads over up to six connections, and keeps one or two afterwards. */
const CONNECTIONS_PER_SOCKET = 4;

export interface ExtensionParts {
  readonly clock: GameClock;
  readonly pageGame: PageGame;
}

export interface ServerParts {
  readonly config: Config;
  readonly store: Store;
  readonly chain: Chain;
  readonly readMetadata: ReadMetadata;
  readonly sessionSecret: Uint8Array;
  readonly log: Log;
  readonly pages: (http: Server) => Promise<Pages>;
  /** Routes after the API and before the pages. */
  readonly extend?: ((app: Express, parts: ExtensionParts) => void) | undefined;
  readonly limits?: Limits | undefined;
  /** This machine's clock, ms since 1970; tests set it wrong. */
  readonly machine?: (() => number) | undefined;
  /** Called before the server accepts its first connection; from then on, nothing delays its start. */
  readonly onListening?: (() => void) | undefined;
}

export interface RunningServer {
  /** Its URL, for a browser on this machine. */
  readonly url: string;
  /** Where Prometheus scrapes its metrics; null if no separate port is configured. */
  readonly metricsUrl: string | null;
  /** Resolves when its store is lost for good: the server can do nothing more and should be closed. */
  readonly lost: Promise<Error>;
  /**
   * Shuts it down gracefully, within 10 s: balancers are notified, sockets are sent elsewhere, requests in
   * progress are answered. The store and the chain stay open.
   */
  close(): Promise<void>;
}

/**
 * Starts the server on a store and a chain that the caller opened and must close.
 * @throws ConfigError if the port is taken; StoreUnavailable
 */
export async function composeServer(parts: ServerParts): Promise<RunningServer> {
  const { store, log, machine = wallNow } = parts;
  const machineClock = await openMachineClock({ store, log, machine });
  try {
    return await compose(parts, machineClock);
  } catch (error) {
    await machineClock.close();
    throw error;
  }
}

async function compose(parts: ServerParts, machineClock: MachineClock): Promise<RunningServer> {
  const { config, chain, log } = parts;
  const machineNow = () => machineClock.now();
  const clock = await openGameClock(parts.store, machineNow);
  const metrics = createMetrics({ now: () => clock.now() });
  const store = metrics.measured(parts.store);
  store.unreadable.listen(({ rev, key, part, error }) => {
    if (part === 'row')
      log.error(
        { err: error, rev, key },
        'an event can’t be read: histories skip it, and a feed that encounters it reloads the board',
      );
    else log.warn({ err: error, rev, key }, 'the detail of an event can’t be read; its row counts');
  });
  const board = new Board();
  board.subscribe(metrics.boardListener);
  const dayAgo = new DayAgo({ store, today: board, now: () => clock.now() });
  const nationChanges = new NationChanges({ store, board, now: () => clock.now() });
  const works = new WorksKeeper({ store, board, log });
  const past = new Past({ store, log });
  const nationHistory = new NationHistory({ store, past, board, now: () => clock.now() });
  const dealtWith = new DealtWith(chain);
  const verifiedUpTo: VerifiedUpTo = (player) => dealtWith.verifiedUpTo(player);
  const limits = parts.limits ?? (config.mode === 'production' ? LIMITS : DEVELOPMENT_LIMITS);
  const strangerReads = createStrangerReads({
    chain,
    burst: limits.strangerReads,
    newestBlock: () => dealtWith.trail.at(-1)?.hash,
  });
  const game = createGame({ store, holdings: dealtWith, board, clock });
  const names = createNameChecker({ chain, game, board, now: () => clock.now(), log });
  let follower: ChainFollower | null = null;
  let feeding: Following | null = null;
  const nftFacts = {
    collections: { national: config.contracts.nationalNft, cultural: config.contracts.culturalNft },
    tokens: createTokens({ chain, store, readMetadata: parts.readMetadata, log, now: machineNow }),
  };
  const playerView = createPlayerView({ board, dayAgo, verifiedUpTo });
  const readiness = createReadiness({
    store,
    board,
    // Before the follower starts, only the endpoints' state is known.
    chainCondition: () => follower?.condition() ?? (chain.isReachable() ? 'ok' : 'unavailable'),
    isFeedLive: () => feeding?.isLive() ?? false,
  });
  const origin = originPolicy(config.publicOrigin);
  const secure = config.publicOrigin?.startsWith('https:') ?? false;

  const { socketsPerAddress, trustProxyHops } = config;
  const budget = new AddressBudget(limits.pointsPerAddress);

  let draining = false;
  // The app refuses a request without a Host, in words.
  const http = createServer({ ...TIMEOUTS, requireHostHeader: false });
  http.timeout = STILL_MS;
  const pages = await parts.pages(http);
  const app = createApp(
    {
      game,
      queries: createQueries({ store, board }),
      verifiedUpTo,
      nationChanges,
      past,
      nationHistory,
      onShown: (wallets) => wallets.forEach((wallet) => names.shown(wallet)),
      playerView: (player, options) => {
        names.shown(player.wallet);
        return playerView(player, options);
      },
      nftFacts,
      verifyNft: createNftVerifier({ chain, strangerReads, store, nftFacts }),
      strangerHoldings: (...asked) => strangerReads.holdings(...asked),
      signIn: createSignIn({ store, chain: strangerReads, now: machineNow }),
      sessions: createSessions({
        secret: parts.sessionSecret,
        secure,
        revocations: createRevocations(store),
        now: machineNow,
      }),
      metrics,
      health: { readiness, isDraining: () => draining },
      facts: {
        contracts: config.contracts,
        marketplaces: config.marketplaces,
        walletProof: config.walletProof,
      },
      trustProxyHops,
      limits,
      budget,
      joinsPerAddress: config.joinsPerAddress,
      // In development they are served on the game's own port.
      showsMetrics: config.mode !== 'production',
      board,
      clock,
      origin,
      secure,
      log,
    },
    (expressApp) => {
      const pageGame = { facts: pageFactsOf(board, nationChanges), log };
      parts.extend?.(expressApp, { clock, pageGame });
      pages.mount(expressApp, pageGame);
    },
  );
  // The app first: the socket server puts itself in front of the existing request listeners.
  http.on('request', (request, response) => {
    // Clients that come back open a new connection, which a balancer routes elsewhere.
    if (draining) response.shouldKeepAlive = false;
    app(request, response);
  });
  const processId = newId();
  const live = startLive({
    http,
    board,
    allowedOrigin: (pageOrigin, host) => origin.allows({ origin: pageOrigin, host }),
    liveTickMs: config.liveTickMs,
    trustProxyHops,
    budget,
    points: SOCKET_POINTS,
    socketsPerAddress,
    now: () => clock.now(),
    exchange: (text, ttlMs) => store.exchange('watching', processId, text, ttlMs),
    onPush: () => metrics.onPush(),
    onCorrected: () => metrics.onCorrected(),
    log,
  });
  // Behind a proxy all connections are the proxy's.
  const ownConnections = { perAddress: socketsPerAddress * CONNECTIONS_PER_SOCKET, budget };
  const connections = watchConnections(
    http,
    trustProxyHops === 0 ? ownConnections : { perAddress: 0, budget: null },
  );
  answerMalformed(http, connections);
  answerOffers(
    http,
    connections,
    (request) => isWebSocketRequest(request) || pages.takes?.(request) === true,
  );
  const scraped = metricsServer(metrics, (error) => {
    log.error({ err: error }, 'the metrics could not be collected');
  });
  const closeFront = async () => {
    draining = true;
    await live.close();
    await pages.close();
    await drain(http, connections);
    scraped.close();
    scraped.closeAllConnections();
  };

  try {
    const onProgress = (loaded: number, count: number) => {
      log.info(`Loading players: ${grouped(loaded)} of ${grouped(count)} …`);
    };
    await takeUpKept(store, dealtWith);
    const worksFell = (error: unknown) =>
      log.warn({ err: error }, 'when stages of works were completed could not be kept');
    const explainWorks = () => works.advance().catch(worksFell);
    const completeWorks = async () => {
      const isIncomplete = NATION_IDS.some((id) => board.unexplained(id).length > 0);
      await explainWorks();
      // The load itself has been announced, without the times that were just found.
      if (isIncomplete) live.resync();
    };
    const feed = await followBoard({ store, board, log, onProgress }, () => void completeWorks());
    feeding = feed;
    await explainWorks();
    // Before anyone can call: what waits or fails after that would do so in front of callers.
    const lease = await keepLease({ store, name: 'chain-follower', log });
    try {
      if (config.metricsPort !== null) {
        await listen(
          scraped,
          { host: config.metricsHost, port: config.metricsPort },
          'METRICS_PORT',
        );
      }
      parts.onListening?.();
      await listen(http, config, 'PORT');
    } catch (error) {
      await Promise.all([lease.close(), feed.close()]);
      throw error;
    }
    const following = followChain({
      chain,
      store,
      game,
      dealtWith,
      commits: board,
      lease,
      isPlayer: playsBy(board, store),
      playerCount: () => board.count,
      now: () => clock.now(),
      log,
      pollMs: config.chainPollMs,
      compareMs: config.chainCompareMs,
    });
    follower = following;
    names.start(lease);
    const keeping = keepPast({ store, board, lease, now: () => clock.now(), log });
    metrics.watch({
      sockets: () => live.sockets(),
      players: () => board.count,
      rev: () => board.rev,
      chain: { ...following, endpoints: () => chain.endpoints() },
      names: () => names.readings(),
      holdsChainLease: () => lease.isHeld(),
      isFeedLive: () => feed.isLive(),
      isDraining: () => draining,
      clockSkewMs: () => machineClock.skewMs(),
      unreadableEvents: () => store.unreadable.counts,
    });
    const aging = every(
      DAY_AGO_MS,
      () => dayAgo.advance(),
      (error) => log.warn({ err: error }, 'the board of a day ago fell behind'),
    );
    const looking = every(
      DAY_AGO_MS,
      () => nationChanges.advance(),
      (error) => log.warn({ err: error }, 'the nations’ totals of a day ago could not be read'),
    );
    const explaining = every(DAY_AGO_MS, () => works.advance(), worksFell);
    return {
      url: urlOf(http, config.host),
      metricsUrl:
        config.metricsPort === null ? null : `${urlOf(scraped, config.metricsHost)}/metrics`,
      lost: parts.store.lost,
      async close() {
        draining = true;
        // Immediately: another process follows the chain while this one finishes serving its callers.
        const background = begun(
          Promise.all([
            Promise.all([following.close(), keeping.close()]).then(() => lease.close()),
            names.close(),
            aging.close(),
            looking.close(),
            explaining.close(),
            machineClock.close(),
          ]),
        );
        await sleep(config.drainNoticeMs);
        await closeFront();
        await background;
        await feed.close();
      },
    };
  } catch (error) {
    await closeFront();
    throw error;
  }
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
