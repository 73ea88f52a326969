/**
 * The files of a data set: the lock that limits it to one process, the database with the settings
 * that make a commit durable, and whether it holds a game. Runs in the store's worker.
 */
import Database from 'libsql';
import { closeSync, existsSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reasonOf } from '../../lib/command.ts';
import { StoreNotOpened } from '../store.ts';
import { DATABASE_FILE, objectionToForm, objectionToReading } from '../stored-form.ts';
import { SNAPSHOT_BATCH, type Snapshot } from './reads.ts';
import {
  checkpoint,
  closeNow,
  intoOneFile,
  FilesGone,
  isBusy,
  isDamage,
  one,
  Statements,
} from './sqlite.ts';
import { APPLICATION_ID, createTables } from './tables.ts';

export const LOCK_FILE = 'denaria.lock';

/** How long a start waits for a process that is just ending. */
const LOCK_WAIT_MS = 500;

/** How long a commit waits for another program that writes to the file, such as a backup. */
const BUSY_WAIT_MS = 2000;

/**
 * Settings that every connection must have, as `PRAGMA name` reads them back. With `synchronous`
 * FULL (2) a COMMIT returns after the log's fsync: acknowledged commits survive a machine crash.
 */
const PRAGMAS = {
  journal_mode: 'wal',
  synchronous: 2,
  // 32 MB of log between checkpoints: a page touched by many commits is written once for all of
  // them.
  wal_autocheckpoint: 8000,
  // A log that grew beyond this under a snapshot is truncated when it restarts.
  journal_size_limit: 67_108_864,
  // 8 MB of pages (negative: in KiB). SQLite walks through the cache after a transaction that split
  // an index’s page, as most do: with 64 MB that took up to 0.4 ms.
  cache_size: -8192,
} as const;

export type OpenedDatabase = ReturnType<typeof openDatabase>;

/**
 * Returns the only connection that writes, and what it found; `unlock` releases the directory to
 * the next process, and the operating system does so if this one dies.
 * @param evenIncomplete for a move, which may find what an earlier one left.
 * @throws StoreNotOpened
 */
export function openDatabase(dataDir: string, evenIncomplete = false) {
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch (cause) {
    throw unusable(dataDir, cause);
  }
  return underLock(dataDir, (path) => {
    // Readable only by its owner, whatever the umask; SQLite gives the files beside it the same
    // mode. Only a new file: to close one drops the locks of any connection in this process, and
    // the next program to leave would remove its log.
    if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
    const writer = new Database(path, { timeout: BUSY_WAIT_MS });
    // Before any setting: another program's file must stay as it is.
    const isNew = formIn(writer, path) === null;
    applyPragmas(writer);
    if (isNew) createTables(writer);
    // A log that a kill left, however large, before anything is served.
    checkpoint(writer, 'TRUNCATE');
    if (!evenIncomplete) assertComplete(writer, path);
    const epoch = String(one(writer, 'SELECT epoch FROM data_set'));
    const orderBase = Number(one(writer, 'SELECT order_base FROM data_set'));
    const lastRev = readLastRev(writer);
    return { path, writer, epoch, lastRev, orderBase };
  });
}

/**
 * A connection to a game of any form that is read, while no server has its directory. It moves the
 * log into the file, which holds the whole game from then on, and keeps others from writing to it.
 * @param isLocked this process has locked the directory.
 * @throws StoreNotOpened
 */
export function openLocked(dataDir: string, isLocked: boolean) {
  gameIn(dataDir);
  const open = (path: string) => {
    const connection = new Database(path, { timeout: BUSY_WAIT_MS });
    const form = formOfGame(connection, path, objectionToReading);
    if (!intoOneFile(connection) && hasLog(path)) throw readBySomething(path);
    // An operator's act would be missing in what is made of it.
    connection.exec('BEGIN IMMEDIATE');
    return { connection, form };
  };
  return underLock(dataDir, open, isLocked ? () => undefined : lockDataDir(dataDir));
}

/** True if not everything is in the file. */
function hasLog(path: string): boolean {
  const log = `${path}-wal`;
  return existsSync(log) && statSync(log).size > 0;
}

export function readBySomething(path: string): StoreNotOpened {
  return new StoreNotOpened(
    `Something reads ${path}, such as a backup or an audit. Wait until it has ended, then begin again.`,
  );
}

/** What is opened under a directory's lock, and what releases it. @throws StoreNotOpened */
function underLock<Opened extends object>(
  dataDir: string,
  open: (path: string) => Opened,
  unlock = lockDataDir(dataDir),
) {
  const path = join(dataDir, DATABASE_FILE);
  try {
    return { ...open(path), unlock };
  } catch (error) {
    unlock();
    throw error instanceof StoreNotOpened ? error : unusable(path, error);
  }
}

/** @throws StoreNotOpened */
export function assertComplete(connection: Database.Database, path: string): void {
  if (one(connection, 'SELECT state FROM data_set') === 'complete') return;
  throw new StoreNotOpened(
    `A move or a restore into ${path} was started and has not finished. Run \`npm run migrate\` or \`npm run restore\` again, or set DATA_DIR to another directory.`,
  );
}

/** The errors for a file that no longer exists, including one whose disk is gone. */
const GONE = new Set(['ENOENT', 'ENOTDIR', 'ESTALE']);

/** The first bytes of a database, and of a log: its checksums may use either byte order. */
const DATABASE_START = 'SQLite format 3\0';
const LOG_STARTS = new Set([0x377f0682, 0x377f0683]);

export function filesInPlace(path: string) {
  const database = openFile(path);
  const log = openFile(`${path}-wal`);
  let least = database.opened.size;
  return {
    /**
     * Checks that the database and its log are still the files that were opened, begin as such
     * files do, and were not truncated: the system lets a process write to deleted files, and to
     * what is left of a truncated one.
     * @param afterCommit if a commit was written since, so that the log holds it.
     * @throws FilesGone
     */
    assert(afterCommit = false): void {
      const size = sizeInPlace(database);
      if (size !== null && size < least)
        throw new FilesGone(`${path} was truncated while it was open`);
      // It never shrinks by itself, since nothing is ever vacuumed.
      least = size ?? least;
      if (startOf(database, DATABASE_START.length).toString('latin1') !== DATABASE_START) {
        throw new FilesGone(`${path} was overwritten while it was open`);
      }
      const logSize = sizeInPlace(log);
      if (logSize === 0 && afterCommit) {
        throw new FilesGone(`${log.file} was truncated while it was open`);
      }
      // An empty log is what a checkpoint leaves.
      const start = startOf(log, 4);
      if (start.length === 0 || (start.length === 4 && LOG_STARTS.has(start.readUInt32BE()))) {
        return;
      }
      throw new FilesGone(`${log.file} was truncated or overwritten while it was open`);
    },
    /** Call it after the last connection was closed. */
    close(): void {
      closeSync(database.descriptor);
      closeSync(log.descriptor);
    },
  };
}

interface OpenFile {
  readonly file: string;
  readonly opened: { readonly ino: number; readonly dev: number; readonly size: number };
  readonly descriptor: number;
}

function openFile(file: string): OpenFile {
  // Kept open: closing a file drops the locks that SQLite holds on it in this process.
  return { file, opened: statSync(file), descriptor: openSync(file, 'r') };
}

/** Null if the system can't tell. @throws FilesGone */
function sizeInPlace({ file, opened }: OpenFile): number | null {
  try {
    const found = statSync(file);
    if (found.ino === opened.ino && found.dev === opened.dev) return found.size;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!GONE.has(code)) return null;
    throw new FilesGone(`${file} was removed while it was open`, { cause: error });
  }
  throw new FilesGone(`${file} was replaced by another file while it was open`);
}

/** Up to this many of its first bytes. @throws FilesGone */
function startOf({ file, descriptor }: OpenFile, bytes: number): Buffer {
  const start = Buffer.alloc(bytes);
  try {
    return start.subarray(0, readSync(descriptor, start, 0, bytes, 0));
  } catch (cause) {
    throw new FilesGone(`${file} can't be read any more`, { cause });
  }
}

/** Another connection to an opened database. */
export function connect(path: string): Database.Database {
  const connection = new Database(path, { timeout: BUSY_WAIT_MS });
  applyPragmas(connection);
  return connection;
}

function applyPragmas(connection: Database.Database): void {
  for (const [name, value] of Object.entries(PRAGMAS)) connection.pragma(`${name} = ${value}`);
  assertPragmas(connection);
}

/** @throws Error if the connection lacks a setting that the store relies on. */
function assertPragmas(connection: Database.Database): void {
  for (const [name, wanted] of Object.entries(PRAGMAS)) {
    const found = one(connection, `PRAGMA ${name}`);
    if (found !== wanted) {
      throw new Error(`SQLite reports ${name} = ${String(found)} where ${wanted} was set`);
    }
  }
}

/** The number of the last commit that the connection sees; 0 before the first. */
export function readLastRev(connection: Database.Database): number {
  return Number(one(connection, 'SELECT coalesce(max(rev), 0) FROM events'));
}

/**
 * An exclusive transaction on a separate database: the operating system holds the lock and releases
 * it when the process ends, however it ends, so there are no stale locks.
 * @returns what releases it.
 * @throws StoreNotOpened
 */
export function lockDataDir(dataDir: string): () => void {
  const path = join(dataDir, LOCK_FILE);
  try {
    const lock = new Database(path, { timeout: LOCK_WAIT_MS });
    lock.exec('BEGIN EXCLUSIVE');
    return () => closeNow(lock);
  } catch (cause) {
    if (!isBusy(cause)) throw unusable(path, cause);
    throw new StoreNotOpened(
      `The data directory ${dataDir} is in use by another Denaria. Stop that one first, or give this one a DATA_DIR of its own.`,
      { cause },
    );
  }
}

/** True if a server, or a move, has the directory. */
export function isInUse(dataDir: string): boolean {
  const path = join(dataDir, LOCK_FILE);
  if (!existsSync(path)) return false;
  // Reading needs a lock that no one gets beside an exclusive one.
  const lock = new Database(`${pathToFileURL(path).href}?mode=ro`, { timeout: 0 });
  try {
    lock.exec('BEGIN; SELECT 1 FROM sqlite_schema; COMMIT');
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    lock.close();
  }
}

/**
 * The form of the game in a file; null for an empty file.
 * @throws StoreNotOpened if it holds anything else, or there is an objection to its form.
 */
function formIn(
  connection: Database.Database,
  path: string,
  objectionTo: typeof objectionToForm = objectionToForm,
): number | null {
  if (one(connection, 'SELECT count(*) FROM sqlite_schema') === 0) return null;
  if (one(connection, 'PRAGMA application_id') !== APPLICATION_ID) {
    throw new StoreNotOpened(
      `${path} is a database of another program. Move it away, or set DATA_DIR to another directory.`,
    );
  }
  const form = Number(one(connection, 'PRAGMA user_version'));
  const otherPlace = 'Move it away, or set DATA_DIR to another directory,';
  const objection = objectionTo({ place: path, form, otherPlace });
  if (objection === null) return form;
  throw new StoreNotOpened(objection);
}

/** The same for what needs a game. @throws StoreNotOpened */
export function formOfGame(...file: Parameters<typeof formIn>): number {
  const form = formIn(...file);
  if (form === null) throw noGameIn(dirname(file[1]));
  return form;
}

/** The path of a directory's database. @throws StoreNotOpened */
export function gameIn(dataDir: string): string {
  const path = join(dataDir, DATABASE_FILE);
  if (existsSync(path)) return path;
  throw noGameIn(dataDir);
}

function noGameIn(dataDir: string): StoreNotOpened {
  return new StoreNotOpened(`${resolve(dataDir)} holds no game. Name the DATA_DIR of the server.`);
}

function unusable(path: string, cause: unknown): StoreNotOpened {
  const remedy = isDamage(cause)
    ? 'Move the file away or restore it from a backup.'
    : 'Check that the directory exists, can be written and has room, or set DATA_DIR to another one.';
  return new StoreNotOpened(`${path} can't be used: ${reasonOf(cause)}. ${remedy}`, { cause });
}

const NEXT_PLAYERS = `SELECT id, document FROM players WHERE id > ? ORDER BY id LIMIT ${SNAPSHOT_BATCH}`;

/**
 * A read transaction on its own connection: it sees the data as of its first read, while commits
 * continue.
 */
export function openSnapshot(path: string): Snapshot {
  const connection = connect(path);
  connection.exec('BEGIN');
  const rev = readLastRev(connection);
  const sql = new Statements(connection);
  let last = 0;
  return {
    rev,
    next() {
      const players = sql.all<[number, string]>(NEXT_PLAYERS, last);
      last = players.at(-1)?.[0] ?? last;
      return players.map(([, document]) => document);
    },
    close: () => closeNow(connection),
  };
}
