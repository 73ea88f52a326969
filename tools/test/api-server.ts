/** A real HTTP server for client tests: it answers what a test scripts. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { vi } from 'vitest';

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** Parsed JSON; undefined if there was no body. */
  readonly body: unknown;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text is sent as is, anything else as JSON. */
  readonly body?: unknown;
}

export interface TestServer {
  readonly origin: string;
  readonly server: Server;
  readonly seen: Seen[];
  readonly close: () => Promise<void>;
}

/** Listens on a free port, which acts as the page's own origin until it is closed. */
export async function startTestServer(
  answer: (request: Seen) => Reply | Promise<Reply>,
): Promise<TestServer> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(Buffer.from(chunk));
      const text = Buffer.concat(chunks).toString();
      const body: unknown = text === '' ? undefined : JSON.parse(text);
      const { method = '', url = '', headers } = request;
      const asked = { method, path: url, headers, body };
      seen.push(asked);
      const reply = await answer(asked);
      // As the game's server does, by the time that the test has set.
      const own = { 'Cache-Control': 'no-store', Date: new Date().toUTCString() };
      response.writeHead(reply.status, { ...own, ...reply.headers });
      if (reply.body === undefined) response.end();
      else response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the server has no port');
  const origin = `http://127.0.0.1:${bound.port}`;
  vi.stubGlobal('location', new URL(origin));
  return {
    origin,
    server,
    seen,
    async close() {
      vi.unstubAllGlobals();
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
