/**
 * The embedded store's data set as a whole: for a move, which locks the directory as a server does,
 * so that a server and a move exclude each other; and for a backup and an audit, beside the game
 * that writes.
 */
import Database from 'libsql';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { epochSchema } from '../../../common/values/ids.ts';
import { ORDER_BASE } from '../../../common/values/order.ts';
import { newId, turn } from '../../lib/machine.ts';
import {
  EXPIRY,
  MoveRefused,
  PART_NAMES,
  type Archive,
  type ArchiveSource,
  type PartName,
  type Parts,
  type WalletSource,
} from '../archive.ts';
import { fromText } from '../documents.ts';
import { numberOf, revOf } from '../pages.ts';
import { StoreNotOpened } from '../store.ts';
import { DATABASE_FILE } from '../stored-form.ts';
import { UnreadableEvents } from '../unreadable-events.ts';
import { holdsGame, openDatabase, readLastRev } from './database.ts';
import { actRows, pastRows, sessionRows } from './reads.ts';
import { atomically, checkpoint, one, Statements, type SqlValue } from './sqlite.ts';
import { SESSION_COLUMNS } from './tables.ts';

const BATCH = 1000;

/** How long an audit waits for the game, which locks the file only briefly. */
const BUSY_WAIT_MS = 2000;

/** How a part is read and written. */
interface Table<Row> {
  /** As its rows list them. */
  readonly columns: string;
  /** By which it is ordered. */
  readonly key: string;
  /** What follows INSERT INTO, if it is more than the columns. */
  readonly insert?: string;
  /** What a row that was read becomes; absent: it stays. */
  readonly form?: () => (row: Row) => Row;
}

const TABLES: { readonly [Name in PartName]: Table<Parts[Name]> } = {
  players: {
    columns: 'wallet, document',
    key: 'wallet',
    insert: `players (wallet, version, document) VALUES (?1, ?2 ->> '$.version', ?2)`,
  },
  stakes: { columns: 'wallet, id, document', key: 'wallet, id' },
  events: {
    columns: 'wallet, rev, document',
    key: 'rev',
    // Without an explicit rev, an event gets the next one.
    insert: `events (wallet, nation_id, at, document)
      VALUES (?1, ?3 ->> '$.row.nationId', ?3 ->> '$.at', ?3)`,
    form: versions,
  },
  receipts: {
    columns: 'wallet, command_id, fingerprint, answer, expires_at',
    key: 'wallet, command_id',
  },
  settings: { columns: 'name, value', key: 'name' },
  sessions: {
    columns: SESSION_COLUMNS,
    key: 'id',
  },
  past: {
    columns: 'kind, at, nullif(number, 0), document',
    // As MongoDB's keys sort, where a kind may begin like another.
    key: "kind || ':', at",
    insert: 'past (kind, at, number, document) VALUES (?1, ?2, coalesce(?3, 0), ?4)',
  },
  acts: { columns: 'number, document', key: 'number' },
  refusals: { columns: 'wallet, what, count, expires_at', key: 'wallet, what' },
};

function insertInto(part: PartName): string {
  const { columns, insert } = TABLES[part];
  return `INSERT INTO ${insert ?? `${part} (${columns}) VALUES (${columns.replaceAll(/\w+/g, '?')})`}`;
}

/** Puts versions in the place of revs: a wallet's nth event made its player's nth version. */
function versions(): (row: Parts['events']) => Parts['events'] {
  const counts = new Map<string, number>();
  return ([wallet, , document]) => {
    const version = (counts.get(wallet) ?? 0) + 1;
    counts.set(wallet, version);
    return [wallet, version, document];
  };
}

/** In batches; the statement is not run to its end before the first. */
async function* rowsOf<Name extends PartName>(
  connection: Database.Database,
  part: Name,
  sql: string,
  parameters: readonly SqlValue[],
): AsyncGenerator<Parts[Name][]> {
  const form = TABLES[part].form?.();
  let batch: Parts[Name][] = [];
  for (const row of new Statements(connection).each<Parts[Name]>(sql, ...parameters)) {
    batch.push(form ? form(row) : row);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
    await turn();
  }
  if (batch.length > 0) yield batch;
}

/**
 * @param options.mustExist refuses a directory without a data set instead of creating one.
 * @throws StoreNotOpened
 */
export function openEmbeddedArchive({
  dataDir,
  mustExist,
}: {
  readonly dataDir: string;
  readonly mustExist: boolean;
}): Archive {
  if (mustExist) gameIn(dataDir);
  const { writer, unlock } = reading(dataDir, () =>
    openDatabase(dataDir, { evenIncomplete: true }),
  );
  return {
    ...archiveIn(writer, dataDir),
    async close() {
      checkpoint(writer, 'TRUNCATE');
      writer.close();
      unlock();
    },
  };
}

/** The data set in a database. */
export function archiveIn(writer: Database.Database, dataDir: string): Omit<Archive, 'close'> {
  const statements = new Statements(writer);
  return {
    ...sourceIn(writer, dataDir),
    async begin(origin) {
      atomically(writer, () => {
        for (const table of [...PART_NAMES, 'nonces']) writer.exec(`DELETE FROM ${table}`);
        writer.prepare("UPDATE data_set SET state = 'incomplete', origin = ?").run([origin]);
      });
    },
    async write(part, rows) {
      atomically(writer, () => {
        for (const row of rows) statements.run(insertInto(part), ...row);
      });
    },
    async finish() {
      // [ORD1] Every later commit comes after everything that was moved.
      writer
        .prepare(
          `UPDATE data_set SET state = 'complete', epoch = ?, order_base = max(${ORDER_BASE}, (
             SELECT 1 + coalesce(max(max(document ->> '$.gdpOrder', document ->> '$.culturalOrder')), 0)
             FROM players
           ))`,
        )
        .run([newId()]);
    },
  };
}

function sourceIn(
  connection: Database.Database,
  dataDir: string,
): Pick<ArchiveSource, 'name' | 'state' | 'read'> {
  return {
    name: `the directory ${dataDir}`,
    async state() {
      const row = new Statements(connection).get<[string, string, string, number]>(
        'SELECT epoch, state, origin, EXISTS (SELECT 1 FROM events) FROM data_set',
      );
      if (!row) throw new MoveRefused(`The directory ${dataDir} is damaged. Restore a backup.`);
      const [epoch, state, origin, hasEvents] = row;
      return {
        epoch: epochSchema.parse(epoch),
        state: state === 'complete' ? 'complete' : 'incomplete',
        origin: origin || null,
        isEmpty: hasEvents === 0,
      };
    },
    async *read(part, aliveAt) {
      const { columns, key } = TABLES[part];
      const expires = EXPIRY[part] !== undefined;
      const alive = expires ? 'WHERE expires_at > ?' : '';
      const sql = `SELECT ${columns} FROM ${part} ${alive} ORDER BY ${key}`;
      yield* rowsOf(connection, part, sql, expires ? [aliveAt] : []);
    },
  };
}

/**
 * The data set in a directory as it is now, for a backup, while its game goes on.
 * @throws StoreNotOpened
 */
export function openEmbeddedSnapshot({ dataDir }: { readonly dataDir: string }): ArchiveSource {
  const beside = openBeside(gameIn(dataDir));
  beside.refresh();
  const source = sourceIn(beside.connection, dataDir);
  return {
    ...source,
    async *read(part, aliveAt) {
      yield* source.read(part, aliveAt);
      beside.assertUnchanged();
    },
    async close() {
      beside.close();
    },
  };
}

/**
 * Opens a database read-only, beside the game that may write it. Files are neither created nor
 * changed, with one exception: if a game was killed, the log that it left is read, and SQLite keeps
 * its index next to it.
 * @throws StoreNotOpened
 */
function openBeside(path: string) {
  return reading(path, () => {
    // Without a log nothing writes, and opening it normally would create one.
    const isAtRest = !existsSync(`${path}-wal`);
    const before = fingerprint(path);
    const url = `${pathToFileURL(path).href}?${isAtRest ? 'immutable=1' : 'mode=ro'}`;
    const connection = new Database(url, { timeout: BUSY_WAIT_MS });
    try {
      assertWhole(connection, path);
    } catch (error) {
      connection.close();
      throw error;
    }
    /** @throws StoreNotOpened if it was at rest, and is no longer. */
    const assertUnchanged = () => {
      if (!isAtRest || (!existsSync(`${path}-wal`) && fingerprint(path) === before)) return;
      throw new StoreNotOpened(
        `A Denaria was started on ${path} while it was being read. Try again: that can be done beside it.`,
      );
    };
    return {
      connection,
      assertUnchanged,
      /** Everything that is read until the next call is of one moment. @throws StoreNotOpened */
      refresh() {
        assertUnchanged();
        reading(path, () => {
          if (connection.inTransaction) connection.exec('COMMIT');
          connection.exec('BEGIN');
          // The first read fixes the moment.
          readLastRev(connection);
        });
      },
      close() {
        // Closing without it waits for the garbage collector, and a checkpoint of the game for
        // that.
        if (connection.inTransaction) connection.exec('ROLLBACK');
        connection.close();
      },
    };
  });
}

/** @throws StoreNotOpened */
export function openEmbeddedWallets({ dataDir }: { readonly dataDir: string }): WalletSource {
  const path = gameIn(dataDir);
  const { connection, ...beside } = openBeside(path);
  const statements = new Statements(connection);
  const events = new UnreadableEvents();
  return {
    name: path,
    async refresh() {
      beside.refresh();
    },
    async *read(part, { after, upTo }, most = -1) {
      const { columns, key } = TABLES[part];
      const index = part === 'events' ? 'INDEXED BY events_by_wallet' : '';
      const sql = `SELECT ${columns} FROM ${part} ${index}
        WHERE wallet > ? AND wallet <= ? ORDER BY wallet, ${key} LIMIT ?`;
      try {
        yield* rowsOf(connection, part, sql, [after, upTo, most]);
      } catch (error) {
        throw unreadable(path, error);
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
    async past(query) {
      return reading(path, () => pastRows(statements, query));
    },
    async sessions(wallet) {
      return reading(path, () => sessionRows(statements, wallet));
    },
    async acts() {
      return reading(path, () => actRows(statements, 0));
    },
    async close() {
      beside.close();
    },
  };
}

/** The path of a directory's database. @throws StoreNotOpened */
export function gameIn(dataDir: string): string {
  const path = join(dataDir, DATABASE_FILE);
  if (existsSync(path)) return path;
  throw noGameIn(dataDir);
}

function noGameIn(dataDir: string): StoreNotOpened {
  return new StoreNotOpened(`${dataDir} holds no game. Name the DATA_DIR of the server.`);
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
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StoreNotOpened(
    `${path} can't be read: ${reason}. Check that this user may read it and its -wal and -shm files, and that it is whole.`,
    { cause },
  );
}

export function assertWhole(connection: Database.Database, path: string): void {
  if (!holdsGame(connection, path)) throw noGameIn(dirname(path));
  if (one(connection, 'SELECT state FROM data_set') === 'complete') return;
  throw new StoreNotOpened(
    `A move or a restore into ${path} was started and has not finished. Run \`npm run migrate\` or \`npm run restore\` again first.`,
  );
}

/** Changes with every write to the file. */
function fingerprint(path: string): string {
  const { ino, size, mtimeMs } = statSync(path);
  return `${ino} ${size} ${mtimeMs}`;
}
