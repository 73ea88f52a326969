/**
 * JSON-RPC over one WebSocket: answers are matched to requests by their ids, each limited in time and size,
 * and listeners receive new heads. It connects on the first request or listener, and reconnects by itself
 * while there is a listener; when a connection is lost, its pending requests fail immediately. If an answer
 * was too large, only the requests that may have caused it fail; the others are sent again. The URL may
 * contain a key, so no error includes it.
 */
import type { IncomingMessage } from 'node:http';
import { WebSocket, type RawData } from 'ws';
import { z } from 'zod';
import { after, monotonicNow, repeatedly, type Timer } from '../lib/machine.ts';
import { AnswerLate } from './failures.ts';
import { rateLimitOf, type TransportLimits } from './http-transport.ts';
import { AnswerTooLarge, type Transport } from './transport.ts';

/**
 * The wait before a reconnect: doubled with each attempt that fails, or whose connection is lost
 * immediately.
 */
const RECONNECT_MS = { first: 500, most: 30_000 };
/** A connection that lasted this long, or answered something, counts as good. */
const GOOD_AFTER_MS = 10_000;
/** How often a connection is pinged; one that has sent nothing by the next ping is closed. */
const PING_MS = 15_000;
/** ws closes a connection that sends a larger message; the limit of an answer is lower. */
const MAX_MESSAGE_BYTES = 17 * 1024 * 1024;
/** Ids of the transport's own requests: far above the client's. */
const OWN_IDS_FROM = 4_000_000_000;

interface Waiting {
  /** The first and last id in the request. */
  readonly first: number;
  readonly last: number;
  /** True if its answer may be very large. */
  readonly asksLogs: boolean;
  readonly settle: (answer: string | Error) => void;
  readonly transmit: () => void;
}

export interface WsTimes {
  readonly reconnectMs: { readonly first: number; readonly most: number };
  readonly pingMs: number;
}

export function openWsTransport(
  address: string,
  limits: TransportLimits,
  times: WsTimes = { reconnectMs: RECONNECT_MS, pingMs: PING_MS },
): Transport {
  const { timeoutMs, maxAnswerBytes } = limits;
  const waiting = new Set<Waiting>();
  const listeners = new Set<(header: unknown) => void>();
  let connection: Promise<WebSocket> | null = null;
  let current: WebSocket | null = null;
  let backoffMs = times.reconnectMs.first;
  let reconnect: Timer | null = null;
  let isClosed = false;
  let lastOwnId = OWN_IDS_FROM;

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
    const ping = repeatedly(times.pingMs, () => {
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
      let openedAt = Infinity;
      socket
        .on('open', () => {
          openedAt = monotonicNow();
          resolve(socket);
          if (listeners.size > 0) subscribeOn(socket);
        })
        .on('pong', () => {
          isAlive = true;
        })
        .on('message', (data) => {
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
          if (monotonicNow() - openedAt >= GOOD_AFTER_MS) backoffMs = times.reconnectMs.first;
          endRequests(why);
          if (listeners.size > 0 && !isClosed) {
            announce(null);
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
      backoffMs = Math.min(times.reconnectMs.most, backoffMs * 2);
      // A failure closes the socket, whose handler calls this again.
      connected().catch(() => undefined);
    });
    reconnect.unref();
  }

  function subscribeOn(socket: WebSocket): void {
    lastOwnId += 1;
    const envelope = {
      jsonrpc: '2.0',
      id: lastOwnId,
      method: 'eth_subscribe',
      params: ['newHeads'],
    };
    // If it is refused, nothing is announced and the head is polled, as over HTTP.
    socket.send(JSON.stringify(envelope));
  }

  function announce(header: unknown): void {
    for (const listener of listeners) listener(header);
  }

  function onMessage(data: RawData): void {
    const bytes = Array.isArray(data) ? Buffer.concat(data) : data;
    const text = Buffer.isBuffer(bytes) ? bytes.toString() : Buffer.from(bytes).toString();
    const id = idIn(text);
    if (id === null) {
      const announced = announcementIn(text);
      if (announced !== undefined) {
        backoffMs = times.reconnectMs.first;
        announce(announced);
      }
      // An error about a whole request has no id: it belongs to the pending request if there is only one.
      else if (waiting.size === 1 && text.includes('"error"')) {
        for (const { settle } of waiting) settle(text);
      }
      return;
    }
    for (const { first, last, settle } of waiting) {
      if (id < first || id > last) continue;
      backoffMs = times.reconnectMs.first;
      settle(
        bytes.byteLength > maxAnswerBytes
          ? new AnswerTooLarge(`an answer of more than ${maxAnswerBytes} bytes`)
          : text,
      );
      return;
    }
  }

  return {
    send(body) {
      const [first, last] = idsIn(body);
      return new Promise((resolve, reject) => {
        if (isClosed) {
          reject(new Error('the connection is closed'));
          return;
        }
        const one: Waiting = {
          first,
          last,
          asksLogs: body.includes('"eth_getLogs"'),
          settle(answer) {
            timer.stop();
            waiting.delete(one);
            if (typeof answer === 'string') resolve(answer);
            else reject(answer);
          },
          transmit() {
            void (async () => {
              try {
                const socket = await connected();
                if (waiting.has(one)) socket.send(body);
              } catch (error) {
                one.settle(error instanceof Error ? error : new Error(String(error)));
              }
            })();
          },
        };
        const timer = after(timeoutMs, () =>
          one.settle(new AnswerLate(`no answer within ${timeoutMs} ms`)),
        );
        waiting.add(one);
        one.transmit();
      });
    },
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size > 1 || isClosed) return;
      if (current?.readyState === WebSocket.OPEN) subscribeOn(current);
      else connected().catch(() => undefined);
    },
    close() {
      isClosed = true;
      listeners.clear();
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

/** The first and last id of a request: the client numbers its calls consecutively. */
function idsIn(body: string): readonly [number, number] {
  const ids = [...body.matchAll(/"id":(\d{1,10}),"method"/g)].map(([, id]) => Number(id));
  return [ids[0] ?? -1, ids.at(-1) ?? -1];
}

const answeredSchema = z.object({ id: z.coerce.number().int() });

/** The id of an answer, or of one in a batch of them; null if it has none. */
function idIn(text: string): number | null {
  // Most nodes put the id first: a long answer is then not parsed twice.
  const [, early] = /^\s*\[?\s*\{[^{}]{0,100}?"id"\s*:\s*"?(\d{1,10})"?/.exec(text) ?? [];
  if (early !== undefined) return Number(early);
  try {
    const content: unknown = JSON.parse(text);
    for (const one of Array.isArray(content) ? content : [content]) {
      if (typeof one === 'object' && one !== null && 'id' in one && one.id !== null) {
        const answered = answeredSchema.safeParse(one);
        if (answered.success) return answered.data.id;
      }
    }
  } catch {
    // Anything but JSON answers no request: pending ones time out.
  }
  return null;
}

const announcementSchema = z.object({
  method: z.literal('eth_subscription'),
  params: z.object({ result: z.unknown() }),
});

/** The header that a message announces; undefined if it announces none. */
function announcementIn(text: string): unknown {
  try {
    const announced = announcementSchema.safeParse(JSON.parse(text));
    return announced.success ? announced.data.params.result : undefined;
  } catch {
    return undefined;
  }
}
