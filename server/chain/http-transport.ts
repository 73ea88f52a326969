/**
 * JSON-RPC over HTTP, limited in time and size, without redirects. The URL may contain a key, so no
 * error includes it. A request is repeated once if the server had closed the keep-alive connection:
 * every call is a read.
 */
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { timeoutSignal, wallNow } from '../lib/machine.ts';
import { AnswerLate, AnswerTooLarge, RequestTooLarge, TooManyRequests } from './failures.ts';
import {
  answersIn,
  contentOf,
  outcomesOf,
  requestText,
  type Answers,
  type Outcome,
  type RpcCall,
  type Transport,
  type TransportLimits,
} from './json-rpc.ts';

/** Connections are not kept longer than this: the node may close them at any moment. */
const IDLE_MS = 5000;

/** Uses node:http, since fetch leaks the socket of an answer that is not read to its end. */
export function openHttpTransport(address: string, limits: TransportLimits): Transport {
  const { timeoutMs, maxAnswerBytes } = limits;
  const url = new URL(address);
  const { Agent, request: open } = url.protocol === 'https:' ? https : http;
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });

  async function send(calls: readonly RpcCall[]): Promise<Outcome[]> {
    const signal = timeoutSignal(timeoutMs);
    try {
      const response = await answerTo(requestText(calls), signal);
      return outcomesOf(calls, answersOf(response, await textOf(response)));
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
        if (response.statusCode !== 200 && !/^\s*[[{]/.test(String(chunks[0] ?? chunk))) return '';
        throw new AnswerTooLarge(`an answer of more than ${maxAnswerBytes} bytes`);
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString();
  }

  function answerTo(body: string, signal: AbortSignal, isAgain = false): Promise<IncomingMessage> {
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

/** @throws what the status of an answer says instead */
function answersOf(response: IncomingMessage, text: string): Answers {
  const { statusCode = 0 } = response;
  const message = `HTTP ${statusCode}`;
  const limited = rateLimitOf(response, message);
  if (limited) throw limited;
  const answers = answersIn(contentOf(text));
  // Some nodes send a JSON-RPC error with another status: the error says more.
  if (statusCode === 200 || answers.ofAll || answers.byId.size > 0) return answers;
  if (statusCode === 413) throw new RequestTooLarge(message);
  throw new Error(message);
}

/** The rate limit that a status stands for: 429, or 503 with a Retry-After; null if it is none. */
export function rateLimitOf(
  { statusCode = 0, headers }: IncomingMessage,
  message: string,
): TooManyRequests | null {
  const retryAfter = headers['retry-after'];
  const isLimited = statusCode === 429 || (statusCode === 503 && retryAfter !== undefined);
  return isLimited ? new TooManyRequests(message, retryAfterMs(retryAfter)) : null;
}

/** A Retry-After in ms: seconds, or a date (RFC 9110, 10.2.3); null if it is neither. */
function retryAfterMs(value: string | undefined): number | null {
  if (value === undefined) return null;
  if (/^[0-9]{1,9}(?:\.[0-9]{1,9})?$/.test(value.trim())) return Math.ceil(Number(value) * 1000);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - wallNow());
}
