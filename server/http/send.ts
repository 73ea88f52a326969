/**
 * Sends the answers of calls. Long ones that were built for one caller are charged by length, on
 * top of their request.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Request, Response } from 'express';
import type { Call } from '../../common/protocol/call.ts';
import { callerKey } from '../lib/caller-address.ts';
import { after } from '../lib/machine.ts';
import type { AppParts } from './app-parts.ts';
import { accepts, codingFor, COMPRESS, type Coding } from './compress.ts';
import { BYTES_PER_POINT } from './limits.ts';
import { problemOf, refuse } from './problem.ts';
import type { Sent, SentInPieces } from './route.ts';
import { holdUnread } from './unread.ts';

/** Anything shorter is included in the price of its request. */
const LONG_BYTES = 16 * 1024;
/** How long an answer in pieces may be read: it holds what its pieces are made of. */
const READ_MS = 120_000;

type SendParts = Pick<AppParts, 'budget' | 'trustProxyHops'>;

export function answerSender(parts: SendParts) {
  const chargeLong = chargeLongAnswers(parts);

  return async (call: Call, request: Request, response: Response, reply: Sent): Promise<void> => {
    if ('ok' in reply) {
      refuse(response, problemOf(reply));
      return;
    }
    const begin = () => response.status(reply.status).set(reply.headers ?? {});
    if ('body' in reply && reply.body === null) {
      begin().end();
      return;
    }
    if ('encoded' in reply) {
      const { encoded, isReady, type = JSON_TYPE } = reply;
      // Built, the whole text counts; cached, it is shared by everyone.
      const bytes = isReady ? encoded.body.length : encoded.textBytes;
      chargeLong(request, response, { bytes, isReady });
      sendBody(begin(), encoded.body, encoded.coding, type);
      return;
    }
    if ('pieces' in reply) {
      chargeLong(request, response, { bytes: reply.bytes, isReady: false });
      await sendPieces(request, begin(), reply);
      return;
    }
    const isReady = 'json' in reply;
    const text = isReady ? reply.json : JSON.stringify(reply.body);
    chargeLong(request, response, { bytes: Buffer.byteLength(text), isReady });
    if (call.isCompressed) {
      const coding = codingFor(request.headers['accept-encoding']);
      const body = await COMPRESS[coding](Buffer.from(text));
      sendBody(begin(), body, coding);
    } else {
      sendBody(begin(), text, null);
    }
  };
}

/** Node's code for a stream whose reader left, or was cut off. */
const UNREAD = 'ERR_STREAM_PREMATURE_CLOSE';

const JSON_TYPE = 'application/json; charset=utf-8';

/** @param coding null: the same for every client. */
function sendBody(
  response: Response,
  body: string | Buffer,
  coding: Coding | null,
  type = JSON_TYPE,
): void {
  if (coding !== null) response.vary('Accept-Encoding');
  if (coding !== null && coding !== 'identity') response.setHeader('Content-Encoding', coding);
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}

/**
 * A piece is made when the one before it has gone out. Who reads too slowly is cut off. @throws
 * what a piece throws
 */
async function sendPieces(
  request: Request,
  response: Response,
  { type, pieces }: SentInPieces,
): Promise<void> {
  const isZipped = accepts('gzip', request.headers['accept-encoding']);
  response.vary('Accept-Encoding').setHeader('Content-Type', type);
  if (isZipped) response.setHeader('Content-Encoding', 'gzip');
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  // A pipeline's own, beside those that log, time, limit and queue.
  response.setMaxListeners(20);
  const cuttingOff = after(READ_MS, () => response.destroy());
  const made = Readable.from(pieces, { highWaterMark: 1 });
  try {
    await (isZipped ? pipeline(made, createGzip(), response) : pipeline(made, response));
  } catch (error) {
    const isUnread = error instanceof Error && 'code' in error && error.code === UNREAD;
    if (!isUnread) throw error;
  } finally {
    cuttingOff.stop();
  }
}

/**
 * Charges a long answer of this many bytes that is about to be sent, unless its text is cached for
 * everyone and costs nothing to build. @throws Problem (503) if its address leaves too much unread.
 */
export function chargeLongAnswers({ budget, trustProxyHops }: SendParts) {
  return (
    request: IncomingMessage,
    response: ServerResponse,
    { bytes, isReady }: { readonly bytes: number; readonly isReady: boolean },
  ): void => {
    holdUnread(response, bytes);
    if (isReady || bytes <= LONG_BYTES) return;
    budget.spend(callerKey(request, trustProxyHops), Math.ceil(bytes / BYTES_PER_POINT));
  };
}
