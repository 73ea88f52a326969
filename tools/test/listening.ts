/** Ports of this machine for the servers of tests. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Lets it listen on a free port. @returns the port. */
export async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the server has no port');
  return bound.port;
}

/** For a server that can't choose one by itself: a port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  server.close();
  await once(server, 'close');
  return port;
}
