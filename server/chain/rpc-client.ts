/**
 * JSON-RPC over HTTP by ethers, kept on a short rein: bounded in time and size, no retries, no
 * redirects, no network detection in the background, and never the URL (it may hold a key) in an error.
 */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import {
  FetchRequest,
  JsonRpcProvider,
  Network,
  type FetchGetUrlFunc,
  type GetUrlResponse,
} from 'ethers';
import { z } from 'zod';

export interface RpcClient {
  /**
   * The result of one call, whatever it is; calls made together travel in one request.
   * @throws RpcRefusal where the node answered with an error; Error where it gave no proper answer.
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

const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
const MAX_CALLS_PER_REQUEST = 20;

export function createRpcClient(options: {
  readonly rpcUrl: string;
  readonly chainId: number;
  /** For each HTTP request, its answer read to the end. */
  readonly timeoutMs: number;
}): RpcClient {
  const network = Network.from(options.chainId);
  const provider = new JsonRpcProvider(connectionTo(options.rpcUrl, options.timeoutMs), network, {
    // ethers otherwise looks for the network in an endless loop of its own.
    staticNetwork: network,
    batchMaxCount: MAX_CALLS_PER_REQUEST,
    batchStallTime: 0,
  });
  return {
    async call(method, params) {
      try {
        return (await provider.send(method, [...params])) as unknown;
      } catch (error) {
        throw explained(method, error);
      }
    },
    close() {
      provider.destroy();
    },
  };
}

function connectionTo(rpcUrl: string, timeoutMs: number): FetchRequest {
  const url = new URL(rpcUrl);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const request = new FetchRequest(url.href);
  if (username || password) {
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    request.setHeader('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`);
  }
  request.timeout = timeoutMs;
  request.allowGzip = false;
  // ethers waits and asks again on 429; here the caller is answered instead.
  request.setThrottleParams({ maxAttempts: 1 });
  request.getUrlFunc = boundedPost;
  return request;
}

/**
 * In place of ethers' own, which leaves a timed-out socket open and reads answers of any size. (fetch
 * is no help: it, too, leaves the socket of a body that it gave up.)
 */
const boundedPost: FetchGetUrlFunc = async (request): Promise<GetUrlResponse> => {
  const response = await send(request);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) {
      throw new Error(`an answer of more than ${MAX_ANSWER_BYTES} bytes`);
    }
    chunks.push(chunk);
  }
  return {
    statusCode: response.statusCode ?? 0,
    statusMessage: response.statusMessage ?? '',
    // Without its headers a redirect leads nowhere: the question may hold a key.
    headers: {},
    body: Buffer.concat(chunks),
  };
};

function send(request: FetchRequest): Promise<IncomingMessage> {
  const open = request.url.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    open(request.url, {
      method: request.method,
      headers: request.headers,
      signal: AbortSignal.timeout(request.timeout),
    })
      .once('response', resolve)
      .once('error', reject)
      .end(request.body);
  });
}

const nodeErrorSchema = z.object({ code: z.int(), message: z.string() });
/** Where ethers keeps a node's error answer: in `info` for eth_call, beside it for all else. */
const refusalSchema = z.union([
  z.object({ info: z.object({ error: nodeErrorSchema }) }).transform(({ info }) => info.error),
  z.object({ error: nodeErrorSchema }).transform(({ error }) => error),
]);
const ethersErrorSchema = z.object({ shortMessage: z.string() });

function explained(method: string, error: unknown): Error {
  const refusal = refusalSchema.safeParse(error).data;
  if (refusal) return new RpcRefusal(method, refusal.code, refusal.message);
  // The full message of an ethers error repeats the request, its URL included.
  const short = ethersErrorSchema.safeParse(error).data?.shortMessage;
  const cause = short === undefined ? error : new Error(short);
  return new Error(`${method} got no proper answer`, { cause });
}
