/** What is between the clients and a process: it can cut every connection, and be slow, so that both sides wait. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listening } from '../test/listening.ts';

export class Proxy {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Each piece of what is sent waits so long, in either direction, and all that comes after it. */
  delayMs = 0;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** @param to the port of the process. */
  static async start(to: number): Promise<Proxy> {
    const server = createServer();
    const proxy = new Proxy(server, await listening(server));
    server.on('connection', (socket) => proxy.#carry(socket, connect(to, '127.0.0.1')));
    return proxy;
  }

  cut(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  close(): void {
    this.#server.close();
    this.cut();
  }

  #carry(client: Socket, process: Socket): void {
    for (const [from, to] of [
      [client, process],
      [process, client],
    ] as const) {
      this.#sockets.add(from);
      from.setNoDelay();
      from.on('error', () => to.destroy());
      from.on('close', () => this.#sockets.delete(from));
      void this.#pump(from, to);
    }
  }

  async #pump(from: Socket, to: Socket): Promise<void> {
    try {
      for await (const piece of from) {
        if (this.delayMs > 0) await sleep(this.delayMs);
        if (to.destroyed) break;
        if (!to.write(piece)) await Promise.race([once(to, 'drain'), once(to, 'close')]);
      }
      to.end();
    } catch {
      // It was cut.
      to.destroy();
    }
  }
}
