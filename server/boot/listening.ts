/** The ports that the server answers at: from the first connection to the last answer. */
import type { Server } from 'node:http';
import type { Connections } from '../http/connections.ts';
import { ConfigError } from './config.ts';

/**
 * How long requests under way may take to end when the server closes: a command takes 4.5 s at most,
 * and its answer waits for the board 1 s more. With the notice to balancers and the sockets' closing
 * before it, all is over within 10 s.
 */
const DRAIN_MS = 5600;

/** How long a WebSocket's other end may take to say goodbye. */
const GOODBYE_MS = 1000;

/** Connections that may wait to be taken in: after a restart everyone comes back at once. */
const BACKLOG = 4096;

/** @throws ConfigError where the port is taken, by the name of the variable that says which it is. */
export function listen(
  http: Server,
  { host, port }: { readonly host: string; readonly port: number },
  variable: 'PORT' | 'METRICS_PORT',
): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new ConfigError([`${variable}: ${port} is taken by another program. Set another one.`])
          : error,
      );
    });
    http.listen({ port, host, backlog: BACKLOG }, resolve);
  });
}

/** Lets requests under way end, within bounds, and closes every connection. */
export async function drain(http: Server, connections: Connections): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    // Nothing to end where the server never listened.
    http.close(() => resolve());
  });
  // A connection whose last request is answered would be kept open for the next one.
  const closingIdle = setInterval(() => http.closeIdleConnections(), 20);
  // One that never reads would hold up the end.
  const cuttingUpgraded = setTimeout(() => connections.cutUpgraded(), GOODBYE_MS);
  const closingAll = setTimeout(() => connections.cutAll(), DRAIN_MS);
  await closed;
  clearInterval(closingIdle);
  clearTimeout(cuttingUpgraded);
  clearTimeout(closingAll);
}

/** Where it answers, for a browser on this machine. */
export function urlOf(http: Server, host: string): string {
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('no port is listened on');
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${address.port}`;
}
