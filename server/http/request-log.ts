/** A line of the log for every request, under an id that its answer carries too. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { SerializedRequest, SerializedResponse } from 'pino';
import { pinoHttp } from 'pino-http';
import { underRequestId, type Log } from '../log.ts';

export const REQUEST_ID = 'x-request-id';

export function requestLog(log: Log): RequestHandler {
  const logRequest = pinoHttp({
    logger: log,
    // Headers stay out: they say little of a request, and a cookie opens its sender's session.
    serializers: {
      req: ({ id, method, url, remoteAddress }: SerializedRequest) => ({
        id,
        method,
        url,
        remoteAddress,
      }),
      res: ({ statusCode }: SerializedResponse) => ({ statusCode }),
    },
    genReqId(request, response) {
      const id = requestIdOf(request);
      response.setHeader(REQUEST_ID, id);
      return id;
    },
    customLogLevel: (_request, response) => (response.statusCode >= 500 ? 'warn' : 'info'),
    // Asked every few seconds by whoever keeps the process running.
    autoLogging: { ignore: (request) => /^\/(healthz|readyz)\b/.test(request.url ?? '') },
  });
  return (request, response, next) => {
    logRequest(request, response);
    underRequestId(String(response.getHeader(REQUEST_ID)), next);
  };
}

/** The id that the request came with, where it is fit to be written anywhere; otherwise a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers[REQUEST_ID];
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}

/** The same line for an answer that went out ahead of express. @param ms from request to answer. */
export function logAnswer(
  log: Log,
  id: string,
  { method, url, socket }: IncomingMessage,
  { statusCode, writableEnded }: ServerResponse,
  ms: number,
): void {
  if (!log.isLevelEnabled('info')) return;
  underRequestId(id, () =>
    log.info(
      {
        req: { id, method, url, remoteAddress: socket.remoteAddress },
        res: { statusCode },
        responseTime: Math.round(ms),
      },
      writableEnded ? 'request completed' : 'request aborted',
    ),
  );
}
