/**
 * Watches the size of the embedded store's write-ahead log. While somebody reads the database file,
 * SQLite can't move the log into it: a reader that never ends lets the log grow until the disk is
 * full.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { every, type Loop } from '../lib/loop.ts';
import { lastingFault } from '../observe/lasting-fault.ts';
import type { Log } from '../observe/log.ts';
import { DATABASE_FILE } from '../store/stored-form.ts';

/**
 * Eight times what the store lets it grow to; the server's own reads, at a start, rarely hold back
 * as much.
 */
const MOST_BYTES = 256 * 1024 * 1024;
const PAUSE_MS = 10_000;

export function watchLogSize(
  dataDir: string,
  log: Log,
  { mostBytes = MOST_BYTES, pauseMs = PAUSE_MS } = {},
): Loop {
  const file = join(dataDir, `${DATABASE_FILE}-wal`);
  const fault = lastingFault(log, {
    lasts: 'the database’s log is long: something that reads the database holds it back',
    over: 'the database’s log is short again',
  });
  return every(
    pauseMs,
    async () => {
      const { size } = await stat(file);
      if (size > mostBytes) fault.report({ file, bytes: size });
      else fault.clear();
    },
    // If it is gone, the store ends by itself.
    (error) => log.debug({ err: error }, 'the size of the database’s log is not known'),
  );
}
