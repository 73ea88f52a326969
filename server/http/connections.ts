/**
 * The server's connections, whatever protocol they carry: how many an address may open, that a
 * request begins only when the previous one on its connection is answered, what becomes of bytes
 * that are no request and of offers to change the protocol, and how connections end. Silent
 * connections, slow ones, and those that leave an answer unread are ended by Node's own timeouts.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { KeyCounts, type Budget } from '../lib/budget.ts';
import { connectionKey } from '../lib/caller-address.ts';
import { after, defer } from '../lib/machine.ts';
import { refuse, type Refusal } from './problem.ts';

/**
 * Requests that one connection may have unanswered, including the one in progress; browsers and
 * proxies have one.
 */
const MOST_UNANSWERED = 16;
/**
 * What exceeding that costs: one read may hold thousands of requests, each of which gets parsed all
 * the same.
 */
const FLOOD_POINTS = 10_000;
/** What a body that is left unread costs: one read of it holds ten thousand chunks. */
const UNREAD_POINTS = 1000;
/** What is refused before it is a request costs about as much as a short answer. */
const REFUSED_POINTS = 6;

/** How long the peer's side of a connection may stay open after ours is closed. */
const HALF_OPEN_MS = 1000;

/** What Node can't parse, by its error's code. */
const UNPARSED: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    code: 'headers-too-large',
    message: 'The headers are too large: send fewer of them.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    code: 'request-timeout',
    message: 'The request did not come to its end in time. Send it again.',
  },
};
const MALFORMED: Refusal = {
  code: 'malformed-request',
  message: 'That is not a well-formed HTTP request.',
};
const NO_OTHER_PROTOCOL: Refusal = {
  code: 'malformed-request',
  message: 'Send the request without an Upgrade header.',
};

/** Headers that belong to an offer, and one that says how the connection goes on. */
const OF_THE_OFFER = new Set(['connection', 'upgrade', 'http2-settings', 'keep-alive']);

export type Connections = ReturnType<typeof guardConnections>;

/**
 * Call it once every other part listens to the server: it goes in front of all of them and passes
 * each request on once the ones before it are answered. With two answers in progress on one
 * connection, the later one would stay in memory until the first is read and, if the connection
 * closed, would never learn that nobody waits for it.
 * @param limits.perAddress how many connections an address may hold, by peer address; 0: no limit.
 * @param limits.budget charged when a connection floods; an address far past its budget is not let
 * in. Null behind a proxy, whose connections are shared by everyone.
 * @param limits.takes whether one of the listeners for 'upgrade' takes the connection.
 */
export function guardConnections(
  http: Server,
  limits: {
    readonly perAddress: number;
    readonly budget: Budget | null;
    readonly takes: (offer: IncomingMessage) => boolean;
  },
) {
  const { perAddress, budget, takes } = limits;
  /** With the keys of their addresses. */
  const open = new Map<Duplex, string>();
  const upgraded = new Set<Duplex>();
  const counts = new KeyCounts();
  /** The responses to a connection's unanswered requests, oldest first. */
  const unanswered = new WeakMap<Duplex, Set<ServerResponse>>();

  http.on('connection', (socket) => {
    // One whose offer was ignored.
    if (open.has(socket)) return;
    const key = connectionKey(socket);
    if ((perAddress > 0 && counts.of(key) >= perAddress) || budget?.spend(key, 0).isFarPast) {
      socket.destroy();
      return;
    }
    counts.add(key, 1);
    open.set(socket, key);
    socket.once('close', () => {
      open.delete(socket);
      counts.add(key, -1);
    });
  });

  const takers = http.listeners('upgrade');
  http.removeAllListeners('upgrade');
  http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Node has removed its own listener, and a refused upgrade may be answered on a reset
    // connection.
    socket.on('error', () => socket.destroy());
    if (!takes(request)) {
      ignoreOffer(request, socket, head);
      return;
    }
    upgraded.add(socket);
    // HTTP's timeouts no longer apply, and a peer that leaves its side half open would stay
    // forever.
    socket.once('finish', () => after(HALF_OPEN_MS, () => socket.destroy()).unref());
    socket.once('close', () => upgraded.delete(socket));
    for (const take of takers) take.call(http, request, socket, head);
  });

  const answering = http.listeners('request');
  http.removeAllListeners('request');
  http.on('request', (request, response) => {
    const { socket } = request;
    if (socket.destroyed) {
      // Otherwise Node ends it with an error and its stack: a quarter of what a flooding connection
      // costs.
      request.destroy();
      return;
    }
    const waiting = unanswered.get(socket) ?? new Set();
    unanswered.set(socket, waiting);
    waiting.add(response);
    // One read may hold thousands of requests, and all of them would be answered before anyone
    // else's.
    if (waiting.size > MOST_UNANSWERED) {
      budget?.spend(connectionKey(socket), FLOOD_POINTS);
      socket.destroy();
    } else if (waiting.size === 1) begin(response, waiting);
  });

  http.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else afterAnswers(socket, () => refuseUnparsed(error, socket));
  });

  // Node takes it for no request; it is admitted, and refused, as all are.
  http.on('checkExpectation', (request, response) => http.emit('request', request, response));

  function begin(response: ServerResponse, waiting: Set<ServerResponse>): void {
    const { req: request } = response;
    response.once('close', () => {
      waiting.delete(response);
      const [next] = waiting;
      if (next && !request.socket.destroyed) begin(next, waiting);
    });
    response.once('finish', () => leaveUnread(request));
    for (const answer of answering) answer.call(http, request, response);
  }

  /**
   * Ends a connection whose request is answered, but goes on in chunks. Node would read them until
   * the request's timeout, and one read may hold ten thousand. What has a length comes in whole
   * reads, and is read.
   */
  function leaveUnread({ socket, complete, headers }: IncomingMessage): void {
    if (complete || headers['transfer-encoding'] === undefined) return;
    budget?.spend(connectionKey(socket), UNREAD_POINTS);
    // Node starts to read the rest in this tick. The peer has time to read the answer: unread bytes
    // reset a connection.
    process.nextTick(() => {
      socket.pause();
      socket.end();
      after(HALF_OPEN_MS, () => socket.destroy()).unref();
    });
  }

  /**
   * Answers are matched to requests only by their order: waits until every complete request is
   * answered.
   */
  function afterAnswers(socket: Duplex, answer: () => void): void {
    const waiting = [...(unanswered.get(socket) ?? [])];
    const before = waiting.find(({ req }) => req.complete);
    if (!socket.writable) socket.destroy();
    else if (before) before.once('close', () => defer(() => afterAnswers(socket, answer)));
    else answer();
  }

  function refuseUnparsed(error: NodeJS.ErrnoException, socket: Duplex): void {
    const waiting = [...(unanswered.get(socket) ?? [])];
    // Half an answer that nobody will finish: a refusal would be read as part of it.
    if (waiting.some(({ headersSent }) => headersSent)) socket.destroy();
    else refuseOn(socket, UNPARSED[error.code ?? ''] ?? MALFORMED);
  }

  /** Refuses what never is a request, and ends its connection. */
  function refuseOn(socket: Duplex, refusal: Refusal): void {
    const key = open.get(socket);
    if (key !== undefined) budget?.spend(key, REFUSED_POINTS);
    refuse(socket, refusal);
  }

  /**
   * An offer to change the protocol (RFC 9110, §7.8) that nobody takes is ignored by GET and HEAD,
   * which are answered as HTTP/1.1, and refused otherwise; either ends the connection. Node takes
   * each such connection out of HTTP, with its timeouts, whether anybody wants it or not.
   */
  function ignoreOffer(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    afterAnswers(socket, () => {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        refuseOn(socket, NO_OTHER_PROTOCOL);
      } else {
        // Node takes the connection again, with the same request but for the offer, as its last.
        socket.unshift(Buffer.concat([withoutOffer(request), head]));
        http.emit('connection', socket);
      }
    });
  }

  return {
    /** Cuts off every connection that was upgraded to another protocol, such as WebSocket. */
    cutUpgraded: () => cut(upgraded),
    /** Cuts off every connection. */
    cutAll: () => cut(open.keys()),
  };
}

function withoutOffer({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n] ?? '';
    if (!OF_THE_OFFER.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[n + 1]}`);
  }
  return Buffer.from([...lines, 'Connection: close', '', ''].join('\r\n'), 'latin1');
}

function cut(connections: Iterable<Duplex>): void {
  for (const connection of connections) connection.destroy();
}
