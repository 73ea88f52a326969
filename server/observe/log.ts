/** The log: JSON lines on standard output, without what would let a reader act as somebody else. */
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
