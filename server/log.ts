/**
 * The log: JSON lines on standard output, each of a request's under its id, without what would let a
 * reader act as somebody else.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

const CENSOR = '[redacted]';

/** Both ways a session travels, and any other credential a client may send. */
const SECRETS = [
  'req.headers.cookie',
  'req.headers.authorization',
  'req.headers["proxy-authorization"]',
  'res.headers["set-cookie"]',
];

const requestIds = new AsyncLocalStorage<string>();

/** Whatever is logged on the way of this work, however far from the request, carries its id. */
export function underRequestId<T>(requestId: string, work: () => T): T {
  return requestIds.run(requestId, work);
}

/**
 * @param destination where lines go instead of standard output.
 * @param secrets never written, whatever holds them: an error's words, an address that was asked.
 */
export function createLog(
  level: string,
  destination?: DestinationStream,
  secrets: readonly string[] = [],
): Log {
  const asWritten = secrets.map((secret) => JSON.stringify(secret).slice(1, -1));
  const options = {
    level,
    mixin() {
      const requestId = requestIds.getStore();
      return requestId === undefined ? {} : { requestId };
    },
    hooks: {
      streamWrite: (line: string) =>
        asWritten.reduce((text, secret) => text.replaceAll(secret, CENSOR), line),
    },
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: SECRETS, censor: CENSOR },
  };
  return destination ? pino(options, destination) : pino(options);
}
