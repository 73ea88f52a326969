/**
 * JSON-RPC over one WebSocket: answers are matched to requests by their ids, each limited in time
 * and size, and a listener receives new heads. It connects on the first request or with the
 * listener, and reconnects by itself while there is one; when a connection is lost, its pending
 * requests fail immediately. If an answer was too large, only the requests that may have caused it
 * fail; the others are sent again. The URL may contain a key, so no error includes it.
 */
import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { after, repeatedly, type Timer } from '../lib/machine.ts';
import { AnswerLate, AnswerTooLarge } from './failures.ts';
import { rateLimitOf } from './http-transport.ts';
import {
  answersIn,
  contentOf,
  outcomesOf,
  requestText,
  type Answers,
  type Transport,
  type TransportLimits,
} from './json-rpc.ts';

/**
 * The wait before a reconnect: doubled with each attempt that fails, or whose connection is lost
 * immediately.
 */
const RECONNECT_MS = { first: 500, most: 30_000 };
/** How often a connection is pinged; one that has sent nothing by the next ping is closed. */
const PING_MS = 15_000;
/** ws closes a connection that sends a larger message; the limit of an answer is lower. */
const MAX_MESSAGE_BYTES = 17 * 1024 * 1024;

interface Waiting {
  /** True if these are the answers to it. */
  readonly isAnsweredBy: (answers: Answers) => boolean;
  /** True if its answer may be very large. */
  readonly asksLogs: boolean;
  readonly settle: (answer: Answers | Error) => void;
  readonly transmit: () => void;
}

// oxlint-disable-next-line max-lines-per-function -- one connection and its state
export function openWsTransport(
  address: string,
  { timeoutMs, maxAnswerBytes }: TransportLimits,
): Transport {
  const waiting = new Set<Waiting>();
  let listener: ((header: unknown) => void) | null = null;
  let connection: Promise<WebSocket> | null = null;
  let current: WebSocket | null = null;
  let backoffMs = RECONNECT_MS.first;
  let reconnect: Timer | null = null;
  let isClosed = false;
  let nextId = 1;

  function connected(): Promise<WebSocket> {
    connection ??= connect();
    return connection;
  }

  function connect(): Promise<WebSocket> {
    const socket = new WebSocket(address, {
      handshakeTimeout: timeoutMs,
      maxPayload: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
    });
    current = socket;
    let isAlive = true;
    const ping = repeatedly(PING_MS, () => {
      if (!isAlive) socket.terminate();
      else if (socket.readyState === WebSocket.OPEN) {
        isAlive = false;
        socket.ping();
      }
    });
    ping.unref();
    return new Promise((resolve, reject) => {
      let refused: Error | null = null;
      let error: Error = new Error('the connection was closed');
      socket
        .on('open', () => {
          resolve(socket);
          if (listener) subscribeOn(socket);
        })
        .on('pong', () => {
          isAlive = true;
        })
        .on('message', (data: Buffer) => {
          isAlive = true;
          onMessage(data);
        })
        .on('unexpected-response', (request, response: IncomingMessage) => {
          refused = refusal(response);
          request.destroy();
          socket.terminate();
        })
        .on('error', (cause) => {
          error = isTooLarge(cause) ? new AnswerTooLarge(cause.message) : new Error(cause.message);
        })
        .on('close', () => {
          ping.stop();
          connection = null;
          if (current === socket) current = null;
          const why = refused ?? error;
          reject(why);
          endRequests(why);
          if (listener) {
            listener(null);
            reconnectLater();
          }
        });
    });
  }

  function endRequests(why: Error): void {
    const ended = [...waiting];
    const isOfLogs = why instanceof AnswerTooLarge && ended.some(({ asksLogs }) => asksLogs);
    for (const { asksLogs, settle, transmit } of ended) {
      if (isOfLogs && !asksLogs) transmit();
      else settle(why);
    }
  }

  function reconnectLater(): void {
    if (reconnect !== null) return;
    reconnect = after(backoffMs, () => {
      reconnect = null;
      backoffMs = Math.min(RECONNECT_MS.most, backoffMs * 2);
      // A failure closes the socket, whose handler calls this again.
      connected().catch(() => undefined);
    });
    reconnect.unref();
  }

  function subscribeOn(socket: WebSocket): void {
    // If it is refused, nothing is announced and the head is polled, as over HTTP.
    socket.send(requestText([{ method: 'eth_subscribe', params: ['newHeads'] }], nextId));
    nextId += 1;
  }

  function onMessage(data: Buffer): void {
    // Anything but JSON answers no request: pending ones time out.
    const content = contentOf(data.toString());
    const announced = announcementSchema.safeParse(content);
    if (announced.success) {
      backoffMs = RECONNECT_MS.first;
      listener?.(announced.data.params.result);
      return;
    }
    const answers = answersIn(content);
    for (const one of waiting) {
      // An error about a whole request has no id: it belongs to the pending request if there is
      // only one.
      const isOfOnly = answers.byId.size === 0 && answers.ofAll && waiting.size === 1;
      if (!isOfOnly && !one.isAnsweredBy(answers)) continue;
      backoffMs = RECONNECT_MS.first;
      one.settle(
        data.byteLength > maxAnswerBytes
          ? new AnswerTooLarge(`an answer of more than ${maxAnswerBytes} bytes`)
          : answers,
      );
      return;
    }
  }

  return {
    send(calls) {
      const firstId = nextId;
      nextId += calls.length;
      const body = requestText(calls, firstId);
      const answered = new Promise<Answers>((resolve, reject) => {
        if (isClosed) {
          reject(new Error('the connection is closed'));
          return;
        }
        const one: Waiting = {
          isAnsweredBy: ({ byId }) => calls.some((_call, i) => byId.has(firstId + i)),
          asksLogs: calls.some(({ method }) => method === 'eth_getLogs'),
          settle(answer) {
            timer.stop();
            waiting.delete(one);
            if (answer instanceof Error) reject(answer);
            else resolve(answer);
          },
          transmit() {
            const send = (socket: WebSocket): void => {
              if (waiting.has(one)) socket.send(body);
            };
            connected().then(send).catch(one.settle);
          },
        };
        const timer = after(timeoutMs, () =>
          one.settle(new AnswerLate(`no answer within ${timeoutMs} ms`)),
        );
        waiting.add(one);
        one.transmit();
      });
      return answered.then((answers) => outcomesOf(calls, answers, firstId));
    },
    subscribe(onHeader) {
      if (isClosed) return;
      listener = onHeader;
      if (current?.readyState === WebSocket.OPEN) subscribeOn(current);
      else connected().catch(() => undefined);
    },
    close() {
      isClosed = true;
      listener = null;
      reconnect?.stop();
      for (const { settle } of waiting) settle(new Error('the connection is closed'));
      current?.terminate();
    },
  };
}

/** True if ws closed the connection because of a message above MAX_MESSAGE_BYTES. */
function isTooLarge(error: Error): boolean {
  return 'code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH';
}

function refusal(response: IncomingMessage): Error {
  const words = `HTTP ${response.statusCode} in place of a WebSocket`;
  return rateLimitOf(response, words) ?? new Error(words);
}

const announcementSchema = z.object({
  method: z.literal('eth_subscription'),
  params: z.object({ result: z.unknown() }),
});
