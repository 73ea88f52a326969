/**
 * The server's connections, whatever protocol they carry: how many an address may hold, that a request
 * begins only when the previous one on its connection is answered, and how they end. Silent connections,
 * slow ones, and those that leave an answer unread are ended by Node's own timeouts.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AddressBudget } from '../lib/address-budget.ts';
import { connectionKey } from '../lib/caller-address.ts';
import { after } from '../lib/machine.ts';

/**
 * Requests that one connection may have unanswered, including the one in progress; browsers and proxies
 * have one.
 */
const MOST_UNANSWERED = 16;
/**
 * What exceeding that costs: one read may hold thousands of requests, each of which gets parsed all the
 * same.
 */
const FLOOD_POINTS = 10_000;

/** How long the peer's side of a connection may stay open after ours is closed. */
const HALF_OPEN_MS = 1000;

/** A request waiting for its answer. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export interface Connections {
  /** The unanswered requests of a connection, oldest first. */
  unanswered(connection: Duplex): readonly Exchange[];
  /** Cuts off every connection that was upgraded to another protocol, such as WebSocket. */
  cutUpgraded(): void;
  /** Cuts off every connection. */
  cutAll(): void;
}

/**
 * Call it once every other part listens to the server: it goes in front of all of them and passes each
 * request on when its turn comes. With two answers in progress on one connection, the later one would stay
 * in memory until the first is read and, if the connection closed, would never learn that nobody waits for
 * it.
 * @param limits.perAddress how many connections an address may hold, by peer address; 0: no limit.
 * @param limits.budget charged when a connection floods; an address far past its budget is not let in. Null
 * behind a proxy, whose connections are shared by everyone.
 */
export function watchConnections(
  http: Server,
  { perAddress, budget }: { readonly perAddress: number; readonly budget: AddressBudget | null },
): Connections {
  const open = new Set<Duplex>();
  const upgraded = new Set<Duplex>();
  const countByKey = new Map<string, number>();
  const exchanges = new WeakMap<Duplex, Set<Exchange>>();

  http.on('connection', (socket) => {
    // One that was handed to Node again (offers.ts).
    if (open.has(socket)) return;
    const key = connectionKey(socket);
    const count = (countByKey.get(key) ?? 0) + 1;
    if ((perAddress > 0 && count > perAddress) || budget?.isFarPast(key)) {
      socket.destroy();
      return;
    }
    countByKey.set(key, count);
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      const left = (countByKey.get(key) ?? 0) - 1;
      if (left > 0) countByKey.set(key, left);
      else countByKey.delete(key);
    });
  });

  http.prependListener('upgrade', (_request, socket) => {
    upgraded.add(socket);
    // Node has removed its own listener, and a refused upgrade may be answered on a reset connection.
    socket.on('error', () => socket.destroy());
    // HTTP's timeouts no longer apply, and a peer that leaves its side half open would stay forever.
    socket.once('finish', () => after(HALF_OPEN_MS, () => socket.destroy()).unref());
    socket.once('close', () => upgraded.delete(socket));
  });

  const answering = http.listeners('request');
  http.removeAllListeners('request');
  http.on('request', (request, response) => {
    const { socket } = request;
    if (socket.destroyed) {
      // Otherwise Node ends it with an error and its stack: a quarter of what a flooding connection costs.
      request.destroy();
      return;
    }
    const waiting = exchanges.get(socket) ?? new Set();
    exchanges.set(socket, waiting);
    const exchange = { request, response };
    waiting.add(exchange);
    // One read may hold thousands of requests, and all of them would be answered before anyone else's.
    if (waiting.size > MOST_UNANSWERED) {
      budget?.spend(connectionKey(socket), FLOOD_POINTS);
      socket.destroy();
    } else if (waiting.size === 1) begin(exchange, waiting);
  });

  function begin(exchange: Exchange, waiting: Set<Exchange>): void {
    const { request, response } = exchange;
    response.once('close', () => {
      waiting.delete(exchange);
      const [next] = waiting;
      if (next && !request.socket.destroyed) begin(next, waiting);
    });
    for (const answer of answering) answer.call(http, request, response);
  }

  return {
    unanswered: (connection) => [...(exchanges.get(connection) ?? [])],
    cutUpgraded: () => cut(upgraded),
    cutAll: () => cut(open),
  };
}

function cut(connections: Iterable<Duplex>): void {
  for (const connection of connections) connection.destroy();
}
