/** A log captured as text, for a test to read. */
import { Writable } from 'node:stream';
import { createLog, type Log } from '../../observe/log.ts';

interface CapturedLog {
  readonly log: Log;
  readonly text: () => string;
  /** The line, one JSON object, that contains these words; an empty object if there is none. */
  readonly lineWith: (words: string) => Record<string, unknown>;
  /** How many lines contain these words. */
  readonly count: (words: string) => number;
}

export function captureLog(level = 'info', secrets: readonly string[] = []): CapturedLog {
  let captured = '';
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      captured += chunk.toString();
      done();
    },
  });
  return {
    log: createLog(level, destination, secrets),
    text: () => captured,
    lineWith: (words) =>
      JSON.parse(captured.split('\n').find((line) => line.includes(words)) ?? '{}'),
    count: (words) => captured.split('\n').filter((line) => line.includes(words)).length,
  };
}
