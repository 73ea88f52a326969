/** `npm start`: the server with the built pages, until it is told to end. */
import { join } from 'node:path';
import { loadConfig } from './config.ts';
import { staticPages } from './http/static-pages.ts';
import { startServer } from './main.ts';

/** The build puts the pages beside the server. */
const PAGES = join(import.meta.dirname, '..', 'client');

async function start(): Promise<void> {
  const server = await startServer({
    config: loadConfig('production'),
    pages: () => staticPages(PAGES),
  });
  console.log(`Denaria plays at ${server.url}`);

  let ending = false;
  const end = async () => {
    // A second signal, from an impatient operator, ends it at once.
    if (ending) process.exit(1);
    ending = true;
    await server.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      end().catch(giveUp);
    });
  }
}

function giveUp(error: unknown): void {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

start().catch(giveUp);
