/** A fake node behind HTTP, on a free port. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listening } from '../test/listening.ts';
import type { FakeNode } from '../../server/chain/testing/fake-node.ts';

export interface ServeOptions {
  /** Changes a proper answer before it is sent; null: the connection is closed instead. */
  readonly tamper?: (answer: string) => Buffer | string | null;
}

export interface ServedNode {
  readonly url: string;
  close(): Promise<void>;
}

export async function serveNode(
  node: FakeNode,
  { tamper = (answer) => answer }: ServeOptions = {},
): Promise<ServedNode> {
  const server = createServer((request, response) => void serve(request, response));
  server.on('connection', (socket) => {
    if (node.faults.isDown) socket.destroy();
  });
  return {
    url: `http://127.0.0.1:${await listening(server)}/`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const reply = await node.answer(await text(request));
      const body = reply && tamper(reply.body);
      if (!reply || body === null) {
        response.destroy();
        return;
      }
      if (reply.retryAfterS !== null) response.setHeader('Retry-After', String(reply.retryAfterS));
      response
        .writeHead(reply.status, {
          'Content-Type': reply.status === 200 ? 'application/json' : 'text/plain',
        })
        .end(body);
    } catch {
      // The caller left before its request was read.
      response.destroy();
    }
  }
}
