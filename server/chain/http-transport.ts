/**
 * JSON-RPC over HTTP, limited in time and size, without redirects. The URL may contain a key, so no error
 * includes it. A request is repeated once if the server had closed the kept-alive connection: every call is
 * a read.
 */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { z } from 'zod';
import { timeoutSignal, wallNow } from '../lib/machine.ts';
import { AnswerLate, AnswerTooLarge, RequestTooLarge, TooManyRequests } from './failures.ts';
import {
  answersIn,
  outcomesOf,
  requestText,
  type Outcome,
  type RpcCall,
  type Transport,
  type TransportLimits,
} from './json-rpc.ts';

/** Connections are not kept longer than this: the node may close them at any moment. */
const IDLE_MS = 5000;
/** How much of a node's error message goes into ours, and so into the log. */
const MAX_MESSAGE_CHARACTERS = 200;

/** Uses node:http, since fetch leaks the socket of an answer that is not read to its end. */
export function openHttpTransport(address: string, limits: TransportLimits): Transport {
  const { timeoutMs, maxAnswerBytes } = limits;
  const url = new URL(address);
  const isSecure = url.protocol === 'https:';
  const keeping = { keepAlive: true, timeout: IDLE_MS };
  const agent = isSecure ? new HttpsAgent(keeping) : new HttpAgent(keeping);
  let nextId = 1;

  async function send(calls: readonly RpcCall[]): Promise<Outcome[]> {
    const firstId = nextId;
    nextId += calls.length;
    const body = requestText(calls, firstId);
    const signal = timeoutSignal(timeoutMs);
    try {
      const response = await answerTo(body, signal);
      const content: unknown = JSON.parse(judged(response, await textOf(response)));
      return outcomesOf(calls, firstId, answersIn(content));
    } catch (cause) {
      if (signal.aborted) throw new AnswerLate(`no answer within ${timeoutMs} ms`, { cause });
      throw cause;
    }
  }

  async function textOf(response: IncomingMessage): Promise<string> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxAnswerBytes) {
        response.destroy();
        // A provider's "we are down" page is not an answer to the call.
        if (response.statusCode !== 200 && !isJson(chunks[0] ?? chunk)) return '';
        throw new AnswerTooLarge(`an answer of more than ${maxAnswerBytes} bytes`);
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString();
  }

  function answerTo(body: string, signal: AbortSignal, isAgain = false): Promise<IncomingMessage> {
    const open = isSecure ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const request = open(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
        agent,
        signal,
      });
      request
        .once('response', resolve)
        .once('error', (error: NodeJS.ErrnoException) => {
          const isStale = request.reusedSocket && error.code === 'ECONNRESET' && !isAgain;
          if (isStale) resolve(answerTo(body, signal, true));
          else reject(error);
        })
        // Node reports a protocol switch (101) neither as a response nor as an error.
        .once('close', () => reject(new Error('the connection was closed without an answer')))
        .end(body);
    });
  }

  return { send, subscribe: null, close: () => agent.destroy() };
}

/** True if an answer begins as JSON-RPC does. */
function isJson(beginning: Buffer): boolean {
  return /^\s*[[{]/.test(beginning.subarray(0, 100).toString('latin1'));
}

/** The text of an answer. @throws what its status says instead */
function judged(response: IncomingMessage, text: string): string {
  const { statusCode = 0 } = response;
  if (statusCode === 200) return text;
  const message = errorIn(text);
  const words = `HTTP ${statusCode}${message ? `: ${message.slice(0, MAX_MESSAGE_CHARACTERS)}` : ''}`;
  const limited = rateLimitOf(response, words);
  if (limited) throw limited;
  // Some nodes send a JSON-RPC error with another status: the error says more.
  if (message !== null) return text;
  if (statusCode === 413) throw new RequestTooLarge(words);
  throw new Error(words);
}

/** The rate limit that a status stands for: 429, or 503 with a Retry-After; null if it is none. */
export function rateLimitOf(
  { statusCode = 0, headers }: IncomingMessage,
  words: string,
): TooManyRequests | null {
  const retryAfter = headers['retry-after'];
  const isLimited = statusCode === 429 || (statusCode === 503 && retryAfter !== undefined);
  return isLimited ? new TooManyRequests(words, retryAfterMs(retryAfter)) : null;
}

/** A Retry-After in ms: seconds, or a date (RFC 9110, 10.2.3); null if it is neither. */
function retryAfterMs(value: string | undefined, nowMs = wallNow()): number | null {
  if (value === undefined) return null;
  if (/^[0-9]{1,9}(?:\.[0-9]{1,9})?$/.test(value.trim())) return Math.ceil(Number(value) * 1000);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}

const errorAnswerSchema = z.object({ error: z.object({ message: z.string().default('') }) });

/** The message of the first error in a JSON-RPC body; null if there is none, or the body is not JSON. */
function errorIn(text: string): string | null {
  try {
    const content: unknown = JSON.parse(text);
    for (const one of Array.isArray(content) ? content : [content]) {
      const answer = errorAnswerSchema.safeParse(one);
      if (answer.success) return answer.data.error.message;
    }
  } catch {
    // Not JSON: the status decides.
  }
  return null;
}
