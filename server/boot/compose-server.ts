/**
 * The network in front of a game: HTTP, sockets, pages and metrics on the game that
 * `compose-game.ts` builds. `start-server.ts` and tests choose the store and the chain.
 */
import { createServer, type Server } from 'node:http';
import type { Express } from 'express';
import { guardConnections, type Connections } from '../http/connections.ts';
import { admitToSockets } from '../http/guards.ts';
import type { PageGame, Pages } from '../http/pages.ts';
import { metricsServer } from '../http/routes/operations.ts';
import { after, repeatedly } from '../lib/machine.ts';
import { isWebSocketRequest, startLive } from '../live/live-server.ts';
import type { BuiltGame, GameParts } from './build-game.ts';
import { composeGame, type ComposedGame, type Front } from './compose-game.ts';
import { listen } from './listen.ts';

/**
 * A slow sender can't hold a connection for long: the time for a request's headers, from its
 * beginning or that of the connection; then for its body.
 */
const TIMEOUTS = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5000,
};

/** How long a connection may be idle between two requests. */
const IDLE_MS = 5000;
/**
 * The same of a proxy's connection: longer than proxies keep one (nginx 60 s, Traefik 90 s, Caddy 2
 * min, Google's 10 min). What is sent on a connection while it is closed is lost, and a proxy
 * repeats no POST by itself.
 */
const IDLE_BEHIND_PROXY_MS = 11 * 60_000;

/**
 * A connection on which nothing moves for this long, in either direction, is cut off; polls wait 25
 * s.
 */
const STALLED_MS = 40_000;

/**
 * How long requests in progress may take to end when the server closes: a command takes 4.5 s at
 * most, and its answer waits for the board 1 s more. Together with the preceding notice to
 * balancers and the closing of sockets, all is over within 10 s.
 */
const DRAIN_MS = 5600;

/** How long a WebSocket's peer may take to send its close frame. */
const CLOSE_FRAME_MS = 1000;

/** A page loads over up to six connections, and keeps one or two afterwards. */
const CONNECTIONS_PER_SOCKET = 4;

export interface ServerParts extends GameParts {
  /** Serves the pages; receives the HTTP server for anything else it must listen to. */
  readonly pages: (http: Server) => Promise<Pages>;
  /** Development-only routes, after the API and before the pages. */
  readonly extend?:
    | ((
        app: Express,
        game: Pick<BuiltGame, 'clock' | 'rules'> & { readonly pageGame: PageGame },
      ) => void)
    | undefined;
  /**
   * Called before the server accepts its first connection; from then on, nothing delays its start.
   */
  readonly onListening?: (() => void) | undefined;
}

export interface RunningServer {
  /** Its URL, for a browser on this machine. */
  readonly url: string;
  /** Where Prometheus scrapes its metrics; null if no separate port is configured. */
  readonly metricsUrl: string | null;
  /**
   * Resolves when its store is lost for good: the server can do nothing more and should be closed.
   */
  readonly lost: Promise<Error>;
  /**
   * Shuts it down gracefully, within 10 s: balancers are notified, sockets are sent elsewhere,
   * requests in progress are answered. The store and the chain stay open.
   */
  close(): Promise<void>;
}

/**
 * Starts the server on a store and a chain that the caller opened and must close.
 * @throws ConfigError if the port is taken; StoreUnavailable
 */
export async function composeServer(parts: ServerParts): Promise<RunningServer> {
  const game = await composeGame(parts);
  const running = await game.start(() => openFront(parts, game));
  const { url, metricsUrl } = running.front;
  return { url, metricsUrl, lost: parts.store.lost, close: () => running.close() };
}

async function openFront(
  parts: ServerParts,
  { built, live: liveParts, answering }: ComposedGame,
): Promise<Front & Pick<RunningServer, 'url' | 'metricsUrl'>> {
  const { config, log } = parts;
  const { operation, clock, rules, metrics, budget, origin, running } = built;
  const { host, metricsHost, metricsPort, socketsPerAddress, trustProxyHops } = config;
  // Behind a proxy all connections are the proxy's.
  const isDirect = trustProxyHops === 0;
  // The app refuses a request without a Host, and says why.
  const http = createServer({
    ...TIMEOUTS,
    keepAliveTimeout: isDirect ? IDLE_MS : IDLE_BEHIND_PROXY_MS,
    requireHostHeader: false,
  });
  http.timeout = STALLED_MS;
  // Node leaves out headers beyond a number, among them those that a proxy appends. Their bytes are
  // limited anyway.
  http.maxHeadersCount = 0;
  const pages = await parts.pages(http);
  const answer = answering((app, pageGame) => {
    parts.extend?.(app, { clock, rules, pageGame });
    pages.mount(app, pageGame);
  });
  // The app first: the socket server puts itself in front of the existing request listeners.
  http.on('request', (request, response) => {
    // Clients that come back open a new connection, which a balancer routes elsewhere.
    if (running.isDraining) response.shouldKeepAlive = false;
    answer(request, response);
  });
  const live = startLive({
    ...liveParts,
    http,
    allowedOrigin: (pageOrigin, host) => origin.allows({ origin: pageOrigin, host }),
    liveTickMs: config.liveTickMs,
    trustProxyHops,
    admit: admitToSockets({ budget, log, trustProxyHops }),
    socketsPerAddress,
    onPush: () => metrics.onPush(),
    onCorrected: () => metrics.onCorrected(),
    log,
  });
  operation.subscribe(() => live.statusChanged());
  const connections = guardConnections(http, {
    perAddress: isDirect ? socketsPerAddress * CONNECTIONS_PER_SOCKET : 0,
    budget: isDirect ? budget : null,
    takes: (request) => isWebSocketRequest(request) || pages.takes?.(request) === true,
  });
  metrics.watchProcess();
  const scraped = metricsServer(metrics, (error) => {
    log.error({ err: error }, 'the metrics could not be collected');
  });
  return {
    get url() {
      return urlOf(http, host);
    },
    get metricsUrl() {
      return metricsPort === null ? null : `${urlOf(scraped, metricsHost)}/metrics`;
    },
    async open() {
      if (metricsPort !== null) {
        await listen(scraped, { host: metricsHost, port: metricsPort }, 'METRICS_');
      }
      parts.onListening?.();
      await listen(http, config, '');
    },
    resync: () => live.resync(),
    sockets: () => live.sockets(),
    async close() {
      await live.close();
      await pages.close();
      await drain(http, connections);
      scraped.close();
      scraped.closeAllConnections();
    },
  };
}

/** Lets requests in progress end, within limits, and closes every connection. */
async function drain(http: Server, connections: Connections): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    // Nothing to close if the server never listened.
    http.close(() => resolve());
  });
  // A connection whose last request is answered would otherwise be kept open for the next one.
  const closingIdle = repeatedly(20, () => http.closeIdleConnections());
  // A peer that never reads would delay the end.
  const cuttingUpgraded = after(CLOSE_FRAME_MS, () => connections.cutUpgraded());
  const closingAll = after(DRAIN_MS, () => connections.cutAll());
  await closed;
  closingIdle.stop();
  cuttingUpgraded.stop();
  closingAll.stop();
}

/** Its URL, for a browser on this machine. */
function urlOf(http: Server, host: string): string {
  const address = http.address();
  if (address === null || typeof address === 'string')
    throw new Error('the server is not listening on a port');
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${address.port}`;
}
