/**
 * The store for tests and benchmarks: the embedded store's own statements on a database in this
 * process's memory, without files and without another thread. The product never opens it, since
 * nothing survives a close. It passes the conformance suite behind a simulated store.
 */
import Database from 'libsql';
import type { CallName, Handlers, Inputs, Output, StoreLink } from '../embedded/messages.ts';
import { appendAct } from '../embedded/keyed-rows.ts';
import { createReader, SNAPSHOT_BATCH, type Snapshot } from '../embedded/reads.ts';
import { SqlStore } from '../embedded/sql-store.ts';
import { one, Statements } from '../embedded/sqlite.ts';
import { createTables } from '../embedded/tables.ts';
import { createWriter, type Writer } from '../embedded/writes.ts';
import { StoreUnavailable } from '../store.ts';

/** An empty data set with its own epoch. Tests give one to several servers. */
export const openMemoryStore = (): MemoryStore => new MemoryStore();

export class MemoryStore extends SqlStore {
  readonly connection: Database.Database;

  /** @param connection to a data set that is complete. */
  constructor(connection = emptyDatabase()) {
    const epoch = String(one(connection, 'SELECT epoch FROM data_set'));
    const orderBase = Number(one(connection, 'SELECT order_base FROM data_set'));
    const lastRev = Number(one(connection, 'SELECT coalesce(max(rev), 0) FROM events'));
    super(new MemoryLink(connection, lastRev), { epoch, lastRev, orderBase, isShared: true });
    this.connection = connection;
  }

  /** Appends an act as `npm run operate` does; its number. */
  act(document: string): number {
    return appendAct(new Statements(this.connection), document);
  }

  /** Loses the rows of some of the kinds that only running processes need. */
  lose(kinds: Iterable<string>): void {
    const sql = new Statements(this.connection);
    for (const kind of kinds) sql.run('DELETE FROM temp.rows WHERE kind = ?', kind);
  }
}

/** A data set without a commit. */
export function emptyDatabase(): Database.Database {
  const connection = new Database(':memory:');
  createTables(connection);
  return connection;
}

class MemoryLink implements StoreLink {
  /** Never called: there are no files to lose. */
  onLost = () => undefined;
  readonly #connection: Database.Database;
  readonly #writer: Writer;
  readonly #reads: Handlers;
  #isClosed = false;

  constructor(connection: Database.Database, lastRev: number) {
    this.#connection = connection;
    const writer = createWriter(connection, lastRev);
    const begin = () => snapshotIn(connection, writer.lastRev);
    const reader = createReader(connection, () => writer.lastRev, begin);
    this.#writer = writer;
    this.#reads = { ...reader.lookups, ...reader.lists };
  }

  async ask<Name extends CallName>(call: Name, ...inputs: Inputs<Name>): Promise<Output<Name>> {
    if (this.#isClosed) throw new StoreUnavailable('The store is closed.');
    const carryOut = (handlers: Handlers) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the call's name ties its handler to its inputs and answer
      handlers[call]?.(...(inputs as never[])) as Output<Name>;
    if (call in this.#reads) return carryOut(this.#reads);
    return this.#connection.transaction(() => {
      this.#writer.begin();
      return carryOut(this.#writer.writes);
    })();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }
}

/** The players as they are now. */
function snapshotIn(connection: Database.Database, rev: number): Snapshot {
  const documents = new Statements(connection)
    .all<[string]>('SELECT document FROM players ORDER BY id')
    .map(([document]) => document);
  let last = 0;
  return {
    rev,
    next() {
      const batch = documents.slice(last, last + SNAPSHOT_BATCH);
      last += batch.length;
      return batch;
    },
    close: () => undefined,
  };
}
