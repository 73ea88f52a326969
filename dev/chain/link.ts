/**
 * The link between the game and its local chain: an HTTP relay that can be told to fail or to be slow, so
 * that bad days can be seen. The server's calls and the page's go over it; development's own don't.
 */
import { once } from 'node:events';
import {
  createServer,
  IncomingMessage,
  request as httpRequest,
  type ServerResponse,
} from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

export const LINK_MODES = ['ok', 'slow', 'failing'] as const;
/** `failing`: connections are cut without an answer. `slow`: each request waits for SLOW_MS. */
export type LinkMode = (typeof LINK_MODES)[number];

/** Slow enough to be seen; two such requests still fit into the 3 s that the server gives a call [CHN2]. */
export const SLOW_MS = 1000;

export interface ChainLink {
  /** Where the chain is reached over this link. */
  readonly url: string;
  mode(): LinkMode;
  /** Holds from now on, also for what is under way. */
  setMode(mode: LinkMode): void;
  /** How many requests wait since it is slow. */
  waiting(): number;
  close(): Promise<void>;
}

/** Of one connection only: they say nothing about the next one. */
const HOP_BY_HOP = new Set(['connection', 'host', 'keep-alive', 'transfer-encoding']);

const addressSchema = z.object({ port: z.int() });
const onlyResponse = z.tuple([z.instanceof(IncomingMessage)]);

/** @param target the chain's own HTTP address. */
export async function openChainLink(target: string): Promise<ChainLink> {
  let mode: LinkMode = 'ok';
  let waiting = 0;
  let changed = new AbortController();
  const server = createServer((asked, answer) => {
    // A side that breaks off ends the other one as well: both then see a broken connection.
    relay(asked, answer).catch(() => answer.destroy());
  });

  async function relay(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    if (mode === 'slow') {
      // A change of mode ends the wait.
      waiting += 1;
      await sleep(SLOW_MS, undefined, { signal: changed.signal }).catch(() => undefined);
      waiting -= 1;
    }
    if (mode === 'failing') {
      answer.destroy();
      return;
    }
    const headers = Object.fromEntries(
      Object.entries(asked.headers).filter(([name]) => !HOP_BY_HOP.has(name)),
    );
    // A connection for each request: a kept one may be closed by the chain just as it is used again.
    const passedOn = httpRequest(target, { method: asked.method, headers, agent: false });
    asked.on('error', () => passedOn.destroy());
    asked.pipe(passedOn);
    const [answered] = onlyResponse.parse(await once(passedOn, 'response'));
    const type = answered.headers['content-type'];
    answer.writeHead(
      answered.statusCode ?? 502,
      type === undefined ? {} : { 'content-type': type },
    );
    await pipeline(answered, answer);
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
