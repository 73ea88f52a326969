/**
 * The live protocol's server: Socket.IO on the game's HTTP server. It follows the board and tells
 * each room what changed; it never changes the game.
 */
import {
  ServerResponse,
  STATUS_CODES,
  type IncomingMessage,
  type Server as HttpServer,
} from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Server } from 'socket.io';
import {
  HTTP_REFUSALS,
  REFUSAL_HEADER,
  type SocketRefusalCode,
} from '../../common/protocol/refusals.ts';
import type { Vocabulary } from '../../common/protocol/since.ts';
import { clientVersion, isOfPage } from '../../common/protocol/version.ts';
import type { Board } from '../leaderboard/board.ts';
import { TOO_MANY_REQUESTS, type AddressBudget } from '../lib/address-budget.ts';
import { callerAddress, callerKey } from '../lib/caller-address.ts';
import { TokenBucket, type BucketLimits } from '../lib/token-bucket.ts';
import { handle } from './inbound/handlers.ts';
import { AddressLimit } from './inbound/address-limit.ts';
import { guardConnection } from './inbound/connection-gate.ts';
import { decode, judge } from './inbound/ingress.ts';
import type { Member } from './outbound/member.ts';
import { keepPresence, type Exchange } from './presence.ts';
import { Pushes } from './outbound/pushes.ts';
import { cutOff, cutOffTransport } from './sockets/cut-off.ts';
import type { LiveIo, LiveSocket } from './sockets/live-socket.ts';

/** A page that is opened, left and opened again sends a handful of messages. */
const MESSAGE_LIMITS: BucketLimits = { burst: 20, perSecond: 5, floodAfter: 100 };

/** Bytes of one message of a client; the longest that the schemas allow has fewer than 200. */
const MAX_PAYLOAD_BYTES = 8 * 1024;

/** How long a transport that was told to close may take before it is left to its fate. */
const CLOSE_MS = 1000;

/** A client is asked for a sign of life so often, and has so long to give one. */
export const HEARTBEAT: Heartbeat = { intervalMs: 25_000, timeoutMs: 20_000 };

export interface Heartbeat {
  readonly intervalMs: number;
  readonly timeoutMs: number;
}

/** What is drawn on the budget of an address, in points. */
export interface SocketPoints {
  readonly handshake: number;
  /** Any other request of Engine.IO's. */
  readonly request: number;
  /** A packet, of whatever kind. */
  readonly packet: number;
  /** A message, beside its packet. */
  readonly message: number;
}

export interface LiveOptions {
  /** Requests outside /socket.io stay with the listeners that it has when this is called. */
  readonly http: HttpServer;
  readonly board: Board;
  /** Whether a page of this Origin may connect, given the Host that it asked for. */
  readonly allowedOrigin: (origin: string | undefined, host: string | undefined) => boolean;
  readonly liveTickMs: number;
  /** How a caller's address is found, which limits count by and the log names. */
  readonly trustProxyHops: number;
  /** What requests and messages draw on, by their callers' addresses. */
  readonly budget: AddressBudget;
  readonly points: SocketPoints;
  /** How many sockets a caller may hold; 0: no limit. */
  readonly socketsPerAddress: number;
  /** The game's clock, in ms. */
  readonly now: () => number;
  /** How processes tell each other how many watch at each. */
  readonly exchange: Exchange;
  /** Between two exchanges; by default the protocol's 2 s. */
  readonly presencePaceMs?: number | undefined;
  /** Told after everything that changed in a tick was sent. */
  readonly onPush?: () => void;
  readonly heartbeat?: Heartbeat;
  /** What clients of each version know; by default those of the protocol. */
  readonly vocabulary?: Vocabulary;
  readonly log: Logger;
}

export interface LiveServer {
  /** How many sockets are connected. */
  sockets(): number;
  /** After the board was loaded anew: asks everyone to fetch the list, and sends the rest itself. */
  resync(): void;
  /** Takes nobody in any more and closes every transport, so that clients connect elsewhere. */
  close(): Promise<void>;
}

export function startLive(options: LiveOptions): LiveServer {
  const { http, board, allowedOrigin, liveTickMs, now, onPush, vocabulary, log } = options;
  const { trustProxyHops, budget, points, heartbeat = HEARTBEAT } = options;
  const keyOf = (request: IncomingMessage) => callerKey(request, trustProxyHops);
  const addressOf = (request: IncomingMessage) => ({
    remoteAddress: callerAddress(request, trustProxyHops),
  });
  const addresses = new AddressLimit(options.socketsPerAddress, performance.now());
  let draining = false;
  const io: LiveIo = new Server(http, {
    path: '/socket.io',
    serveClient: false,
    transports: ['websocket', 'polling'],
    pingInterval: heartbeat.intervalMs,
    pingTimeout: heartbeat.timeoutMs,
    connectTimeout: 10_000,
    maxHttpBufferSize: MAX_PAYLOAD_BYTES,
    // Deflating every frame for every socket costs far more than it saves here.
    perMessageDeflate: false,
    // Asked for every handshake, of both transports. No CORS header is ever sent, so that a browser
    // keeps a foreign page from reading the polling transport as well.
    allowRequest(request, answer) {
      const refuse = (code: SocketRefusalCode, sentence: string) => {
        sayCode(request, code);
        answer(sentence, false);
      };
      if (draining) {
        refuse('draining', 'The server is restarting: connect again in a moment.');
      } else if (!allowedOrigin(request.headers.origin, request.headers.host)) {
        const sentence = 'Pages of this origin may not connect. Open the game at its own address.';
        refuse('foreign-origin', sentence);
      } else if (!addresses.admits(keyOf(request), performance.now())) {
        const sentence = 'Too many connections from your address: close some, then try again.';
        refuse('too-many-connections', sentence);
      } else {
        answer(null, true);
      }
    },
  });
  const { adapter } = io.of('/');
  const pushes = new Pushes({ board, rooms: adapter, liveTickMs, onPush, vocabulary, log });

  const presence = keepPresence({
    exchange: options.exchange,
    count: () => pushes.count(),
    onFigures: (figures) => pushes.watching(figures),
    paceMs: options.presencePaceMs,
  });

  io.engine.use((request: IncomingMessage, response: unknown, next: () => void) => {
    // Cut off already: nobody reads an answer.
    if (request.socket.destroyed) return;
    const isHandshake = !/[?&]sid=/.test(request.url ?? '');
    const spent = budget.spend(keyOf(request), isHandshake ? points.handshake : points.request);
    if (!spent?.isPast) {
      next();
      return;
    }
    if (spent.isFirstPast) log.warn(addressOf(request), 'an address is past its budget');
    refuseRequest(request, response, spent.resetS);
  });

  io.engine.on('connection', (connection: LiveSocket['conn']) => {
    const key = keyOf(connection.request);
    addresses.opened(key);
    connection.once('close', (reason: string) => {
      addresses.closed(key);
      // By itself ws waits another 30 s for the goodbye of one that gives no sign of life.
      if (reason === 'ping timeout') cutOffTransport(connection.transport);
    });
    const isPayable = () => !budget.spend(key, points.packet)?.isFarPast;
    guardConnection(connection, isPayable, () => {
      log.warn(addressOf(connection.request), 'a connection that broke the protocol was closed');
    });
  });

  io.on('connection', (socket) => {
    socket.data = { bucket: new TokenBucket(MESSAGE_LIMITS, performance.now()), wallet: null };
    const { auth, headers } = socket.handshake;
    const member = pushes.add(socket, clientVersion(auth['version'], isOfPage(headers)));
    socket.onAny((...packet: unknown[]) => receive(member, packet));
  });

  return {
    sockets: () => io.of('/').sockets.size,
    resync: () => pushes.resync(),
    async close() {
      draining = true;
      pushes.close();
      // The engine alone: `io.close` would close the HTTP server too, which is not ours. Clients
      // whose transport closes come back by themselves; told to disconnect, they would not.
      io.engine.close();
      const deadline = performance.now() + CLOSE_MS;
      while (io.engine.clientsCount > 0 && performance.now() < deadline) await sleep(10);
      await presence.close();
    },
  };

  function receive(member: Member, packet: readonly unknown[]): void {
    const { socket, version } = member;
    const incoming = decode(packet);
    const { reply } = incoming;
    try {
      // Its answers would only wait as well; it may come back when it reads.
      if (member.isClogged) {
        cutOff(socket.conn);
        return;
      }
      pushes.settle(member);
      const { bucket } = socket.data;
      const isPastBudget = budget.spend(keyOf(socket.request), points.message)?.isPast ?? false;
      const gate = { bucket, isPastBudget, draining, version };
      const verdict = judge(incoming, gate, performance.now());
      switch (verdict.do) {
        case 'handle':
          handle({ board, now, figures: () => pushes.figures }, member, verdict.message, reply);
          break;
        case 'refuse':
          reply({ ok: false, error: verdict.error, code: verdict.code });
          break;
        case 'disconnect':
          log.warn(addressOf(socket.request), 'a socket that flooded was cut off');
          socket.disconnect(true);
          break;
      }
    } catch (error) {
      log.error({ err: error, ...addressOf(socket.request) }, 'a live message failed');
      reply({
        ok: false,
        error: 'Something went wrong here. Try again in a moment.',
        code: 'internal-error',
      });
    }
  }
}

/** Refuses a request of an address that is past its budget; an upgrade's answer is written by hand. */
function refuseRequest(request: IncomingMessage, response: unknown, retryAfterS: number): void {
  const code = 'too-many-requests';
  const status = HTTP_REFUSALS[code];
  const headers = {
    'Retry-After': String(retryAfterS),
    [REFUSAL_HEADER]: code,
    'Cache-Control': 'no-store',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(TOO_MANY_REQUESTS.length),
  };
  if (response instanceof ServerResponse) {
    response.writeHead(status, headers).end(TOO_MANY_REQUESTS);
    return;
  }
  const lines = Object.entries({ ...headers, Connection: 'close' }).map((pair) => pair.join(': '));
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n');
  request.socket.end(`${head}\r\n\r\n${TOO_MANY_REQUESTS}`, () => request.socket.destroy());
}

/**
 * Puts the code into the answer to a handshake that is refused. Engine.IO keeps the answer at the request
 * where the transport is polling; the refusal of a WebSocket it writes itself, without our headers.
 */
function sayCode(request: IncomingMessage, code: SocketRefusalCode): void {
  if (!('res' in request) || !(request.res instanceof ServerResponse)) return;
  request.res.setHeader(REFUSAL_HEADER, code);
}
