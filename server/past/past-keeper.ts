/**
 * Writes the record of the past: a moment after it happened, and in the background (record-writer.ts). One
 * process does it at a time.
 */
import { every, type Loop } from '../lib/loop.ts';
import { RecordWriter, type RecordWriterParts } from './record-writer.ts';

/** Between two looks for new events. */
const STEP_MS = 2000;

interface PastKeeper {
  close(): Promise<void>;
}

interface PastKeeperParts extends RecordWriterParts {
  readonly stepMs?: number | undefined;
}

export function keepPast(parts: PastKeeperParts): PastKeeper {
  const { log, stepMs = STEP_MS } = parts;
  const closing = new AbortController();
  const writer = new RecordWriter(parts, closing.signal);
  const loop: Loop = every(
    stepMs,
    () => writer.step(),
    (error) => log.warn({ err: error }, 'the record of the past fell behind'),
  );
  return {
    async close() {
      closing.abort();
      await loop.close();
      writer.close();
    },
  };
}
