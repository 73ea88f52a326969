/**
 * What is between clients and processes: it can cut connections, be slow, and have the habits of
 * the worst proxies that players sit behind. Several processes get connections in rotation, without
 * stickiness.
 */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listening } from '../test/listening.ts';

/** All are off by default, and may be changed while it runs. */
export interface Habits {
  /** Each piece of what is sent waits so long, in either direction, and all that comes after it. */
  delayMs?: number;
  /** Answers are delayed for so long after their first byte, and passed on together. */
  bufferMs?: number;
  /** A connection on which nothing was sent for so long is reset. */
  idleMs?: number;
  /**
   * Neither side learns that the other has closed: a WebSocket's close frames are swallowed, and so
   * are ends.
   */
  swallowsEnds?: boolean;
}

/** The first byte of a WebSocket's close frame (RFC 6455 §5.2: FIN, opcode 8). */
const CLOSE_FRAME = 0x88;
/** The longest header of a close frame, and its payload: control frames have no more. */
const LONGEST_CLOSE_FRAME = 2 + 4 + 125;
const TICK_MS = 100;

interface Connection {
  readonly client: Socket;
  readonly process: Socket;
  lastAt: number;
}

export class Proxy {
  readonly url: string;
  readonly habits: Habits;
  readonly #server: Server;
  readonly #ports: readonly number[];
  readonly #connections = new Set<Connection>();
  readonly #watch: ReturnType<typeof setInterval>;
  #next = 0;

  private constructor(server: Server, port: number, ports: readonly number[], habits: Habits) {
    this.#server = server;
    this.#ports = ports;
    this.habits = habits;
    this.url = `http://127.0.0.1:${port}`;
    this.#watch = setInterval(() => this.#closeIdle(), TICK_MS);
  }

  /** @param to the ports of the processes. */
  static async start(to: number | readonly number[], habits: Habits = {}): Promise<Proxy> {
    const server = createServer({ allowHalfOpen: true });
    const ports = typeof to === 'number' ? [to] : to;
    const proxy = new Proxy(server, await listening(server), ports, { ...habits });
    server.on('connection', (client) => proxy.#carry(client));
    return proxy;
  }

  get connections(): number {
    return this.#connections.size;
  }

  /** Resets connections on both sides: all, or each with this probability. @returns how many. */
  cut(share = 1, random: () => number = Math.random): number {
    const hit = [...this.#connections].filter(() => share >= 1 || random() < share);
    for (const connection of hit) end(connection);
    return hit.length;
  }

  close(): void {
    clearInterval(this.#watch);
    this.#server.close();
    this.cut();
  }

  #carry(client: Socket): void {
    const port = this.#ports[this.#next % this.#ports.length] ?? 0;
    this.#next += 1;
    const process = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const connection: Connection = { client, process, lastAt: performance.now() };
    this.#connections.add(connection);
    for (const [from, to] of [
      [client, process],
      [process, client],
    ] as const) {
      from.setNoDelay();
      from.on('error', () => {
        if (!this.habits.swallowsEnds) to.destroy();
      });
      from.on('close', () => {
        if (to.destroyed) this.#connections.delete(connection);
      });
      void this.#pump(connection, from, to);
    }
  }

  async #pump(connection: Connection, from: Socket, to: Socket): Promise<void> {
    try {
      for await (const piece of from) {
        connection.lastAt = performance.now();
        const { delayMs = 0, bufferMs = 0, swallowsEnds = false } = this.habits;
        if (delayMs > 0) await sleep(delayMs);
        const pieces: Buffer[] = [piece];
        if (bufferMs > 0 && from === connection.process) {
          await sleep(bufferMs);
          const more: Buffer | null = from.read();
          if (more) pieces.push(more);
        }
        if (to.destroyed) break;
        const passed = pieces.filter((one) => !(swallowsEnds && isCloseFrame(one)));
        if (!to.write(Buffer.concat(passed))) {
          await Promise.race([once(to, 'drain'), once(to, 'close')]);
        }
      }
      if (!this.habits.swallowsEnds) to.end();
    } catch {
      // It was cut.
      if (!this.habits.swallowsEnds) to.destroy();
    }
  }

  #closeIdle(): void {
    const { idleMs } = this.habits;
    if (idleMs === undefined) return;
    const before = performance.now() - idleMs;
    for (const connection of this.#connections) if (connection.lastAt < before) end(connection);
  }
}

function end({ client, process }: Connection): void {
  client.resetAndDestroy();
  process.resetAndDestroy();
}

function isCloseFrame(piece: Buffer): boolean {
  return piece[0] === CLOSE_FRAME && piece.length <= LONGEST_CLOSE_FRAME;
}
