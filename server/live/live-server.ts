/**
 * The live protocol's server: Socket.IO on the game's HTTP server. It follows the board and sends
 * each room what changed; it never changes the game.
 */
import { ServerResponse, type IncomingMessage, type Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { Server } from 'socket.io';
import { REFUSAL_HEADER, type SocketRefusalCode } from '../../common/protocol/refusals.ts';
import { clientVersion } from '../../common/protocol/version.ts';
import { Budget } from '../lib/budget.ts';
import { callerAddress, callerKey, callerNetwork, callerNetworks } from '../lib/caller-address.ts';
import { monotonicNow, sleep } from '../lib/machine.ts';
import { TokenBucket, type BucketLimits } from '../lib/token-bucket.ts';
import { LINES_PER_CALLER } from '../observe/log.ts';
import { handle } from './inbound/handlers.ts';
import { limitAddresses, type AddressLimit } from './inbound/address-limit.ts';
import { cutOff, GatedWebSockets, guardConnection } from './inbound/connection-gate.ts';
import { checkMessage, decode } from './inbound/ingress.ts';
import type { Member } from './outbound/member.ts';
import { browserOf, keepPresence, peopleIn, type PublishNotice } from './presence.ts';
import { Pushes, type PushOptions } from './outbound/pushes.ts';
import type { LiveIo, LiveSocket } from './sockets/live-socket.ts';

/** A page that is opened, left and reopened sends a handful of messages. */
const MESSAGE_LIMITS: BucketLimits = { burst: 20, perSecond: 5, floodAfter: 100 };

const LIVE_PATH = '/socket.io';

/** Bytes in one client message; the longest that the schemas allow is under 200. */
const MAX_PAYLOAD_BYTES = 8 * 1024;

/** Of one network, so many corrected screens count in an hour: anyone may say that theirs was. */
const CORRECTED_PER_HOUR = 1;
const HOUR_MS = 60 * 60_000;

/** How long a closing transport is waited for. */
const CLOSE_MS = 1000;

/** How often a client is pinged, and how long it has to answer. */
const HEARTBEAT = { intervalMs: 25_000, timeoutMs: 20_000 };

/** What each action costs the address's budget, in points, as requests do (`http/limits.ts`). */
export const SOCKET_POINTS = {
  /** Of either transport. */
  handshake: 3,
  /** Any other Engine.IO request: of a polling session, or an upgrade. */
  request: 2,
  /** Of any kind. */
  packet: 1,
  /** In addition to its packet. */
  message: 3,
} as const;

export interface LiveOptions extends Pick<
  PushOptions,
  'status' | 'board' | 'race' | 'liveTickMs' | 'onPush' | 'windowRows'
> {
  /** Requests outside /socket.io go to the listeners already attached when this is called. */
  readonly http: HttpServer;
  /** True if a page of this Origin may connect, given the Host that it requested. */
  readonly allowedOrigin: (origin: string | undefined, host: string | undefined) => boolean;
  /** How a caller's address is found; limits count by it and the log names it. */
  readonly trustProxyHops: number;
  /**
   * Charges a request of Engine.IO's, and refuses it to where its answer goes if it is past the
   * budget of its address; false if it did.
   */
  readonly admit: (
    request: IncomingMessage,
    to: ServerResponse | Duplex,
    points: number,
  ) => boolean;
  /** Packets and messages are charged to it, by their callers' addresses. */
  readonly budget: Budget;
  /** How many sockets one address may hold; 0: no limit. */
  readonly socketsPerAddress: number;
  /** The game's clock, in ms. */
  readonly now: () => number;
  /** How processes share their watcher counts. */
  readonly publishNotice: PublishNotice;
  /** Between two notices; defaults to the protocol's 2 s. */
  readonly presencePaceMs?: number | undefined;
  /** Called for a screen that was put right, at most once an hour and network. */
  readonly onCorrected?: () => void;
  readonly heartbeat?: typeof HEARTBEAT | undefined;
  readonly log: Logger;
}

/**
 * Whether it asks for a WebSocket of ours, in words that are understood; what it may do is looked
 * at later.
 */
export function isWebSocketRequest({ method, url, headers }: IncomingMessage): boolean {
  const isOurs = url?.startsWith(`${LIVE_PATH}/`) === true && method === 'GET';
  return isOurs && headers.upgrade?.toLowerCase() === 'websocket';
}

export function startLive(options: LiveOptions) {
  const { status, board, race, liveTickMs, onPush, windowRows, log, trustProxyHops } = options;
  const addresses = limitAddresses(options.socketsPerAddress, monotonicNow());
  let draining = false;
  const io = openSockets(options, addresses, () => draining);
  const { adapter } = io.of('/');
  const pushes = new Pushes({
    status,
    board,
    race,
    rooms: adapter,
    liveTickMs,
    onPush,
    log,
    windowRows,
  });

  const presence = keepPresence({
    publishNotice: options.publishNotice,
    count: () => peopleIn(adapter.rooms, (id) => io.of('/').sockets.get(id)?.data),
    onFigures: (figures) => pushes.watching(figures),
    paceMs: options.presencePaceMs,
  });

  const warn = createWarnings(options);
  guardEngine(io, options, addresses, warn);
  const receive = createReceiver(options, pushes, warn, () => draining);
  io.on('connection', (socket) => {
    const { auth } = socket.handshake;
    socket.data = {
      bucket: new TokenBucket(MESSAGE_LIMITS, monotonicNow()),
      version: clientVersion(auth['version']),
      address: callerKey(socket.request, trustProxyHops),
      browser: browserOf(auth['browser']),
    };
    const member = pushes.add(socket);
    socket.onAny((...packet: unknown[]) => receive(member, packet));
  });

  return {
    /** The number of connected sockets. */
    sockets: () => io.of('/').sockets.size,
    /**
     * After the board changed without a commit or a load: asks everyone to fetch the list, and
     * pushes the rest itself.
     */
    resync: () => pushes.resync(),
    /** Sends everyone what operators have set now. */
    statusChanged: () => pushes.statusChanged(),
    /** Stops admitting clients and closes every transport, so that clients reconnect elsewhere. */
    async close(): Promise<void> {
      draining = true;
      pushes.close();
      // Close only the engine: `io.close` would also close the HTTP server, which is not ours.
      // Clients whose transport closes reconnect by themselves; clients told to disconnect would
      // not.
      io.engine.close();
      const deadline = monotonicNow() + CLOSE_MS;
      while (io.engine.clientsCount > 0 && monotonicNow() < deadline) await sleep(10);
      await presence.close();
    },
  };
}

/** Attaches Socket.IO to the HTTP server; each handshake is refused or let in. */
function openSockets(
  { http, allowedOrigin, trustProxyHops, heartbeat = HEARTBEAT }: LiveOptions,
  addresses: AddressLimit,
  isDraining: () => boolean,
): LiveIo {
  return new Server(http, {
    path: LIVE_PATH,
    serveClient: false,
    transports: ['websocket', 'polling'],
    pingInterval: heartbeat.intervalMs,
    pingTimeout: heartbeat.timeoutMs,
    connectTimeout: 10_000,
    maxHttpBufferSize: MAX_PAYLOAD_BYTES,
    // Deflating every frame for every socket costs far more than it saves here.
    perMessageDeflate: false,
    wsEngine: GatedWebSockets,
    // Called for every handshake, on both transports. No CORS header is ever sent, so browsers also
    // keep foreign pages from reading the polling transport.
    allowRequest(request, answer) {
      const refuse = (code: SocketRefusalCode, sentence: string) => {
        sayCode(request, code);
        answer(sentence, false);
      };
      if (isDraining()) {
        refuse('draining', 'The server is restarting: connect again in a moment.');
      } else if (!allowedOrigin(request.headers.origin, request.headers.host)) {
        const sentence = 'Pages of this origin may not connect. Open the game at its own address.';
        refuse('foreign-origin', sentence);
      } else if (!addresses.admits(callerKey(request, trustProxyHops), monotonicNow())) {
        const sentence = 'Too many connections from your address: close some, then try again.';
        refuse('too-many-connections', sentence);
      } else {
        answer(null, true);
      }
    },
  });
}

type Warn = (request: IncomingMessage, words: string) => void;

function createWarnings({ trustProxyHops, log }: LiveOptions): Warn {
  const warnings = new Budget(LINES_PER_CALLER);
  return (request, words) => {
    if (warnings.take(callerNetworks(request, trustProxyHops)).isPast) return;
    log.warn(addressOf(request, trustProxyHops), words);
  };
}

function addressOf(request: IncomingMessage, trustProxyHops: number) {
  return { remoteAddress: callerAddress(request, trustProxyHops) };
}

/** Charges Engine.IO’s requests, and guards its connections. */
function guardEngine(
  io: LiveIo,
  { admit, budget, trustProxyHops }: LiveOptions,
  addresses: AddressLimit,
  warn: Warn,
): void {
  io.engine.use((request: IncomingMessage, response: unknown, next: () => void) => {
    // Already cut off: nobody reads an answer.
    if (request.socket.destroyed) return;
    const isHandshake = !/[?&]sid=/.test(request.url ?? '');
    const to = response instanceof ServerResponse ? response : request.socket;
    const { handshake, request: other } = SOCKET_POINTS;
    if (admit(request, to, isHandshake ? handshake : other)) next();
  });

  io.engine.on('connection', (connection: LiveSocket['conn']) => {
    const key = callerKey(connection.request, trustProxyHops);
    addresses.opened(key);
    connection.once('close', () => addresses.closed(key));
    const isPayable = () => !budget.spend(key, SOCKET_POINTS.packet).isFarPast;
    guardConnection(connection, isPayable, () => {
      warn(connection.request, 'a connection that broke the protocol was closed');
    });
  });
}

/** Carries each packet of a socket through ingress to its handler. */
function createReceiver(
  options: LiveOptions,
  pushes: Pushes,
  warn: Warn,
  isDraining: () => boolean,
) {
  const { board, now, budget, trustProxyHops, log } = options;
  const corrections = new Budget(CORRECTED_PER_HOUR, HOUR_MS);

  return (member: Member, packet: readonly unknown[]): void => {
    const { socket } = member;
    const { bucket, version, address } = socket.data;
    const incoming = decode(packet);
    const { reply } = incoming;
    try {
      // Its replies would only queue as well; it may reconnect once it reads.
      if (member.isClogged) {
        cutOff(socket.conn);
        return;
      }
      pushes.settle(member);
      const isPastBudget = budget.spend(address, SOCKET_POINTS.message).isPast;
      const gate = { bucket, isPastBudget, draining: isDraining(), version };
      const verdict = checkMessage(incoming, gate, monotonicNow());
      switch (verdict.do) {
        case 'handle':
          handle({ board, now, pushes, onCorrected }, member, verdict.message, reply);
          break;
        case 'refuse':
          reply({ ok: false, error: verdict.error, code: verdict.code });
          break;
        case 'disconnect':
          warn(socket.request, 'a socket that flooded was cut off');
          socket.disconnect(true);
          break;
      }
    } catch (error) {
      log.error(
        { err: error, ...addressOf(socket.request, trustProxyHops) },
        'a live message failed',
      );
      reply({
        ok: false,
        error: 'Something went wrong here. Try again in a moment.',
        code: 'internal-error',
      });
    }
  };

  function onCorrected({ socket }: Member): void {
    const { request, data, rooms } = socket;
    // Only this room has digests, the first one on joining it.
    if (!rooms.has('all')) return;
    if (corrections.spend(callerNetwork(request, trustProxyHops), 1).isPast) return;
    const { version } = data;
    log.warn(
      { ...addressOf(request, trustProxyHops), version },
      'a screen differed from its digest, and was put right',
    );
    options.onCorrected?.();
  }
}

/**
 * Puts the code into the answer to a refused handshake. On polling, Engine.IO keeps the response on
 * the request; it writes the refusal of a WebSocket itself, without our headers.
 */
function sayCode(request: IncomingMessage, code: SocketRefusalCode): void {
  if (!('res' in request) || !(request.res instanceof ServerResponse)) return;
  request.res.setHeader(REFUSAL_HEADER, code);
}
