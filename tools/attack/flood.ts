/** Sends requests without a pause over many connections at once, and counts the answers. */
import { Agent, request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import type { Report, Scene } from './attack.ts';

export interface FloodRequest {
  readonly path: string;
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

/** After this long, an answer counts as missing. */
const PATIENCE_MS = 20_000;

/** How often each status came back; 0 stands for no answer. */
class Tally {
  readonly #counts = new Map<number, number>();
  /** The longest body of a successful answer, in bytes. */
  longest = 0;

  add(status: number, bytes = 0): void {
    this.#counts.set(status, this.of(status) + 1);
    if (status === 200) this.longest = Math.max(this.longest, bytes);
  }

  of(status: number): number {
    return this.#counts.get(status) ?? 0;
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** A complaint for each status other than these; temporary refusals are fine. */
  complaints(expected: readonly number[]): string[] {
    // A connection cut off without an answer counts as refused, as do a rate limit (429) and a full queue
    // (503).
    const allowed = new Set([...expected, 0, 429, 503]);
    return [...this.#counts]
      .filter(([status]) => !allowed.has(status))
      .map(([status, count]) => `${count} answers of ${status}`);
  }

  toString(): string {
    const parts = [...this.#counts]
      .toSorted(([a], [b]) => a - b)
      .map(([status, count]) => `${count} × ${status || 'no answer'}`);
    return parts.join(', ') || 'nothing was sent';
  }

  report(expected: readonly number[], complaints: readonly string[] = []): Report {
    return { complaints: [...this.complaints(expected), ...complaints], note: this.toString() };
  }
}

/**
 * Sends as fast as answers arrive, over this many connections, until the scene ends.
 * @param options.next the nth request; null stops its connection.
 * @param options.most the maximum number of requests, if there is one.
 */
export async function flood(
  scene: Scene,
  options: {
    readonly connections: number;
    readonly most?: number;
    readonly next: (n: number) => FloodRequest | Promise<FloodRequest>;
  },
): Promise<Tally> {
  const { connections, next, most = Number.POSITIVE_INFINITY } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const tally = new Tally();
  let sent = 0;
  const lane = async () => {
    while (scene.goesOn && sent < most) {
      sent += 1;
      const { status, bytes } = await exchange(scene.port, agent, await next(sent - 1));
      tally.add(status, bytes);
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  agent.destroy();
  return tally;
}

export interface Exchange {
  /** 0 if there was no answer. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Of the body. */
  readonly bytes: number;
}

/** One request over the agent's connections; its answer is read to the end and discarded. */
export function exchange(port: number, agent: Agent, asked: FloodRequest): Promise<Exchange> {
  const { path, method, headers = {}, body } = asked;
  return new Promise((resolve) => {
    const sending = request(
      {
        host: '127.0.0.1',
        port,
        path,
        agent,
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }),
          ...headers,
        },
        signal: AbortSignal.timeout(PATIENCE_MS),
      },
      (response) => {
        const status = response.statusCode ?? 0;
        let bytes = 0;
        response.on('data', (chunk: Buffer) => (bytes += chunk.length));
        response.on('close', () => resolve({ status, bytes, headers: response.headers }));
        response.on('error', () => resolve({ status, bytes, headers: response.headers }));
      },
    );
    sending.on('error', () => resolve({ status: 0, bytes: 0, headers: {} }));
    sending.end(body);
  });
}

/** A JSON body with its headers. */
export function jsonBody(
  json: unknown,
  headers: OutgoingHttpHeaders = {},
): { readonly body: string; readonly headers: OutgoingHttpHeaders } {
  return {
    body: JSON.stringify(json),
    headers: { 'Content-Type': 'application/json', ...headers },
  };
}
