/**
 * JSON-RPC over one WebSocket: answers are matched to requests by their ids, each limited in time
 * and size, and a listener receives new heads. It connects on the first request or with the
 * listener, and reconnects by itself while there is one; when a connection is lost, its pending
 * requests fail immediately. The URL may contain a key, so no error includes it.
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
  type Outcome,
  type RpcCall,
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

interface Pending {
  /** True if these are the answers to it. */
  readonly isAnsweredBy: (answers: Answers) => boolean;
  readonly settle: (answer: Answers | Error) => void;
}

export class WsTransport implements Transport {
  readonly #address: string;
  readonly #timeoutMs: number;
  readonly #maxAnswerBytes: number;
  readonly #pending = new Set<Pending>();
  #listener: ((header: unknown) => void) | null = null;
  #connection: Promise<WebSocket> | null = null;
  #current: WebSocket | null = null;
  #backoffMs = RECONNECT_MS.first;
  #reconnect: Timer | null = null;
  #isClosed = false;
  #nextId = 1;

  constructor(address: string, { timeoutMs, maxAnswerBytes }: TransportLimits) {
    this.#address = address;
    this.#timeoutMs = timeoutMs;
    this.#maxAnswerBytes = maxAnswerBytes;
  }

  send(calls: readonly RpcCall[]): Promise<Outcome[]> {
    const firstId = this.#nextId;
    this.#nextId += calls.length;
    const body = requestText(calls, firstId);
    const answered = new Promise<Answers>((resolve, reject) => {
      if (this.#isClosed) {
        reject(new Error('the connection is closed'));
        return;
      }
      const one: Pending = {
        isAnsweredBy: ({ byId }) => calls.some((_call, i) => byId.has(firstId + i)),
        settle: (answer) => {
          timer.stop();
          this.#pending.delete(one);
          if (answer instanceof Error) reject(answer);
          else resolve(answer);
        },
      };
      const timer = after(this.#timeoutMs, () =>
        one.settle(new AnswerLate(`no answer within ${this.#timeoutMs} ms`)),
      );
      this.#pending.add(one);
      const transmit = (socket: WebSocket): void => {
        if (this.#pending.has(one)) socket.send(body);
      };
      this.#connected().then(transmit).catch(one.settle);
    });
    return answered.then((answers) => outcomesOf(calls, answers, firstId));
  }

  subscribe(onHeader: (header: unknown) => void): void {
    if (this.#isClosed) return;
    this.#listener = onHeader;
    if (this.#current?.readyState === WebSocket.OPEN) this.#subscribeOn(this.#current);
    else this.#connected().catch(() => undefined);
  }

  close(): void {
    this.#isClosed = true;
    this.#listener = null;
    this.#reconnect?.stop();
    this.#failPending(new Error('the connection is closed'));
    this.#current?.terminate();
  }

  #connected(): Promise<WebSocket> {
    this.#connection ??= this.#connect();
    return this.#connection;
  }

  #connect(): Promise<WebSocket> {
    const socket = new WebSocket(this.#address, {
      handshakeTimeout: this.#timeoutMs,
      maxPayload: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
    });
    this.#current = socket;
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
          if (this.#listener) this.#subscribeOn(socket);
        })
        .on('pong', () => {
          isAlive = true;
        })
        .on('message', (data: Buffer) => {
          isAlive = true;
          this.#onMessage(data);
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
          this.#connection = null;
          if (this.#current === socket) this.#current = null;
          const why = refused ?? error;
          reject(why);
          this.#failPending(why);
          if (this.#listener) {
            this.#listener(null);
            this.#reconnectLater();
          }
        });
    });
  }

  #failPending(why: Error): void {
    for (const { settle } of this.#pending) settle(why);
  }

  #reconnectLater(): void {
    if (this.#reconnect !== null) return;
    this.#reconnect = after(this.#backoffMs, () => {
      this.#reconnect = null;
      this.#backoffMs = Math.min(RECONNECT_MS.most, this.#backoffMs * 2);
      // A failure closes the socket, whose handler calls this again.
      this.#connected().catch(() => undefined);
    });
    this.#reconnect.unref();
  }

  #subscribeOn(socket: WebSocket): void {
    // If it is refused, nothing is announced and the head is polled, as over HTTP.
    socket.send(requestText([{ method: 'eth_subscribe', params: ['newHeads'] }], this.#nextId));
    this.#nextId += 1;
  }

  #onMessage(data: Buffer): void {
    // Anything but JSON answers no request: pending ones time out.
    const content = contentOf(data.toString());
    const announced = announcementSchema.safeParse(content);
    if (announced.success) {
      this.#backoffMs = RECONNECT_MS.first;
      this.#listener?.(announced.data.params.result);
      return;
    }
    const answers = answersIn(content);
    for (const one of this.#pending) {
      // An error about a whole request has no id: it belongs to the pending request if there is
      // only one.
      const isOfOnly = answers.byId.size === 0 && answers.ofAll && this.#pending.size === 1;
      if (!isOfOnly && !one.isAnsweredBy(answers)) continue;
      this.#backoffMs = RECONNECT_MS.first;
      one.settle(
        data.byteLength > this.#maxAnswerBytes
          ? new AnswerTooLarge(`an answer of more than ${this.#maxAnswerBytes} bytes`)
          : answers,
      );
      return;
    }
  }
}

/** True if ws closed the connection because of a message above MAX_MESSAGE_BYTES. */
function isTooLarge(error: Error): boolean {
  return 'code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH';
}

function refusal(response: IncomingMessage): Error {
  const message = `HTTP ${response.statusCode} in place of a WebSocket`;
  return rateLimitOf(response, message) ?? new Error(message);
}

const announcementSchema = z.object({
  method: z.literal('eth_subscription'),
  params: z.object({ result: z.unknown() }),
});
