/**
 * JSON-RPC 2.0 over HTTP, kept on a short rein: bounded in time and size, no redirects, and never the URL
 * (it may hold a key) in an error. A request is sent once more only where the connection that it was sent
 * on had been closed meanwhile. An answer is unknown until it is parsed.
 */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { z } from 'zod';

export interface RpcClient {
  /**
   * The result of one call, whatever it is; calls made together travel in one request.
   * @throws RpcRefusal where the node answered with an error, AnswerTooLarge; Error where it gave no
   * proper answer.
   */
  call(method: string, params: readonly unknown[]): Promise<unknown>;
  close(): void;
}

/** A node's own error answer (JSON-RPC 2.0, 5.1). */
export class RpcRefusal extends Error {
  override readonly name = 'RpcRefusal';
  readonly code: number;

  constructor(method: string, code: number, message: string) {
    super(`${method} was refused: ${message.slice(0, MAX_MESSAGE_CHARACTERS)} (${code})`);
    this.code = code;
  }
}

/** An answer of more bytes than were allowed: it was not read to its end. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/** Of a node's own words: they go into the log. */
const MAX_MESSAGE_CHARACTERS = 300;
/** A connection that is idle for longer may be closed by the node at any moment. */
const IDLE_MS = 5000;
const MAX_CALLS_PER_REQUEST = 20;

export interface RpcClientOptions {
  readonly rpcUrl: string;
  /** For each HTTP request, its answer read to the end. */
  readonly timeoutMs: number;
  /** Of a whole HTTP answer; 16 MiB unless told. */
  readonly maxAnswerBytes?: number;
  /** How many calls may share a request; 20 unless told. */
  readonly maxCallsPerRequest?: number;
}

interface Pending {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

export function createRpcClient(options: RpcClientOptions): RpcClient {
  const { maxCallsPerRequest = MAX_CALLS_PER_REQUEST } = options;
  const post = poster(options);
  let lastId = 0;
  let queue: Pending[] = [];
  let isClosed = false;

  return {
    call(method, params) {
      return new Promise((resolve, reject) => {
        if (isClosed) {
          reject(new Error('the client is closed'));
          return;
        }
        lastId += 1;
        if (queue.length === 0) setImmediate(flush);
        queue.push({ id: lastId, method, params, resolve, reject });
      });
    },
    close() {
      isClosed = true;
      for (const { reject } of queue.splice(0)) reject(new Error('the client is closed'));
      post.close();
    },
  };

  function flush(): void {
    const waiting = queue;
    queue = [];
    for (let from = 0; from < waiting.length; from += maxCallsPerRequest) {
      void exchange(waiting.slice(from, from + maxCallsPerRequest));
    }
  }

  /** Settles every call of a request by its answer. */
  async function exchange(calls: readonly Pending[]): Promise<void> {
    try {
      const envelopes = calls.map(({ id, method, params }) => {
        return { jsonrpc: '2.0', id, method, params };
      });
      const answer = await post.send(JSON.stringify(calls.length === 1 ? envelopes[0] : envelopes));
      const { byId, ofAll } = parsed(answer);
      for (const call of calls) settle(call, byId.get(String(call.id)) ?? ofAll);
    } catch (error) {
      for (const { method, reject } of calls) {
        reject(
          error instanceof AnswerTooLarge
            ? error
            : new Error(`${method} got no proper answer`, { cause: error }),
        );
      }
    }
  }
}

const idSchema = z.union([z.int(), z.string(), z.null()]);
const codeSchema = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?[0-9]{1,9}$/)
    .transform(Number),
]);
const answerSchema = z.object({
  id: idSchema,
  result: z.unknown().optional(),
  error: z.object({ code: codeSchema, message: z.string().default('') }).nullish(),
});
type Answer = z.infer<typeof answerSchema>;

/**
 * A body's answers. An error without an id is about the whole request (JSON-RPC 2.0, 5): a batch that is
 * too large, a limit. What is nobody's answer is left out.
 */
function parsed(body: string): {
  readonly byId: ReadonlyMap<string, Answer>;
  readonly ofAll: Answer | undefined;
} {
  const content: unknown = JSON.parse(body);
  const answers = z
    .array(z.unknown())
    .parse(Array.isArray(content) ? content : [content])
    .flatMap((one) => {
      const answer = answerSchema.safeParse(one);
      return answer.success ? [answer.data] : [];
    });
  const byId = new Map<string, Answer>();
  for (const answer of answers) if (answer.id !== null) byId.set(String(answer.id), answer);
  return { byId, ofAll: answers.find(({ id, error }) => id === null && error) };
}

function settle({ method, resolve, reject }: Pending, answer: Answer | undefined): void {
  if (answer?.error) reject(new RpcRefusal(method, answer.error.code, answer.error.message));
  else if (answer && answer.result !== undefined) resolve(answer.result);
  else reject(new Error(`${method} got no proper answer`));
}

/** Sends bodies to one endpoint. Node's own requests: fetch leaves the socket of a body it gave up. */
function poster({ rpcUrl, timeoutMs, maxAnswerBytes = MAX_ANSWER_BYTES }: RpcClientOptions) {
  const url = new URL(rpcUrl);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const isSecure = url.protocol === 'https:';
  const keeping = { keepAlive: true, timeout: IDLE_MS };
  const agent = isSecure ? new HttpsAgent(keeping) : new HttpAgent(keeping);
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const headers = {
    'Content-Type': 'application/json',
    ...(username || password
      ? { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
      : {}),
  };

  async function send(body: string): Promise<string> {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await answerTo(body, signal).catch((error: unknown) => {
      // Nothing was answered on a connection that had been closed: every call is a read.
      if (error instanceof StaleConnection) return answerTo(body, signal);
      throw error;
    });
    const text = await textOf(response);
    // Some nodes put a status beside an error that says more.
    if (response.statusCode === 200 || isErrorAnswer(text)) return text;
    throw new Error(`HTTP ${response.statusCode}`);
  }

  async function textOf(response: IncomingMessage): Promise<string> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxAnswerBytes) {
        response.destroy();
        throw new AnswerTooLarge(`an answer of more than ${maxAnswerBytes} bytes`);
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString();
  }

  function answerTo(body: string, signal: AbortSignal): Promise<IncomingMessage> {
    const open = isSecure ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const request = open(url, {
        method: 'POST',
        headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
        agent,
        signal,
      });
      request
        .once('response', resolve)
        .once('error', (error: NodeJS.ErrnoException) => {
          const isStale = request.reusedSocket && error.code === 'ECONNRESET';
          reject(isStale ? new StaleConnection(error.message) : error);
        })
        // A switch of protocols is neither an answer nor an error to Node.
        .once('close', () => reject(new Error('the connection was closed without an answer')))
        .end(body);
    });
  }

  return { send, close: () => agent.destroy() };
}

class StaleConnection extends Error {
  override readonly name = 'StaleConnection';
}

function isErrorAnswer(text: string): boolean {
  try {
    const { byId, ofAll } = parsed(text);
    return ofAll !== undefined || [...byId.values()].some(({ error }) => error);
  } catch {
    // No JSON: the status says all there is.
    return false;
  }
}
