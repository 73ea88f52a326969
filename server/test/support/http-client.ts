/** Raw requests, without a browser's conventions: any path, any header, any body. */
import { randomUUID } from 'node:crypto';
import {
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { AT_LEAST_HEADER } from '../../../common/protocol/board-headers.ts';
import { leaderboardCall, type LeaderboardEntry } from '../../../common/protocol/leaderboard.ts';
import { checkAnswer, type Answer } from './answer-check.ts';

export interface Asking {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  /** Sent as it is. */
  readonly body?: string | Buffer;
  /** Sent as JSON. */
  readonly json?: unknown;
}

/**
 * Sends a request.
 * @param path the target in the request's first line, however malformed.
 * @returns the beginning of its answer.
 */
export function send(
  baseUrl: string,
  path: string,
  asking: Asking,
  options: Pick<RequestOptions, 'agent' | 'signal'> = {},
): Promise<IncomingMessage> {
  const { hostname, port } = new URL(baseUrl);
  const json = asking.json === undefined ? undefined : JSON.stringify(asking.json);
  const body = asking.body ?? json;
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        ...options,
        hostname,
        port,
        path,
        method: methodOf(asking),
        headers: {
          ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
          // Node omits it for a GET, whose body the server would take for another request.
          ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }),
          ...asking.headers,
        },
      },
      resolve,
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Servers whose protocol is another version's: their answers are not validated. */
export const OTHER_VERSIONS = new Set<string>();

/** Sends a request, and validates the answer against the protocol. */
export async function ask(baseUrl: string, path: string, asking: Asking = {}): Promise<Answer> {
  const response = await send(baseUrl, path, asking);
  const answer = await answerOf(response);
  const namesCommit = AT_LEAST_HEADER in (asking.headers ?? {});
  if (!OTHER_VERSIONS.has(baseUrl)) {
    checkAnswer({ method: methodOf(asking), path, namesCommit }, answer);
  }
  return answer;
}

function methodOf({ method, json, body }: Asking): string {
  return method ?? (json === undefined && body === undefined ? 'GET' : 'POST');
}

/** POSTs as a client does [PRO28]: again under the same key while it is refused with 503. */
export async function insist(
  baseUrl: string,
  path: string,
  json: object,
  key: string = randomUUID(),
): Promise<Answer> {
  for (;;) {
    const answer = await ask(baseUrl, path, { json, headers: { 'Idempotency-Key': key } });
    if (answer.status !== 503) return answer;
  }
}

/** The list as a process answers it. */
export async function listAt(url: string): Promise<LeaderboardEntry[]> {
  return (await ask(url, leaderboardCall.path)).json(leaderboardCall.answers[200]);
}

const DECODE: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

async function answerOf(response: IncomingMessage): Promise<Answer> {
  const body = await buffer(response);
  const decode = DECODE[response.headers['content-encoding'] ?? ''];
  // That of HEAD is empty.
  const content = (decode && body.length > 0 ? decode(body) : body).toString();
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: content,
    json: (schema) => schema.parse(JSON.parse(content)),
  };
}
