/**
 * The log: JSON lines on standard output, without anything that would let a reader impersonate
 * somebody.
 */
import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { Budget } from '../lib/budget.ts';
import { wallNow } from '../lib/machine.ts';

export type Log = Logger;
/** Gets each line of the log as JSON. */
export type LogDestination = DestinationStream;

const CENSOR = '[redacted]';

/**
 * How many warnings and errors with the same message are written within a minute, and how many
 * lines with one code: otherwise requests that fail would fill the disk.
 */
export const LINES_OF_A_KIND = 100;
/** How many lines of each level a caller may cause within a minute, besides those of commits. */
export const LINES_PER_CALLER = 20;
const LAST = '; others like it are not logged for up to a minute';
const WARNING = pino.levels.values['warn'] ?? 0;

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
  const kinds = new Budget(LINES_OF_A_KIND);
  const options: LoggerOptions = {
    level,
    hooks: {
      logMethod(line, write, severity) {
        const { fields, message } = partsOf(line);
        const code = 'code' in fields ? fields.code : undefined;
        const isBounded = severity >= WARNING || code !== undefined;
        const left = isBounded ? kinds.spend(JSON.stringify(code ?? message), 1).left : Infinity;
        if (left > 0) write.apply(this, line);
        else if (left === 0) write.call(this, fields, message + LAST);
      },
      streamWrite: (line: string) =>
        asWritten.reduce((text, secret) => text.replaceAll(secret, CENSOR), line),
    },
    base: null,
    timestamp: () => `,"time":"${new Date(wallNow()).toISOString()}"`,
    redact: { paths: SECRETS, censor: CENSOR },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** A line is either a message, or fields and a message. */
function partsOf([first, second]: readonly unknown[]) {
  if (typeof first === 'object' && first !== null)
    return { fields: first, message: String(second) };
  return { fields: {}, message: String(first) };
}
