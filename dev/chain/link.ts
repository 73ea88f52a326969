/**
 * The link between the game and its local chain: an HTTP relay that can be made to fail or to be slow, to see
 * how the game copes. It carries the calls of the server and the page, not development's own.
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
/** `failing`: connections are cut without an answer. `slow`: each request is delayed by SLOW_MS. */
type LinkMode = (typeof LINK_MODES)[number];

/** Slow enough to notice; two such requests still fit into the 3 s limit of the server's calls [CHN2]. */
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

/** These apply to one connection only and are not forwarded. */
const HOP_BY_HOP = new Set(['connection', 'host', 'keep-alive', 'transfer-encoding']);

const addressSchema = z.object({ port: z.int() });
const onlyResponse = z.tuple([z.instanceof(IncomingMessage)]);

/** @param target the chain's own HTTP address. */
export async function openChainLink(target: string): Promise<ChainLink> {
  let mode: LinkMode = 'ok';
  let waiting = 0;
  let changed = new AbortController();
  const server = createServer((asked, answer) => {
    // If one side breaks off, the other is cut too, so both see a broken connection.
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
    // A connection per request: the chain may close a kept-alive one just as it is reused.
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
