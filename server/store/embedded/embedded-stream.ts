/**
 * The embedded store's data set as a whole: for a move, which locks the directory as a server does,
 * so that a server and a move exclude each other; and for a backup and an audit, beside the game
 * that writes.
 */
import Database from 'libsql';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { epochSchema } from '../../../common/values/ids.ts';
import { ORDER_BASE } from '../../../common/values/order.ts';
import { reasonOf } from '../../lib/command.ts';
import { newId, yieldToLoop } from '../../lib/machine.ts';
import { fromText } from '../documents.ts';
import { formOf } from '../forms.ts';
import { numberOf, revOf } from '../pages.ts';
import { IS_NOT_MOVED } from '../rows.ts';
import { StoreNotOpened } from '../store.ts';
import { DATABASE_FILE, objectionToForm, objectionToReading, STORED_FORM } from '../stored-form.ts';
import {
  PART_NAMES,
  SAME_COLUMNS,
  type PartName,
  type Parts,
  type Source,
  type StreamRow,
  type Target,
  type WalletRange,
  type WalletSource,
} from '../stream.ts';
import { UnreadableEvents } from '../unreadable-events.ts';
import {
  assertComplete,
  formOfGame,
  gameIn,
  openDatabase,
  openLocked,
  readLastRev,
} from './database.ts';
import { FORM_8, type PartTable } from './form-8.ts';
import { rowsInRange } from './keyed-rows.ts';
import { atomically, closeNow, intoOneFile, Statements, type SqlValue } from './sqlite.ts';
import { PART_TABLES } from './tables.ts';

const BATCH = 1000;

/** How long an audit waits for the game, which locks the file only briefly. */
const BUSY_WAIT_MS = 2000;

/** The tables of each form that is read, in the order of its stream. */
const TABLES: Readonly<Record<number, Readonly<Record<string, PartTable>>>> = {
  8: FORM_8,
  [STORED_FORM]: PART_TABLES,
};

const IS_ALIVE = '(expires_at IS NULL OR expires_at > ?)';
const IS_MOVED = `kind NOT IN (${[...IS_NOT_MOVED].map((kind) => `'${kind}'`).join()})`;

const INSERT: { readonly [Name in PartName]: string } = {
  players: `INSERT INTO players (wallet, version, document) VALUES (?1, ?2 ->> '$.version', ?2)`,
  stakes: 'INSERT INTO stakes (wallet, id, document) VALUES (?, ?, ?)',
  // Without an explicit rev, an event gets the next one.
  events: `INSERT INTO events (wallet, nation_id, at, document)
    VALUES (?1, coalesce(?3 ->> '$.row.nationId', ''), ?3 ->> '$.at', ?3)`,
  receipts: `INSERT INTO receipts (wallet, command_id, fingerprint, answer, expires_at)
    VALUES (?, ?, ?, ?, ?)`,
  rows: 'INSERT INTO main.rows (kind, key, number, document, expires_at) VALUES (?, ?, ?, ?, ?)',
};

/**
 * Puts versions in the place of revs, which count all commits: a wallet's nth event made its
 * player's nth version.
 */
function versions(): (row: StreamRow) => StreamRow {
  const counts = new Map<string, number>();
  return ([wallet, , document = null]) => {
    const name = String(wallet);
    const version = (counts.get(name) ?? 0) + 1;
    counts.set(name, version);
    return [name, version, document, null];
  };
}

/**
 * A part's rows in batches; the statement is not run to its end before the first.
 * @throws StoreNotOpened
 */
async function* batchesOf(
  { connection, path }: { readonly connection: Database.Database; readonly path: string },
  part: string,
  sql: string,
  parameters: readonly SqlValue[],
): AsyncGenerator<StreamRow[]> {
  const made = part === 'events' ? versions() : null;
  let batch: StreamRow[] = [];
  try {
    for (const row of new Statements(connection).each<StreamRow>(sql, ...parameters)) {
      batch.push(made ? made(row) : row);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
      await yieldToLoop();
    }
  } catch (error) {
    throw unreadable(path, error);
  }
  if (batch.length > 0) yield batch;
}

/** The game in a database of a form. */
function sourceIn(
  connection: Database.Database,
  { dataDir, form }: { readonly dataDir: string; readonly form: number },
): Omit<Source, 'close'> {
  const file = { connection, path: join(dataDir, DATABASE_FILE) };
  return {
    name: `the directory ${dataDir}`,
    async state() {
      const row = reading(file.path, () =>
        new Statements(connection).get<[string, string, string, number]>(
          'SELECT epoch, state, origin, EXISTS (SELECT 1 FROM events) FROM data_set',
        ),
      );
      if (!row) throw new StoreNotOpened(`The directory ${dataDir} is damaged. Restore a backup.`);
      const [epoch, state, origin, hasEvents] = row;
      return {
        epoch: epochSchema.parse(epoch),
        state: state === 'complete' ? 'complete' : 'incomplete',
        origin: origin || null,
        isEmpty: hasEvents === 0,
        form,
      };
    },
    async *stream(aliveAt) {
      const { expiry } = formOf(form);
      // A server's connection has rows of running processes beside them: in temp.rows.
      for (const [part, { columns, key }] of Object.entries(TABLES[form] ?? {})) {
        const expires = expiry[part] !== undefined;
        const sql = `SELECT ${columns} FROM main.${part}
          WHERE ${expires ? IS_ALIVE : 'TRUE'} AND ${part === 'rows' ? IS_MOVED : 'TRUE'}
          ORDER BY ${key}`;
        const parameters = expires ? [aliveAt] : [];
        for await (const rows of batchesOf(file, part, sql, parameters)) yield { part, rows };
      }
    },
  };
}

/** A database of the newest form as the target of a stream. */
export function targetIn(writer: Database.Database, dataDir: string): Omit<Target, 'close'> {
  const statements = new Statements(writer);
  return {
    ...sourceIn(writer, { dataDir, form: STORED_FORM }),
    async begin(origin) {
      atomically(writer, () => {
        for (const table of PART_NAMES) statements.run(`DELETE FROM main.${table}`);
        statements.run("UPDATE data_set SET state = 'incomplete', origin = ?", origin);
      });
    },
    async write({ part, rows }) {
      atomically(writer, () => {
        for (const row of rows) statements.run(INSERT[part], ...row.slice(0, SAME_COLUMNS[part]));
      });
    },
    async flush() {
      intoOneFile(writer);
      writer.pragma('synchronous = full');
    },
    async finish() {
      // [ORD1] Every later commit comes after everything that was moved.
      statements.run(
        `UPDATE data_set SET state = 'complete', epoch = ?, order_base = max(${ORDER_BASE}, (
           SELECT 1 + coalesce(max(max(document ->> '$.gdpOrder', document ->> '$.culturalOrder')), 0)
           FROM players
         ))`,
        newId(),
      );
    },
  };
}

/**
 * The game in a directory that no server has; once it is closed, the file holds the whole game.
 * @param isLocked this process has locked the directory.
 * @throws StoreNotOpened
 */
export function openEmbeddedSource(dataDir: string, isLocked = false): Source {
  const { connection, form, unlock } = openLocked(dataDir, isLocked);
  return {
    ...sourceIn(connection, { dataDir, form }),
    async close() {
      closeNow(connection);
      unlock();
    },
  };
}

/** Creates the directory and an empty data set, if they are missing. @throws StoreNotOpened */
export function openEmbeddedTarget(dataDir: string): Target {
  const { writer, unlock } = openDatabase(dataDir, true);
  // What a crash of the machine takes with it is begun again.
  writer.pragma('synchronous = normal');
  return {
    ...targetIn(writer, dataDir),
    async close() {
      writer.close();
      unlock();
    },
  };
}

/**
 * The data set in a directory as it is now, for a backup, while its game goes on.
 * @throws StoreNotOpened
 */
export function openEmbeddedSnapshot(dataDir: string): Source {
  const beside = openBeside(dataDir, { objectionTo: objectionToReading });
  beside.refresh();
  const source = sourceIn(beside.connection, { dataDir, form: beside.form });
  return {
    ...source,
    async *stream(aliveAt) {
      yield* source.stream(aliveAt);
      beside.assertUnchanged();
    },
    close: async () => closeNow(beside.connection),
  };
}

/**
 * Opens a database read-only, beside the game that may write it. Files are neither created nor
 * changed, with one exception: if a game was killed, the log that it left is read, and SQLite keeps
 * its index next to it.
 * @param options.objectionTo refuses the forms that may not be read. @throws StoreNotOpened
 */
function openBeside(dataDir: string, { objectionTo = objectionToForm, evenIncomplete = false }) {
  const path = gameIn(dataDir);
  return reading(path, () => {
    // Without a log nothing writes, and opening it normally would create one.
    const isAtRest = !existsSync(`${path}-wal`);
    const before = fingerprint(path);
    const url = `${pathToFileURL(path).href}?${isAtRest ? 'immutable=1' : 'mode=ro'}`;
    const connection = new Database(url, { timeout: BUSY_WAIT_MS });
    /** @throws StoreNotOpened if it was at rest, and is no longer. */
    const assertUnchanged = () => {
      if (!isAtRest || (!existsSync(`${path}-wal`) && fingerprint(path) === before)) return;
      throw new StoreNotOpened(
        `A Denaria was started on ${path} while it was being read. Try again: that can be done beside it.`,
      );
    };
    /** Everything that is read until the next call is of one moment. @throws StoreNotOpened */
    const refresh = () => {
      assertUnchanged();
      reading(path, () => {
        if (connection.inTransaction) connection.exec('COMMIT');
        connection.exec('BEGIN');
        // The first read fixes the moment.
        readLastRev(connection);
      });
    };
    try {
      const form = formOfGame(connection, path, objectionTo);
      if (!evenIncomplete) assertComplete(connection, path);
      return { connection, path, form, assertUnchanged, refresh };
    } catch (error) {
      closeNow(connection);
      throw error;
    }
  });
}

/**
 * @param evenIncomplete for a move, which audits what it has written.
 * @throws StoreNotOpened
 */
export function openEmbeddedWallets(dataDir: string, evenIncomplete = false): WalletSource {
  const beside = openBeside(dataDir, { evenIncomplete });
  return {
    ...walletsIn(beside),
    refresh: async () => beside.refresh(),
    close: async () => closeNow(beside.connection),
  };
}

/** The wallets of a database of the newest form, as it is at each read. */
export function walletsIn(file: {
  readonly connection: Database.Database;
  readonly path: string;
}): Omit<WalletSource, 'refresh' | 'close'> {
  const { connection, path } = file;
  const statements = new Statements(connection);
  const events = new UnreadableEvents();
  return {
    name: path,
    async *read<Name extends PartName>(part: Name, { after, upTo }: WalletRange, most = -1) {
      const { columns, key } = PART_TABLES[part];
      const index = part === 'events' ? 'INDEXED BY events_by_wallet' : '';
      const sql = `SELECT ${columns} FROM main.${part} ${index}
        WHERE wallet > ? AND wallet <= ? ORDER BY wallet, ${key} LIMIT ?`;
      for await (const rows of batchesOf(file, part, sql, [after, upTo, most])) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns of the part's table
        yield rows as unknown as Parts[Name][];
      }
    },
    async history(after, most) {
      return reading(path, () =>
        statements
          .all<[number, string]>(
            'SELECT rev, document FROM events NOT INDEXED WHERE rev > ? ORDER BY rev LIMIT ?',
            numberOf(after),
            most,
          )
          .map(([number, text]) => events.read(revOf(number), () => fromText(text))),
      );
    },
    rows: (kind) => ({
      range: async (range) => reading(path, () => rowsInRange(statements, kind, range)),
    }),
  };
}

/** Turns SQLite's errors into readable ones. @throws StoreNotOpened */
function reading<Answer>(path: string, work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, cause: unknown): StoreNotOpened {
  if (cause instanceof StoreNotOpened) return cause;
  return new StoreNotOpened(
    `${path} can't be read: ${reasonOf(cause)}. Check that this user may read it and its -wal and -shm files, and that it is whole.`,
    { cause },
  );
}

/** Changes with every write to the file. */
function fingerprint(path: string): string {
  const { ino, size, mtimeMs } = statSync(path);
  return `${ino} ${size} ${mtimeMs}`;
}
