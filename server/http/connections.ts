/**
 * The server's connections, whatever travels on them: how many an address may hold, that a request on one
 * begins when the one before it is answered, and how they end. A silent one, a slow one, and one whose
 * answer is not read end by Node's own timeouts.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AddressBudget } from '../lib/address-budget.ts';
import { connectionKey } from '../lib/caller-address.ts';

/** Requests that one connection may have unanswered, one of them begun; browsers and proxies have one. */
const MOST_UNANSWERED = 16;
/** What it costs to have more: one read may hold thousands, each of which is parsed for all that. */
const FLOOD_POINTS = 10_000;

/** How long the other end of a connection may stay open once ours is closed. */
const HALF_OPEN_MS = 1000;

/** A request that waits for its answer. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export interface Connections {
  /** The requests of a connection that are not answered yet, oldest first. */
  unanswered(connection: Duplex): readonly Exchange[];
  /** Cuts off every connection that became another protocol's, a WebSocket's. */
  cutUpgraded(): void;
  /** Cuts off every connection. */
  cutAll(): void;
}

/**
 * Called once every part listens to the server: it is ahead of all of them, and tells them of a request
 * when its turn comes. Of two answers under way on a connection the later one would lie in memory until
 * the first is read, and, where the connection ends, would never be told that nobody waits for it.
 * @param limits.perAddress how many connections an address may hold, by their other ends; 0: no limit.
 * @param limits.budget what a connection that floods draws on; an address far past it is not let in.
 * Null behind a proxy, whose connections are everyone's.
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
    // HTTP's timeouts hold no more, and one that leaves its own half open would stay for ever.
    socket.once('finish', () => setTimeout(() => socket.destroy(), HALF_OPEN_MS).unref());
    socket.once('close', () => upgraded.delete(socket));
  });

  const answering = http.listeners('request');
  http.removeAllListeners('request');
  http.on('request', (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const waiting = exchanges.get(socket) ?? new Set();
    exchanges.set(socket, waiting);
    const exchange = { request, response };
    waiting.add(exchange);
    // One read may hold thousands of requests, all of which would be answered before anyone else's.
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
