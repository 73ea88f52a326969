/**
 * An HTTP load: a fixed number of connections, each of which sends its next request as soon as the last one
 * is answered. Written on bare sockets, so it costs less than any server it measures.
 */
import { connect, type Socket } from 'node:net';
import { z } from 'zod';
import { serveParent } from '../../tools/processes.ts';

const runSchema = z.object({
  port: z.int(),
  connections: z.int(),
  ms: z.number(),
  /** Complete requests; a connection sends those of its turn, one after the other, and starts over. */
  requests: z.array(z.string()).min(1),
  /**
   * Whether to poll for answers continuously, if the server leaves a core free. Waking a sleeping load costs
   * the server microseconds per answer, and more of them the slower it is: a server that takes 4 µs longer
   * then seems to take 9.
   */
  awake: z.boolean().default(false),
  /** The status that every answer must have. */
  status: z.int(),
});
type Run = z.infer<typeof runSchema>;

const HEAD_END = '\r\n\r\n';

class Connection {
  readonly #socket: Socket;
  readonly #requests: readonly string[];
  readonly #stride: number;
  #next: number;
  readonly #status: string;
  readonly #onAnswer: (ms: number) => void;
  #head = '';
  /** Bytes of the body still to come; null within the head. */
  #left: number | null = null;
  #sentAt = 0;

  constructor(
    run: Run,
    place: number,
    onAnswer: (ms: number) => void,
    onError: (e: Error) => void,
  ) {
    this.#requests = run.requests;
    this.#stride = run.connections;
    this.#next = place;
    this.#status = `HTTP/1.1 ${run.status} `;
    this.#onAnswer = onAnswer;
    this.#socket = connect({
      port: run.port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafe(256 * 1024),
        callback: (length, buffer) => {
          try {
            this.#take(Buffer.from(buffer.buffer, buffer.byteOffset, length));
          } catch (error) {
            onError(error instanceof Error ? error : new Error(String(error)));
          }
          return true;
        },
      },
    });
    this.#socket.on('error', onError);
  }

  ask(): void {
    this.#sentAt = performance.now();
    this.#socket.write(this.#requests[this.#next % this.#requests.length] ?? '');
    this.#next += this.#stride;
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    let { length } = chunk;
    if (this.#left === null) {
      const end = chunk.indexOf(HEAD_END);
      this.#head += chunk.toString('latin1', 0, end === -1 ? length : end);
      if (end === -1) return;
      if (!this.#head.startsWith(this.#status)) throw new Error(`answered ${this.#head}`);
      this.#left = Number(/\r\ncontent-length: (\d+)/i.exec(this.#head)?.[1] ?? 0);
      this.#head = '';
      length -= end + HEAD_END.length;
    }
    this.#left -= length;
    if (this.#left > 0) return;
    this.#left = null;
    this.#onAnswer(performance.now() - this.#sentAt);
    this.ask();
  }
}

/** Answers per second over `ms`, after a short warm-up, and the latency of each. */
async function run(body: unknown): Promise<{ perSecond: number; latencyMs: number[] }> {
  const wanted = runSchema.parse(body);
  let counting = false;
  let latencyMs: number[] = [];
  return new Promise((resolve, reject) => {
    const connections = Array.from(
      { length: wanted.connections },
      (_, place) =>
        new Connection(
          wanted,
          place,
          (ms) => {
            if (counting) latencyMs.push(ms);
          },
          reject,
        ),
    );
    for (const connection of connections) connection.ask();
    let isOver = false;
    const stayAwake = () => {
      if (!isOver) setImmediate(stayAwake);
    };
    if (wanted.awake) stayAwake();
    setTimeout(() => {
      counting = true;
      latencyMs = [];
      const startedAt = performance.now();
      setTimeout(() => {
        const seconds = (performance.now() - startedAt) / 1000;
        counting = false;
        isOver = true;
        for (const connection of connections) connection.close();
        resolve({ perSecond: latencyMs.length / seconds, latencyMs });
      }, wanted.ms);
    }, wanted.ms / 4);
  });
}

serveParent({ run });
