/** The log: JSON lines on standard output, without anything that would let a reader impersonate somebody. */
import { pino, type DestinationStream, type Logger } from 'pino';
import { wallNow } from '../lib/machine.ts';

export type Log = Logger;
/** Gets each line of the log as JSON. */
export type LogDestination = DestinationStream;

const CENSOR = '[redacted]';

/** Both ways a session travels, and any other credential a client may send. */
const SECRETS = [
  'req.headers.cookie',
  'req.headers.authorization',
  'req.headers["proxy-authorization"]',
  'res.headers["set-cookie"]',
];

/**
 * @param destination where lines go instead of standard output.
 * @param secrets never written, wherever they occur: in an error's message, in a requested URL.
 */
export function createLog(
  level: string,
  destination?: LogDestination,
  secrets: readonly string[] = [],
): Log {
  const asWritten = secrets.map((secret) => JSON.stringify(secret).slice(1, -1));
  const options = {
    level,
    hooks: {
      streamWrite: (line: string) =>
        asWritten.reduce((text, secret) => text.replaceAll(secret, CENSOR), line),
    },
    base: null,
    timestamp: () => `,"time":"${new Date(wallNow()).toISOString()}"`,
    redact: { paths: SECRETS, censor: CENSOR },
  };
  return destination ? pino(options, destination) : pino(options);
}
