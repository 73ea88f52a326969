/** The database file opened read-only, while the game writes to it or while none runs. */
import Database from 'libsql';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StoreNotOpened } from '../store.ts';
import { formAfter } from '../stored-form.ts';
import { DATABASE_FILE } from './database-file.ts';
import { formOf, one, OpeningRefused } from './database.ts';
import { STEPS } from './migrations.ts';

/** How long a read waits for the game, which locks the file only briefly. */
const BUSY_WAIT_MS = 2000;

export interface ReadOnlyDatabase {
  readonly path: string;
  readonly connection: Database.Database;
  /** Bytes of the game's log; 0 if no game runs. */
  readonly logBytes: () => number;
  /** @throws StoreNotOpened if a game was started on files that were assumed to be at rest. */
  assertUndisturbed(): void;
  close(): void;
}

/**
 * Opens the data set in a directory. Files are neither created nor changed, with one exception: if a game
 * was killed, the log that it left is read, and SQLite keeps its index next to it.
 * @param newest the form that is read: nothing is brought up to date.
 * @throws StoreNotOpened
 */
export function openReadOnly(dataDir: string, newest = formAfter(STEPS)): ReadOnlyDatabase {
  const path = join(dataDir, DATABASE_FILE);
  if (!existsSync(path)) {
    throw new StoreNotOpened(`${dataDir} holds no game. Name the DATA_DIR of the server.`);
  }
  return reading(path, () => {
    // Without a log nothing writes, and opening it normally would create one.
    const isAtRest = !existsSync(logOf(path));
    const before = fingerprint(path);
    const url = `${pathToFileURL(path).href}?${isAtRest ? 'immutable=1' : 'mode=ro'}`;
    const connection = new Database(url, { timeout: BUSY_WAIT_MS });
    try {
      assertCurrent(connection, path, newest);
    } catch (error) {
      connection.close();
      throw error;
    }
    return {
      path,
      connection,
      logBytes: () =>
        isAtRest ? 0 : (statSync(logOf(path), { throwIfNoEntry: false })?.size ?? 0),
      assertUndisturbed() {
        if (!isAtRest || (!existsSync(logOf(path)) && fingerprint(path) === before)) return;
        throw new StoreNotOpened(
          `A Denaria was started on ${path} while it was being read. Audit again: it can run beside that one.`,
        );
      },
      close: () => connection.close(),
    };
  });
}

/** Turns SQLite's errors into readable ones. @throws StoreNotOpened */
export function reading<Answer>(path: string, work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    if (error instanceof StoreNotOpened) throw error;
    if (error instanceof OpeningRefused) throw new StoreNotOpened(error.message, { cause: error });
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreNotOpened(
      `${path} can't be read: ${reason}. Check that this user may read it and its -wal and -shm files, and that it is whole.`,
      { cause: error },
    );
  }
}

function assertCurrent(connection: Database.Database, path: string, newest: number): void {
  const form = formOf(connection, path, newest);
  if (form !== newest) {
    throw new StoreNotOpened(
      `${path} holds data of an earlier form (version ${form ?? 0}; this Denaria reads ${newest}). Start the game on it once, which brings it up to date, then audit again.`,
    );
  }
  if (one(connection, 'SELECT state FROM data_set') === 'complete') return;
  throw new StoreNotOpened(
    `A move into ${path} was started and has not finished. Run \`npm run migrate\` again first.`,
  );
}

function logOf(path: string): string {
  return `${path}-wal`;
}

/** Changes with every write to the file. */
function fingerprint(path: string): string {
  const { ino, size, mtimeMs } = statSync(path);
  return `${ino} ${size} ${mtimeMs}`;
}
