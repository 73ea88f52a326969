/** Bare TCP connections, which can refuse to read and can send anything. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { upgradeRequest } from '../../server/live/testing/raw-websocket.ts';
import type { Scene } from './attack.ts';

/** Polling interval. */
const LOOK_MS = 20;
const OPEN_MS = 20_000;

export class RawConnection {
  /** Settles when either side closes the connection. */
  readonly closed: Promise<void>;
  readonly #tcp: Socket;
  #received = '';
  #isClosed = false;

  constructor(port: number) {
    this.#tcp = connect(port, '127.0.0.1');
    this.#tcp.setNoDelay(true);
    this.#tcp.on('data', (chunk: Buffer) => {
      if (this.#received.length < MOST_KEPT) this.#received += chunk.toString('latin1');
    });
    // Attacks expect the server to hang up.
    this.#tcp.on('error', () => (this.#isClosed = true));
    this.#tcp.on('end', () => this.#tcp.destroy());
    this.closed = new Promise((resolve) => {
      this.#tcp.on('close', () => {
        this.#isClosed = true;
        resolve();
      });
    });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The first bytes received. */
  get received(): string {
    return this.#received;
  }

  /** False if a write would only be buffered in this process. */
  get isClogged(): boolean {
    return this.#tcp.writableNeedDrain;
  }

  write(bytes: string | Buffer): void {
    if (!this.#isClosed) this.#tcp.write(bytes);
  }

  /** Stops reading: whatever arrives stays unread. */
  stopReading(): void {
    this.#tcp.pause();
  }

  resumeReading(): void {
    this.#tcp.resume();
  }

  async until(condition: () => boolean, ms: number): Promise<boolean> {
    const deadline = performance.now() + ms;
    while (!condition()) {
      if (performance.now() > deadline) return false;
      await sleep(LOOK_MS);
    }
    return true;
  }

  /** Whether the server hangs up within this time while nothing more is sent. */
  closes(ms: number): Promise<boolean> {
    this.resumeReading();
    return this.until(() => this.#isClosed, ms);
  }

  end(): void {
    this.#tcp.destroy();
  }
}

const MOST_KEPT = 64 * 1024;

interface WebSocketOptions {
  readonly caller?: number;
  readonly path?: string;
  /** Extra headers. */
  readonly lines?: readonly string[];
  /** Called if the server actively refuses, as opposed to being unreachable. */
  readonly onRefused?: () => void;
}

/** Requests a WebSocket. @returns null if it is refused. */
export async function openWebSocket(
  scene: Scene,
  { caller = 0, path, lines = [], onRefused = () => {} }: WebSocketOptions = {},
): Promise<RawConnection | null> {
  const connection = new RawConnection(scene.port);
  const forwarded = `X-Forwarded-For: ${scene.caller(caller)['X-Forwarded-For']}`;
  connection.write(upgradeRequest(scene.port, path, [forwarded, ...lines]));
  await connection.until(
    () => connection.isClosed || connection.received.includes('\r\n\r\n'),
    OPEN_MS,
  );
  if (connection.received.startsWith('HTTP/1.1 101')) return connection;
  if (connection.received !== '') onRefused();
  connection.end();
  return null;
}

/** Runs the same work on several connections in parallel, each in a loop until the scene ends. */
export async function inLanes(
  scene: Scene,
  lanes: number,
  once: (lane: number) => Promise<void>,
): Promise<void> {
  const lane = async (_: unknown, n: number) => {
    while (scene.goesOn) await once(n);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
