/** Bare TCP connections, which need not read, nor send what anyone expects. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { upgradeRequest } from '../../server/live/testing/raw-websocket.ts';
import type { Scene } from './attack.ts';

/** Between two looks. */
const LOOK_MS = 20;
const OPEN_MS = 20_000;

export class RawConnection {
  /** Settles when the connection is closed, by whichever side. */
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
    // The server's hanging up is what an attack waits for.
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

  /** The beginning of what came. */
  get received(): string {
    return this.#received;
  }

  /** Whether the connection takes more without keeping it in this process. */
  get isClogged(): boolean {
    return this.#tcp.writableNeedDrain;
  }

  write(bytes: string | Buffer): void {
    if (!this.#isClosed) this.#tcp.write(bytes);
  }

  /** From here on, nothing that comes is read. */
  stopReading(): void {
    this.#tcp.pause();
  }

  /** Reads again. */
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

  /** Whether the server hangs up within this time, though nothing more is sent. */
  closes(ms: number): Promise<boolean> {
    this.resumeReading();
    return this.until(() => this.#isClosed, ms);
  }

  end(): void {
    this.#tcp.destroy();
  }
}

const MOST_KEPT = 64 * 1024;

export interface WebSocketOptions {
  readonly caller?: number;
  readonly path?: string;
  /** Headers more. */
  readonly lines?: readonly string[];
  /** Told where the server says no, which is more than not being there. */
  readonly onRefused?: () => void;
}

/** Asks for a WebSocket. @returns null where it is refused. */
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

/** Does the same on several connections at once, each beginning again until the scene ends. */
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
