/** The log: JSON lines on standard output, without what would let a reader act as somebody else. */
import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

/** Both ways a session travels, and any other credential a client may send. */
const SECRETS = [
  'req.headers.cookie',
  'req.headers.authorization',
  'req.headers["proxy-authorization"]',
  'res.headers["set-cookie"]',
];

/** @param destination where lines go instead of standard output. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: SECRETS, censor: '[redacted]' },
  };
  return destination ? pino(options, destination) : pino(options);
}
