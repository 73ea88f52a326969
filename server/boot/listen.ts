/** Listens where the configuration says, and names the variable if it can't. */
import { createServer, type Server } from 'node:http';
import { ConfigError, type DevelopmentConfig } from './config.ts';

/** Connections that may wait to be accepted: after a restart everyone reconnects together. */
const BACKLOG = 4096;

/**
 * @param kind what the names of the variables that set the address begin with.
 * @throws ConfigError if it can't listen there, naming the variable.
 */
export function listen(
  http: Server,
  { host, port }: { readonly host: string; readonly port: number },
  kind: '' | 'METRICS_',
): Promise<void> {
  const noAddress = `${kind}HOST: ${host} is no address of this machine. Set one that is, such as 127.0.0.1.`;
  const objections = new Map([
    ['EADDRINUSE', `${kind}PORT: ${port} is taken by another program. Set another one.`],
    ['EACCES', `${kind}PORT: this user may not listen on ${port}. Set one above 1023.`],
    ['EADDRNOTAVAIL', noAddress],
    ['ENOTFOUND', noAddress],
  ]);
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      const objection = objections.get(error.code ?? '');
      reject(objection ? new ConfigError([objection]) : error);
    });
    http.listen({ port, host, backlog: BACKLOG }, resolve);
  });
}

/**
 * Checks that the server can listen, before a slow start that would fail by it.
 * @throws ConfigError if not, naming the variable.
 */
export async function assertCanListen(
  config: Pick<DevelopmentConfig, 'port' | 'host' | 'metricsPort' | 'metricsHost'>,
): Promise<void> {
  const { port, host, metricsPort, metricsHost } = config;
  const addresses = [
    ['', { port, host }],
    ['METRICS_', { port: metricsPort ?? 0, host: metricsHost }],
  ] as const;
  for (const [kind, address] of addresses) {
    // Any free one.
    if (address.port === 0) continue;
    const http = createServer();
    await listen(http, address, kind);
    await new Promise((resolve) => http.close(resolve));
  }
}
