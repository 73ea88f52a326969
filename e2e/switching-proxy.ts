/** A load balancer between browsers and two processes; a test controls the routing and the faults. */
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';

export interface SwitchingProxy {
  readonly url: string;
  /** The addresses of the process that answers requests, and of the one that gets new sockets. */
  route(to: { readonly requests: string; readonly sockets: string }): void;
  /** Delays every request by this many ms from now on. */
  slowDown(ms: number): void;
  /** Breaks all sockets immediately, even in the middle of a message. */
  cutSockets(): void;
  close(): Promise<void>;
}

export async function startSwitchingProxy(): Promise<SwitchingProxy> {
  let target = { requests: '', sockets: '' };
  let delayMs = 0;
  const sockets = new Set<Socket>();
  const server = createServer((incoming, response) => {
    setTimeout(() => {
      const { hostname, port } = new URL(target.requests);
      const { method, url: path, headers } = incoming;
      const outgoing = forward({ hostname, port, method, path, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers as OutgoingHttpHeaders);
        answer.on('error', () => response.destroy());
        answer.pipe(response);
      });
      // The process is gone: break the connection instead of answering.
      outgoing.on('error', () => response.destroy());
      response.on('close', () => outgoing.destroy());
      incoming.pipe(outgoing);
    }, delayMs);
  });
  server.on('upgrade', (incoming: IncomingMessage, browser: Socket, head: Buffer) => {
    const { hostname, port } = new URL(target.sockets);
    const game = connect(Number(port), hostname);
    for (const [one, other] of [
      [browser, game],
      [game, browser],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`];
    for (let i = 0; i < incoming.rawHeaders.length; i += 2) {
      lines.push(`${incoming.rawHeaders[i]}: ${incoming.rawHeaders[i + 1]}`);
    }
    game.write(`${lines.join('\r\n')}\r\n\r\n`);
    game.write(head);
    game.pipe(browser).pipe(game);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  const cutSockets = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    route(to) {
      target = to;
    },
    slowDown(ms) {
      delayMs = ms;
    },
    cutSockets,
    async close() {
      cutSockets();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
