/** A port for a server that can't choose one by itself. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { listening } from './listening.ts';

/** One that nothing listens on, of this machine. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  server.close();
  await once(server, 'close');
  return port;
}
