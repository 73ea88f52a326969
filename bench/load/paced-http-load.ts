/**
 * An HTTP load at a given rate, as from many callers who do not wait for each other: a request is due at its
 * moment, and its latency counts from there, whether or not a connection was free. On bare sockets.
 */
import { connect, type Socket } from 'node:net';
import { z } from 'zod';
import { serveParent } from '../../tools/processes.ts';

const runSchema = z.object({
  port: z.int(),
  perSecond: z.number().positive(),
  ms: z.number(),
  /** Complete requests, sent in turn. */
  requests: z.array(z.string()).min(1),
});
type Run = z.infer<typeof runSchema>;

/** More connections than callers who wait: beyond these a request waits for a free one. */
const MOST_CONNECTIONS = 1000;
/** How long the last answers may take. */
const ARRIVE_MS = 20_000;
const HEAD_END = '\r\n\r\n';
/** Between two looks for requests that are due. */
const STEP_MS = 1;

interface Due {
  readonly text: string;
  readonly at: number;
}

interface Answer {
  readonly status: number;
  readonly ms: number;
}

/** A connection with one request under way at a time. */
class Caller {
  readonly #tcp: Socket;
  readonly #onAnswer: (answer: Answer, caller: Caller) => void;
  #due: Due | null = null;
  #head = '';
  #status = 0;
  /** Bytes of the body still to come; null within the head. */
  #left: number | null = null;

  constructor(
    port: number,
    onAnswer: (answer: Answer, caller: Caller) => void,
    onError: (error: Error) => void,
  ) {
    this.#onAnswer = onAnswer;
    this.#tcp = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: SHARED,
        callback: (length) => {
          try {
            this.#take(SHARED.subarray(0, length));
          } catch (error) {
            onError(error instanceof Error ? error : new Error(String(error)));
          }
          return true;
        },
      },
    });
    this.#tcp.on('error', onError);
    this.#tcp.on('close', () => {
      if (this.#due) onError(new Error('a connection was closed before the answer'));
    });
  }

  ask(due: Due): void {
    this.#due = due;
    this.#tcp.write(due.text);
  }

  close(): void {
    this.#due = null;
    this.#tcp.destroy();
  }

  #take(chunk: Buffer): void {
    let { length } = chunk;
    if (this.#left === null) {
      const end = chunk.indexOf(HEAD_END);
      this.#head += chunk.toString('latin1', 0, end === -1 ? length : end);
      if (end === -1) return;
      this.#status = Number(this.#head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
      const lengthText = /\r\ncontent-length: (\d+)/i.exec(this.#head)?.[1];
      if (lengthText === undefined) throw new Error(`an answer without a length: ${this.#head}`);
      this.#left = Number(lengthText);
      this.#head = '';
      length -= end + HEAD_END.length;
    }
    this.#left -= length;
    if (this.#left > 0) return;
    this.#left = null;
    const due = this.#due;
    this.#due = null;
    if (due) this.#onAnswer({ status: this.#status, ms: performance.now() - due.at }, this);
  }
}

/** Shared by all connections: its contents are not kept. */
const SHARED = Buffer.allocUnsafe(256 * 1024);

/** The status and the latency in ms of every request. */
async function run(body: unknown): Promise<Answer[]> {
  const { port, perSecond, ms, requests }: Run = runSchema.parse(body);
  const count = Math.round((perSecond * ms) / 1000);
  const answers: Answer[] = [];
  const callers: Caller[] = [];
  const free: Caller[] = [];
  const waiting: Due[] = [];
  const startedAt = performance.now();
  let asked = 0;
  return new Promise((resolve, reject) => {
    const end = () => {
      clearInterval(timer);
      clearTimeout(late);
      for (const caller of callers) caller.close();
    };
    const fail = (error: Error) => {
      end();
      reject(error);
    };
    const onAnswer = (answer: Answer, caller: Caller) => {
      answers.push(answer);
      const next = waiting.shift();
      if (next) caller.ask(next);
      else free.push(caller);
      if (answers.length < count) return;
      end();
      resolve(answers);
    };
    const ask = (due: Due) => {
      let caller = free.pop();
      if (!caller && callers.length < MOST_CONNECTIONS) {
        caller = new Caller(port, onAnswer, fail);
        callers.push(caller);
      }
      if (caller) caller.ask(due);
      else waiting.push(due);
    };
    const late = setTimeout(() => {
      fail(new Error(`${count - answers.length} of ${count} requests were never answered`));
    }, ms + ARRIVE_MS);
    const timer = setInterval(() => {
      const now = performance.now() - startedAt;
      while (asked < count && (asked * 1000) / perSecond <= now) {
        const text = requests[asked % requests.length] ?? '';
        ask({ text, at: startedAt + (asked * 1000) / perSecond });
        asked += 1;
      }
    }, STEP_MS);
  });
}

serveParent({ run });
