/**
 * The link between the game and its local chain: a relay that can be made to fail or to be slow, to
 * see how the game copes. It carries the calls of the server and the page, not development's own.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

export const LINK_MODES = ['ok', 'slow', 'failing'] as const;
/** `failing`: connections are cut without an answer. `slow`: each request is delayed by SLOW_MS. */
type LinkMode = (typeof LINK_MODES)[number];

/**
 * Slow enough to notice; two such requests still fit into the 3 s limit of the server's calls
 * [CHN2].
 */
const SLOW_MS = 1000;

export interface ChainLink {
  /** The chain's address over this link. */
  readonly url: string;
  mode(): LinkMode;
  /** Takes effect immediately, also for requests in progress. */
  setMode(mode: LinkMode): void;
  /** How many requests are waiting in `slow` mode. */
  waiting(): number;
  close(): Promise<void>;
}

const addressSchema = z.object({ port: z.int() });

/** @param target the chain's own HTTP address. */
export async function openChainLink(target: string): Promise<ChainLink> {
  let mode: LinkMode = 'ok';
  let waiting = 0;
  let changed = new AbortController();
  const server = createServer((asked, answer) => {
    // If the chain breaks off, the caller sees a broken connection.
    relay(asked, answer).catch(() => answer.destroy());
  });

  async function relay(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    if (mode === 'slow') {
      // A change of mode ends the wait.
      waiting += 1;
      await sleep(SLOW_MS, undefined, { signal: changed.signal }).catch(() => undefined);
      waiting -= 1;
    }
    if (mode === 'failing') throw new Error('the link is cut');
    const headers = { 'content-type': 'application/json' };
    const answered = await fetch(target, { method: 'POST', headers, body: await text(asked) });
    answer.writeHead(answered.status, headers).end(await answered.text());
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = addressSchema.parse(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    mode: () => mode,
    waiting: () => waiting,
    setMode(next) {
      mode = next;
      changed.abort();
      changed = new AbortController();
      if (next === 'failing') server.closeAllConnections();
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
