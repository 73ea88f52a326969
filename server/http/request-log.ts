/** A line of the log for every request, under an id that its answer carries too. */
import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { SerializedRequest, SerializedResponse } from 'pino';
import { pinoHttp } from 'pino-http';
import type { Log } from '../log.ts';

const REQUEST_ID = 'x-request-id';

export function requestLog(log: Log): RequestHandler {
  return pinoHttp({
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
      const given = request.headers[REQUEST_ID];
      const id = typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
      response.setHeader(REQUEST_ID, id);
      return id;
    },
    customLogLevel: (_request, response) => (response.statusCode >= 500 ? 'warn' : 'info'),
    // Asked every few seconds by whoever keeps the process running.
    autoLogging: { ignore: (request) => /^\/(healthz|readyz)\b/.test(request.url ?? '') },
  });
}
