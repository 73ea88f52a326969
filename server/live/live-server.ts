/**
 * The live protocol's server: Socket.IO on the game's HTTP server. It follows the board and tells
 * each room what changed; it never changes the game.
 */
import { ServerResponse, type IncomingMessage, type Server as HttpServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Server } from 'socket.io';
import { REFUSAL_HEADER, type SocketRefusalCode } from '../../common/protocol/refusals.ts';
import type { Vocabulary } from '../../common/protocol/since.ts';
import { clientVersion, isOfPage } from '../../common/protocol/version.ts';
import type { Board } from '../leaderboard/board.ts';
import { TokenBucket, type BucketLimits } from '../lib/token-bucket.ts';
import { handle } from './inbound/handlers.ts';
import { AddressLimit } from './inbound/address-limit.ts';
import { guardConnection } from './inbound/connection-gate.ts';
import { decode, judge } from './inbound/ingress.ts';
import type { Member } from './outbound/member.ts';
import { Pushes } from './outbound/pushes.ts';
import { cutOff } from './sockets/cut-off.ts';
import type { LiveIo, LiveSocket } from './sockets/live-socket.ts';

/** A page that is opened, left and opened again sends a handful of messages. */
const MESSAGE_LIMITS: BucketLimits = { burst: 20, perSecond: 5, floodAfter: 100 };

/** Bytes of one message of a client; the longest that the schemas allow has fewer than 200. */
const MAX_PAYLOAD_BYTES = 8 * 1024;

/** How long a transport that was told to close may take before it is left to its fate. */
const CLOSE_MS = 1000;

export interface LiveOptions {
  /** Requests outside /socket.io stay with the listeners that it has when this is called. */
  readonly http: HttpServer;
  readonly board: Board;
  /** Whether a page of this Origin may connect, given the Host that it asked for. */
  readonly allowedOrigin: (origin: string | undefined, host: string | undefined) => boolean;
  readonly liveTickMs: number;
  /** What limits count a handshake's caller by. */
  readonly callerKey: (handshake: IncomingMessage) => string;
  /** How many sockets a caller may hold; 0: no limit. */
  readonly socketsPerAddress: number;
  /** The game's clock, in ms. */
  readonly now: () => number;
  /** Told after everything that changed in a tick was sent. */
  readonly onPush?: () => void;
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
  const { http, board, allowedOrigin, callerKey, liveTickMs, now, onPush, vocabulary, log } =
    options;
  const addresses = new AddressLimit(options.socketsPerAddress, performance.now());
  let draining = false;
  const io: LiveIo = new Server(http, {
    path: '/socket.io',
    serveClient: false,
    transports: ['websocket', 'polling'],
    pingInterval: 25_000,
    pingTimeout: 20_000,
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
      } else if (!addresses.admits(callerKey(request), performance.now())) {
        const sentence = 'Too many connections from your address: close some, then try again.';
        refuse('too-many-connections', sentence);
      } else {
        answer(null, true);
      }
    },
  });
  const { adapter } = io.of('/');
  const pushes = new Pushes({ board, rooms: adapter, liveTickMs, onPush, vocabulary, log });

  io.engine.on('connection', (connection: LiveSocket['conn']) => {
    const key = callerKey(connection.request);
    addresses.opened(key, performance.now());
    connection.once('close', () => addresses.closed(key));
    guardConnection(connection, () => {
      log.warn({ address: key }, 'a connection that broke the protocol was closed');
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
      const gate = { bucket: socket.data.bucket, draining, version };
      const verdict = judge(incoming, gate, performance.now());
      switch (verdict.do) {
        case 'handle':
          handle({ board, now }, member, verdict.message, reply);
          break;
        case 'refuse':
          reply({ ok: false, error: verdict.error, code: verdict.code });
          break;
        case 'disconnect':
          log.warn(
            { address: callerKey(socket.conn.request) },
            'a socket that flooded was cut off',
          );
          socket.disconnect(true);
          break;
      }
    } catch (error) {
      log.error({ err: error }, 'a live message failed');
      reply({
        ok: false,
        error: 'Something went wrong here. Try again in a moment.',
        code: 'internal-error',
      });
    }
  }
}

/**
 * Puts the code into the answer to a handshake that is refused. Engine.IO keeps the answer at the request
 * where the transport is polling; the refusal of a WebSocket it writes itself, without our headers.
 */
function sayCode(request: IncomingMessage, code: SocketRefusalCode): void {
  if (!('res' in request) || !(request.res instanceof ServerResponse)) return;
  request.res.setHeader(REFUSAL_HEADER, code);
}
