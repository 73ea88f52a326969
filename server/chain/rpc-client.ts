/**
 * JSON-RPC 2.0 over HTTP, kept on a short rein: bounded in time and size, no retries, no redirects, and
 * never the URL (it may hold a key) in an error. An answer is unknown to whoever asked until it is parsed.
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
    super(`${method} was refused: ${message} (${code})`);
    this.code = code;
  }
}

/** An answer of more bytes than were allowed: it was not read to its end. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
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
      const answers = new Map(parsed(answer).map((one) => [one.id, one]));
      for (const call of calls) settle(call, answers.get(call.id));
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

const answerSchema = z.object({
  id: z.int(),
  result: z.unknown().optional(),
  error: z.object({ code: z.int(), message: z.string() }).nullish(),
});
type Answer = z.infer<typeof answerSchema>;
/** A node may answer one call in a list of its own; what is nobody's answer is left out. */
const bodySchema = z.union([answerSchema.transform((one) => [one]), z.array(z.unknown())]);

function parsed(body: string): Answer[] {
  return bodySchema.parse(JSON.parse(body)).flatMap((one) => {
    const answer = answerSchema.safeParse(one);
    return answer.success ? [answer.data] : [];
  });
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
  const agent = isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const headers = {
    'Content-Type': 'application/json',
    ...(username || password
      ? { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
      : {}),
  };

  async function send(body: string): Promise<string> {
    const response = await answerTo(body);
    // A redirect leads nowhere: the question may hold a key.
    if (response.statusCode !== 200) {
      response.destroy();
      throw new Error(`HTTP ${response.statusCode}`);
    }
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

  function answerTo(body: string): Promise<IncomingMessage> {
    const open = isSecure ? httpsRequest : httpRequest;
    const signal = AbortSignal.timeout(timeoutMs);
    return new Promise((resolve, reject) => {
      open(url, {
        method: 'POST',
        headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
        agent,
        signal,
      })
        .once('response', resolve)
        .once('error', reject)
        .end(body);
    });
  }

  return { send, close: () => agent.destroy() };
}
