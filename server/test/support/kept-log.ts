/** A log that is kept as text, for a test to read. */
import { Writable } from 'node:stream';
import { createLog, type Log } from '../../observe/log.ts';

interface KeptLog {
  readonly log: Log;
  readonly text: () => string;
  /** The line, one JSON object, that contains these words; an empty object if there is none. */
  readonly lineWith: (words: string) => Record<string, unknown>;
  /** How many lines contain these words. */
  readonly count: (words: string) => number;
}

export function keptLog(level = 'info', secrets: readonly string[] = []): KeptLog {
  let kept = '';
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      kept += chunk.toString();
      done();
    },
  });
  return {
    log: createLog(level, destination, secrets),
    text: () => kept,
    lineWith: (words) => JSON.parse(kept.split('\n').find((line) => line.includes(words)) ?? '{}'),
    count: (words) => kept.split('\n').filter((line) => line.includes(words)).length,
  };
}
