/** A bare TCP connection to a server, which can send anything and refuse to read. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { upgradeRequest } from '../../live/testing/raw-websocket.ts';

/** After this long, an answer counts as missing. */
const PATIENCE_MS = 20_000;
/** Longer than the server needs to close a misbehaving connection. */
const CLOSING_MS = 5000;
/** What is recorded of what a connection receives, in bytes. */
const MOST_RECORDED = 64 * 1024;

export class RawConnection {
  /** Settles when either side closes the connection. */
  readonly closed: Promise<void>;
  /** The first bytes received. */
  received = '';
  readonly #tcp: Socket;
  readonly #head: Promise<void>;

  constructor(port: number) {
    this.#tcp = connect({ port, host: '127.0.0.1', noDelay: true });
    // The server is expected to hang up.
    this.#tcp.on('error', () => {});
    this.#tcp.on('end', () => this.#tcp.destroy());
    this.closed = new Promise((resolve) => this.#tcp.on('close', () => resolve()));
    this.#head = new Promise((resolve) => {
      this.#tcp.on('data', (chunk: Buffer) => {
        if (this.received.length < MOST_RECORDED) this.received += chunk.toString('latin1');
        if (this.received.includes('\r\n\r\n')) resolve();
      });
    });
  }

  get isClosed(): boolean {
    return this.#tcp.destroyed;
  }

  /** True if a write would only be buffered in this process. */
  get isClogged(): boolean {
    return this.#tcp.writableNeedDrain;
  }

  /** The statuses of the answers received. */
  get statuses(): readonly number[] {
    return [...this.received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
  }

  write(bytes: string | Buffer): void {
    if (!this.isClosed) this.#tcp.write(bytes);
  }

  /** Whatever arrives from now on stays unread. */
  stopReading(): void {
    this.#tcp.pause();
  }

  /** Waits for the head of an answer, in vain if the server hangs up or takes too long. */
  async answered(): Promise<void> {
    await Promise.race([this.#head, this.closed, sleep(PATIENCE_MS)]);
  }

  /** Whether the server hangs up while nothing more is sent. */
  async closes(ms = CLOSING_MS): Promise<boolean> {
    this.#tcp.resume();
    await Promise.race([this.closed, sleep(ms)]);
    return this.isClosed;
  }

  end(): void {
    this.#tcp.destroy();
  }
}

/**
 * Requests a WebSocket.
 * @param options.lines extra header lines.
 * @returns its connection; or the status by which it was refused, 0 if there was no answer.
 */
export async function openWebSocket(
  port: number,
  { path, lines }: { readonly path?: string; readonly lines?: readonly string[] } = {},
): Promise<RawConnection | number> {
  const connection = new RawConnection(port);
  connection.write(upgradeRequest(port, path, lines));
  await connection.answered();
  const [status = 0] = connection.statuses;
  if (status === 101) return connection;
  connection.end();
  return status;
}

export const POLLING = '/socket.io/?EIO=4&transport=polling';

/** Starts a polling session. @returns its path; null if it is refused. */
export async function pollingSession(url: string, headers = {}): Promise<string | null> {
  const answer = await fetch(`${url}${POLLING}`, { headers }).catch(() => null);
  if (!answer?.ok) return null;
  const text = await answer.text();
  return `${POLLING}&sid=${z.object({ sid: z.string() }).parse(JSON.parse(text.slice(1))).sid}`;
}

/** The path by which a WebSocket upgrades a polling session. */
export const upgradeOf = (session: string): string => session.replace('polling', 'websocket');
