/** A port for a server that can't choose one by itself. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/** One that nothing listens on, of this machine. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  server.close();
  await once(server, 'close');
  if (bound === null || typeof bound === 'string') throw new Error('there is no free port');
  return bound.port;
}
