/** The server's log as a developer reads it: a sentence a line, and the stack of a bug. */
import { z } from 'zod';
import type { LogDestination } from '../server/observe/log.ts';

const lineSchema = z.looseObject({
  level: z.number(),
  time: z.string(),
  msg: z.string().default(''),
  err: z
    .looseObject({ message: z.string(), stack: z.string().optional() })
    .optional()
    // Whatever is thrown is logged as it is.
    .catch(undefined),
});

/** By pino's levels, highest first. */
const LEVELS = [
  [50, 'Error'],
  [40, 'Warning'],
  [0, 'Log'],
] as const;
/** From this one on it is a bug. */
const BUG = 50;

export function plainLog(say: (line: string) => void): LogDestination {
  return {
    write(line) {
      const { level, time: _, msg, err, ...more } = lineSchema.parse(JSON.parse(line));
      const [, kind] = LEVELS.find(([least]) => level >= least) ?? [];
      // The messages of an error and of its causes, each of which may be a sentence.
      const why = err ? `: ${err.message.replaceAll('.: ', ': ')}` : '';
      const rest = Object.keys(more).length > 0 ? ` ${JSON.stringify(more)}` : '';
      const stack = level >= BUG && err?.stack ? `\n${err.stack}` : '';
      say(`${kind}: ${msg}${why}${rest}${stack}`);
    },
  };
}
