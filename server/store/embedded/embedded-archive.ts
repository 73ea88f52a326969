/**
 * The embedded store's data set as a whole: for a move, which locks the directory as a server does, so that a
 * server and a move exclude each other; and for an audit, beside the game that writes.
 */
import Database from 'libsql';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { epochSchema } from '../../../common/values/ids.ts';
import { ORDER_BASE } from '../../../common/values/order.ts';
import { newId, turn } from '../../lib/machine.ts';
import {
  MoveRefused,
  PART_NAMES,
  type Archive,
  type PartName,
  type Parts,
  type WalletPart,
  type WalletSource,
} from '../archive.ts';
import { StoreNotOpened } from '../store.ts';
import { DATABASE_FILE, formAfter } from '../stored-form.ts';
import { formOf, openDatabase, OpeningRefused, readLastRev } from './database.ts';
import { STEPS } from './migrations.ts';
import { one, Statements, type SqlValue } from './sqlite.ts';

const BATCH = 1000;

/** How long an audit waits for the game, which locks the file only briefly. */
const BUSY_WAIT_MS = 2000;

/** The statements of a part: columns are listed as in its rows. */
interface Table<Row> {
  readonly read: string;
  readonly write: string;
  /** What a row that was read becomes; absent: it stays. */
  readonly form?: () => (row: Row) => Row;
}

const TABLES: { readonly [Name in PartName]: Table<Parts[Name]> } = {
  players: {
    read: 'SELECT wallet, document FROM players ORDER BY wallet',
    write: `INSERT INTO players (wallet, version, document) VALUES (?1, ?2 ->> '$.version', ?2)`,
  },
  stakes: {
    read: 'SELECT wallet, id, document FROM stakes ORDER BY wallet, id',
    write: 'INSERT INTO stakes (wallet, id, document) VALUES (?, ?, ?)',
  },
  events: {
    read: 'SELECT wallet, rev, document FROM events ORDER BY rev',
    // Without an explicit rev, an event gets the next one.
    write: `INSERT INTO events (wallet, nation_id, at, document)
      VALUES (?1, ?3 ->> '$.row.nationId', ?3 ->> '$.at', ?3)`,
    form: versions,
  },
  receipts: {
    read: `SELECT wallet, command_id, fingerprint, answer, expires_at FROM receipts
      WHERE expires_at > ? ORDER BY wallet, command_id`,
    write: `INSERT INTO receipts (wallet, command_id, fingerprint, answer, expires_at)
      VALUES (?, ?, ?, ?, ?)`,
  },
  settings: {
    read: 'SELECT name, value FROM settings ORDER BY name',
    write: 'INSERT INTO settings (name, value) VALUES (?, ?)',
  },
  revoked_tokens: {
    read: 'SELECT token_id, expires_at FROM revoked_tokens WHERE expires_at > ? ORDER BY token_id',
    write: 'INSERT INTO revoked_tokens (token_id, expires_at) VALUES (?, ?)',
  },
  session_epochs: {
    read: 'SELECT wallet, epoch FROM session_epochs ORDER BY wallet',
    write: 'INSERT INTO session_epochs (wallet, epoch) VALUES (?, ?)',
  },
  past: {
    read: 'SELECT kind, at, nullif(number, 0), document FROM past ORDER BY kind, at',
    write: 'INSERT INTO past (kind, at, number, document) VALUES (?1, ?2, coalesce(?3, 0), ?4)',
  },
};

/** Puts versions in the place of revs: a wallet's nth event made its player's nth version. */
function versions(): (row: Parts['events']) => Parts['events'] {
  const counts = new Map<string, number>();
  return ([wallet, , document]) => {
    const version = (counts.get(wallet) ?? 0) + 1;
    counts.set(wallet, version);
    return [wallet, version, document];
  };
}

const READ_WALLETS: Readonly<Record<WalletPart, string>> = {
  players: 'SELECT wallet, document FROM players WHERE wallet > ? AND wallet <= ? ORDER BY wallet',
  stakes: `SELECT wallet, id, document FROM stakes WHERE wallet > ? AND wallet <= ?
    ORDER BY wallet, id`,
  events: `SELECT wallet, rev, document FROM events INDEXED BY events_by_wallet
    WHERE wallet > ? AND wallet <= ? ORDER BY wallet, rev`,
};

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
  const statements = new Statements(writer);
  return {
    name: `the directory ${dataDir}`,
    async state() {
      const row = statements.get<[string, string, string, number]>(
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
    read(part, aliveAt) {
      const { read } = TABLES[part];
      return rowsOf(writer, part, read, read.includes('?') ? [aliveAt] : []);
    },
    async begin(origin) {
      writer.transaction(() => {
        for (const table of [...PART_NAMES, 'nonces']) writer.exec(`DELETE FROM ${table}`);
        writer.prepare("UPDATE data_set SET state = 'incomplete', origin = ?").run([origin]);
      })();
    },
    async write(part, rows) {
      writer.transaction(() => {
        for (const row of rows) statements.run(TABLES[part].write, ...row);
      })();
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
    async close() {
      writer.pragma('wal_checkpoint(TRUNCATE)');
      writer.close();
      unlock();
    },
  };
}

/**
 * Opens the data set in a directory read-only. Files are neither created nor changed, with one exception: if
 * a game was killed, the log that it left is read, and SQLite keeps its index next to it.
 * @param newest the form that is read: nothing is brought up to date.
 * @throws StoreNotOpened
 */
export function openEmbeddedWallets(
  { dataDir }: { readonly dataDir: string },
  newest = formAfter(STEPS),
): WalletSource {
  const path = gameIn(dataDir);
  return reading(path, () => {
    // Without a log nothing writes, and opening it normally would create one.
    const isAtRest = !existsSync(`${path}-wal`);
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
      name: path,
      async refresh() {
        if (isAtRest && (existsSync(`${path}-wal`) || fingerprint(path) !== before)) {
          throw new StoreNotOpened(
            `A Denaria was started on ${path} while it was being read. Audit again: it can run beside that one.`,
          );
        }
        reading(path, () => {
          if (connection.inTransaction) connection.exec('COMMIT');
          connection.exec('BEGIN');
          // The first read fixes the moment.
          readLastRev(connection);
        });
      },
      async *read(part, { after, upTo }, most = -1) {
        const sql = `${READ_WALLETS[part]} LIMIT ?`;
        try {
          yield* rowsOf(connection, part, sql, [after, upTo, most]);
        } catch (error) {
          throw unreadable(path, error);
        }
      },
      async close() {
        // Closing without it waits for the garbage collector, and a checkpoint of the game for that.
        if (connection.inTransaction) connection.exec('ROLLBACK');
        connection.close();
      },
    };
  });
}

/** The path of a directory's database. @throws StoreNotOpened */
function gameIn(dataDir: string): string {
  const path = join(dataDir, DATABASE_FILE);
  if (existsSync(path)) return path;
  throw new StoreNotOpened(`${dataDir} holds no game. Name the DATA_DIR of the server.`);
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
  if (cause instanceof OpeningRefused) return new StoreNotOpened(cause.message, { cause });
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StoreNotOpened(
    `${path} can't be read: ${reason}. Check that this user may read it and its -wal and -shm files, and that it is whole.`,
    { cause },
  );
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

/** Changes with every write to the file. */
function fingerprint(path: string): string {
  const { ino, size, mtimeMs } = statSync(path);
  return `${ino} ${size} ${mtimeMs}`;
}
