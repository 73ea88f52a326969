/** The attackers' connections: HTTP without a pause, and bare TCP, which can refuse to read and can send anything. */
import { request, type Agent, type OutgoingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { upgradeRequest } from '../../server/live/testing/raw-websocket.ts';

/** After this long, an answer counts as missing. */
const PATIENCE_MS = 20_000;
/** Longer than the server needs to close a misbehaving connection. */
const CLOSING_MS = 5000;
/** Of what a connection receives, in bytes. */
const MOST_KEPT = 64 * 1024;

export interface HttpRequest {
  readonly path: string;
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

/**
 * One request over the agent's connections; its answer is read to the end and discarded.
 * @returns its status, 0 if there was none.
 */
export function exchange(port: number, agent: Agent, asked: HttpRequest): Promise<number> {
  const { path, method, headers, body } = asked;
  return new Promise((resolve) => {
    const sending = request(
      {
        host: '127.0.0.1',
        port,
        path,
        agent,
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }),
          ...headers,
        },
        signal: AbortSignal.timeout(PATIENCE_MS),
      },
      (response) => {
        const { statusCode = 0 } = response;
        response.resume();
        response.on('close', () => resolve(statusCode));
        response.on('error', () => resolve(statusCode));
      },
    );
    sending.on('error', () => resolve(0));
    sending.end(body);
  });
}

/** A JSON body with its headers. */
export function jsonBody(json: unknown, headers: OutgoingHttpHeaders = {}) {
  return {
    body: JSON.stringify(json),
    headers: { 'Content-Type': 'application/json', ...headers },
  };
}

export class RawConnection {
  /** Settles when either side closes the connection. */
  readonly closed: Promise<void>;
  /** The first bytes received. */
  received = '';
  readonly #tcp: Socket;
  readonly #head: Promise<void>;

  constructor(port: number) {
    this.#tcp = connect({ port, host: '127.0.0.1', noDelay: true });
    // Attacks expect the server to hang up.
    this.#tcp.on('error', () => {});
    this.#tcp.on('end', () => this.#tcp.destroy());
    this.closed = new Promise((resolve) => this.#tcp.on('close', () => resolve()));
    this.#head = new Promise((resolve) => {
      this.#tcp.on('data', (chunk: Buffer) => {
        if (this.received.length < MOST_KEPT) this.received += chunk.toString('latin1');
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
  async closes(): Promise<boolean> {
    this.#tcp.resume();
    await Promise.race([this.closed, sleep(CLOSING_MS)]);
    return this.isClosed;
  }

  /** The statuses of the answers received, in words. */
  statuses(): string {
    return [...this.received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status).join(', ');
  }

  end(): void {
    this.#tcp.destroy();
  }
}

/**
 * Requests a WebSocket.
 * @param options.lines extra header lines.
 * @returns null if the server refuses it; undefined if it does not answer.
 */
export async function openWebSocket(
  scene: { readonly port: number; caller(n: number): { readonly 'X-Forwarded-For': string } },
  options: {
    readonly caller: number;
    readonly path?: string | undefined;
    readonly lines?: readonly string[];
  },
): Promise<RawConnection | null | undefined> {
  const { caller, path, lines = [] } = options;
  const connection = new RawConnection(scene.port);
  const forwarded = `X-Forwarded-For: ${scene.caller(caller)['X-Forwarded-For']}`;
  connection.write(upgradeRequest(scene.port, path, [forwarded, ...lines]));
  await connection.answered();
  if (connection.received.startsWith('HTTP/1.1 101')) return connection;
  connection.end();
  return connection.received === '' ? undefined : null;
}
