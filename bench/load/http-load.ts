/**
 * An HTTP load on bare sockets, so that it costs less than any server it measures: either a fixed number of
 * connections, each of which sends its next request as soon as the last one is answered; or requests at a given
 * rate, as from many callers who do not wait for each other.
 */
import { connect, type Socket } from 'node:net';
import { z } from 'zod';
import { serveParent } from '../../tools/processes.ts';

const loadSchema = z.object({
  port: z.int(),
  ms: z.number(),
  /** Complete requests, sent in turn. */
  requests: z.array(z.string()).min(1),
});
const closedSchema = loadSchema.extend({
  connections: z.int(),
  /**
   * Whether to poll for answers continuously, if the server leaves a core free. Waking a sleeping load costs
   * the server microseconds per answer, and more of them the slower it is: a server that takes 4 µs longer
   * then seems to take 9.
   */
  awake: z.boolean().default(false),
  /** The status that every answer must have. */
  status: z.int(),
});
const pacedSchema = loadSchema.extend({ perSecond: z.number().positive() });

/** More connections than callers who wait: beyond these a request waits for a free one. */
const MOST_CONNECTIONS = 1000;
/** How long the last answers may take. */
const ARRIVE_MS = 20_000;
/** Between two looks for requests that are due. */
const STEP_MS = 1;
const HEAD_END = '\r\n\r\n';
/** Shared by all connections: its contents are not kept. */
const SHARED = Buffer.allocUnsafe(256 * 1024);

/** A connection with one request under way at a time. */
class Connection {
  readonly #socket: Socket;
  #onAnswer: ((status: number) => void) | null = null;
  #head = '';
  #status = 0;
  /** Bytes of the body still to come; null within the head. */
  #left: number | null = null;

  constructor(port: number, onError: (error: Error) => void) {
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: SHARED,
        callback: (length) => {
          this.#take(SHARED.subarray(0, length));
          return true;
        },
      },
    });
    this.#socket.on('error', onError);
    this.#socket.on('close', () => {
      if (this.#onAnswer) onError(new Error('a connection was closed before the answer'));
    });
  }

  ask(request: string, onAnswer: (status: number) => void): void {
    this.#onAnswer = onAnswer;
    this.#socket.write(request);
  }

  close(): void {
    this.#onAnswer = null;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    let { length } = chunk;
    if (this.#left === null) {
      const end = chunk.indexOf(HEAD_END);
      this.#head += chunk.toString('latin1', 0, end === -1 ? length : end);
      if (end === -1) return;
      this.#status = Number(this.#head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
      this.#left = Number(/\r\ncontent-length: (\d+)/i.exec(this.#head)?.[1] ?? 0);
      this.#head = '';
      length -= end + HEAD_END.length;
    }
    this.#left -= length;
    if (this.#left > 0) return;
    this.#left = null;
    const onAnswer = this.#onAnswer;
    this.#onAnswer = null;
    onAnswer?.(this.#status);
  }
}

/** Answers per second over `ms`, after a short warm-up, and the latency of each. */
function closed(body: unknown): Promise<{ perSecond: number; latencyMs: number[] }> {
  const { port, ms, requests, connections, awake, status } = closedSchema.parse(body);
  const latencyMs: number[] = [];
  const all: Connection[] = [];
  let countsFrom = Number.POSITIVE_INFINITY;
  return new Promise((resolve, reject) => {
    let isOver = false;
    const ask = (connection: Connection, n: number) => {
      const sentAt = performance.now();
      connection.ask(requests[n % requests.length] ?? '', (answered) => {
        if (answered !== status) reject(new Error(`answered ${answered}`));
        const now = performance.now();
        if (now >= countsFrom) latencyMs.push(now - sentAt);
        ask(connection, n + connections);
      });
    };
    for (let n = 0; n < connections; n += 1) {
      const connection = new Connection(port, reject);
      all.push(connection);
      ask(connection, n);
    }
    const stayAwake = () => {
      if (!isOver) setImmediate(stayAwake);
    };
    if (awake) stayAwake();
    setTimeout(() => {
      countsFrom = performance.now();
      setTimeout(() => {
        isOver = true;
        const seconds = (performance.now() - countsFrom) / 1000;
        for (const connection of all) connection.close();
        resolve({ perSecond: latencyMs.length / seconds, latencyMs });
      }, ms);
    }, ms / 4);
  });
}

interface Answer {
  readonly status: number;
  /** From the moment when it was due, whether or not a connection was free. */
  readonly ms: number;
}

/** The status and the latency of every request. */
function paced(body: unknown): Promise<Answer[]> {
  const { port, ms, requests, perSecond } = pacedSchema.parse(body);
  const count = Math.round((perSecond * ms) / 1000);
  const answers: Answer[] = [];
  const all: Connection[] = [];
  const free: Connection[] = [];
  /** Numbers of requests that no connection is free for. */
  const waiting: number[] = [];
  const startedAt = performance.now();
  const dueAt = (n: number) => startedAt + (n * 1000) / perSecond;
  let asked = 0;
  return new Promise((resolve, reject) => {
    const end = (error?: Error) => {
      clearInterval(timer);
      clearTimeout(late);
      for (const connection of all) connection.close();
      if (error) reject(error);
      else resolve(answers);
    };
    const ask = (connection: Connection, n: number) => {
      connection.ask(requests[n % requests.length] ?? '', (status) => {
        answers.push({ status, ms: performance.now() - dueAt(n) });
        const next = waiting.shift();
        if (next === undefined) free.push(connection);
        else ask(connection, next);
        if (answers.length === count) end();
      });
    };
    const late = setTimeout(() => {
      end(new Error(`${count - answers.length} of ${count} requests were never answered`));
    }, ms + ARRIVE_MS);
    const timer = setInterval(() => {
      for (; asked < count && dueAt(asked) <= performance.now(); asked += 1) {
        let connection = free.pop();
        if (!connection && all.length < MOST_CONNECTIONS) {
          connection = new Connection(port, end);
          all.push(connection);
        }
        if (connection) ask(connection, asked);
        else waiting.push(asked);
      }
    }, STEP_MS);
  });
}

serveParent({ closed, paced });
