/**
 * Writes a log line for every request, under an id that its answer carries too. Of the requests past an
 * address's budget only the first in each minute is logged, or they would fill the disk.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { callerAddress } from '../lib/caller-address.ts';
import type { Log } from '../observe/log.ts';

export const REQUEST_ID = 'x-request-id';

/** Requested every few seconds by the process supervisor. */
const PROBES = /^\/(healthz|readyz)\b/;

export interface RequestLogParts {
  readonly log: Log;
  /** How the caller's address is found. */
  readonly trustProxyHops: number;
}

/** The request's id is in its answer from here on; failures are logged under it. */
export function requestLog(parts: RequestLogParts): RequestHandler {
  return (request, response, next) => {
    const id = requestIdOf(request);
    const startedAt = performance.now();
    response.setHeader(REQUEST_ID, id);
    if (!PROBES.test(request.url)) {
      response.on('close', () => {
        logAnswer(parts, id, request, response, performance.now() - startedAt);
      });
    }
    next();
  };
}

/** The id that the request came with, if it is safe to write anywhere; otherwise a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers[REQUEST_ID];
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}

/** @param ms from request to answer. */
export function logAnswer(
  { log, trustProxyHops }: RequestLogParts,
  id: string,
  request: IncomingMessage,
  { statusCode, headersSent, writableEnded }: ServerResponse,
  ms: number,
): void {
  const failed = statusCode >= 500;
  const level = failed ? 'warn' : 'info';
  if (!log.isLevelEnabled(level)) return;
  const outcome = !writableEnded ? 'aborted' : failed ? 'errored' : 'completed';
  log[level](
    {
      ...requestFields(id, request, trustProxyHops),
      // Until an answer begins, its status means nothing.
      res: { statusCode: headersSent ? statusCode : null },
      responseTime: Math.round(ms),
    },
    `request ${outcome}`,
  );
}

/**
 * The fields that a log line has of its request. The address is the caller's, by which limits count it too,
 * not that of a proxy in between. Headers are left out: they say little, and a cookie would open its
 * sender's session.
 */
export function requestFields(
  id: string,
  request: IncomingMessage | Request,
  trustProxyHops: number,
) {
  const { method } = request;
  // A handler mounted below a path sees only the rest of the URL.
  const url = 'originalUrl' in request ? request.originalUrl : request.url;
  const req = { id, method, url, remoteAddress: callerAddress(request, trustProxyHops) };
  return { requestId: id, req };
}
