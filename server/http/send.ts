/**
 * Sends the answers of calls. Long ones that were built for one caller are charged by length, on
 * top of their request.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import { callerKey } from '../lib/caller-address.ts';
import type { AppParts } from './app-parts.ts';
import { codingFor, COMPRESS, type Coding } from './compress.ts';
import { BYTES_PER_POINT } from './limits.ts';
import { problemOf, refuse } from './problem.ts';
import type { Sent } from './route.ts';
import { holdUnread } from './unread.ts';

/** Anything shorter is included in the price of its request, and not compressed. */
const LONG_BYTES = 16 * 1024;

type SendParts = Pick<AppParts, 'budget' | 'trustProxyHops'>;

export function answerSender(parts: SendParts) {
  const chargeLong = chargeLongAnswers(parts);

  return async (request: Request, response: Response, reply: Sent): Promise<void> => {
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
    const text = JSON.stringify(reply.body);
    chargeLong(request, response, { bytes: Buffer.byteLength(text), isReady: false });
    if (text.length <= LONG_BYTES) {
      sendBody(begin(), text, null);
      return;
    }
    await sendCompressed(request, begin(), Buffer.from(text), JSON_TYPE);
  };
}

/** Sends a body as its reader accepts it. */
export async function sendCompressed(
  request: Request,
  response: Response,
  body: Buffer,
  type: string,
): Promise<void> {
  const coding = codingFor(request.headers['accept-encoding']);
  sendBody(response, await COMPRESS[coding](body), coding, type);
}

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
