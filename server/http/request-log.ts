/**
 * A line of the log for every request, under an id that its answer carries too; of those past an
 * address's budget the first of each minute only, or they would fill the disk.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { callerAddress } from '../lib/caller-address.ts';
import type { Log } from '../observe/log.ts';

export const REQUEST_ID = 'x-request-id';

/** Asked every few seconds by whoever keeps the process running. */
const PROBES = /^\/(healthz|readyz)\b/;

export interface RequestLogParts {
  readonly log: Log;
  /** How the caller's address is found. */
  readonly trustProxyHops: number;
}

/** The request's id is in its answer from here on; whatever fails is logged under it. */
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

/** The id that the request came with, where it is fit to be written anywhere; otherwise a new one. */
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
      // Until an answer begins, its status says nothing.
      res: { statusCode: headersSent ? statusCode : null },
      responseTime: Math.round(ms),
    },
    `request ${outcome}`,
  );
}

/**
 * What a line of the log has of its request: the address is the caller's, by which limits count it too,
 * not that of a proxy in between. Headers stay out: they say little of a request, and a
 * cookie opens its sender's session.
 */
export function requestFields(
  id: string,
  request: IncomingMessage | Request,
  trustProxyHops: number,
) {
  const { method } = request;
  // What is mounted below a path sees less of the URL.
  const url = 'originalUrl' in request ? request.originalUrl : request.url;
  const req = { id, method, url, remoteAddress: callerAddress(request, trustProxyHops) };
  return { requestId: id, req };
}
