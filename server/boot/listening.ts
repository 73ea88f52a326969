/** The ports that the server listens on: from the first connection to the last answer. */
import type { Server } from 'node:http';
import type { Connections } from '../http/connections.ts';
import { after, repeatedly } from '../lib/machine.ts';
import { ConfigError } from './config.ts';

/**
 * How long requests in progress may take to end when the server closes: a command takes 4.5 s at most, and
 * its answer waits for the board 1 s more. Together with the preceding notice to balancers and the closing
 * of sockets, all is over within 10 s.
 */
const DRAIN_MS = 5600;

/** How long a WebSocket's peer may take to send its close frame. */
const GOODBYE_MS = 1000;

/** Connections that may wait to be accepted: after a restart everyone reconnects together. */
const BACKLOG = 4096;

/** @throws ConfigError if the port is taken, naming the variable that sets it. */
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

/** Lets requests in progress end, within limits, and closes every connection. */
export async function drain(http: Server, connections: Connections): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    // Nothing to close if the server never listened.
    http.close(() => resolve());
  });
  // A connection whose last request is answered would otherwise be kept open for the next one.
  const closingIdle = repeatedly(20, () => http.closeIdleConnections());
  // A peer that never reads would delay the end.
  const cuttingUpgraded = after(GOODBYE_MS, () => connections.cutUpgraded());
  const closingAll = after(DRAIN_MS, () => connections.cutAll());
  await closed;
  closingIdle.stop();
  cuttingUpgraded.stop();
  closingAll.stop();
}

/** Its URL, for a browser on this machine. */
export function urlOf(http: Server, host: string): string {
  const address = http.address();
  if (address === null || typeof address === 'string')
    throw new Error('the server is not listening on a port');
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${address.port}`;
}
