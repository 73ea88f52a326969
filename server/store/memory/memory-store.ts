/**
 * The store for tests and benchmarks: the embedded store's own statements on a database in this process's
 * memory, without files and without another thread. The product never opens it, since nothing survives a
 * close. It passes the conformance suite and doesn't claim the durability suite.
 */
import Database from 'libsql';
import { ORDER_BASE } from '../../../common/values/order.ts';
import {
  StoreLink,
  type CallName,
  type Handlers,
  type Inputs,
  type Output,
} from '../embedded/messages.ts';
import { bringUpToDate, STEPS } from '../embedded/migrations.ts';
import { createReader, SNAPSHOT_BATCH, type Snapshot } from '../embedded/reads.ts';
import { SqlStore } from '../embedded/sql-store.ts';
import { one, Statements } from '../embedded/sqlite.ts';
import { createWriter } from '../embedded/writes.ts';
import { StoreUnavailable, type Store } from '../store.ts';

/** An empty data set with its own epoch. Tests give one to several servers. */
export function openMemoryStore(): Store {
  const connection = new Database(':memory:');
  bringUpToDate(connection, null, STEPS);
  const epoch = String(one(connection, 'SELECT epoch FROM data_set'));
  const link = new MemoryLink(connection);
  return new SqlStore(link, { epoch, lastRev: 0, orderBase: ORDER_BASE, isShared: true });
}

class MemoryLink extends StoreLink {
  /** Never called: there are no files to lose. */
  onLost = () => undefined;
  readonly #connection: Database.Database;
  readonly #writes: Handlers;
  readonly #reads: Handlers;
  #isClosed = false;

  constructor(connection: Database.Database) {
    super();
    this.#connection = connection;
    const writer = createWriter(connection, 0);
    const begin = () => snapshotIn(connection, writer.lastRev);
    const reader = createReader(connection, () => writer.lastRev, begin);
    this.#writes = writer.writes;
    this.#reads = { ...reader.lookups, ...reader.lists };
  }

  /** No answer comes within the call. */
  post<Name extends CallName>(
    call: Name,
    inputs: Inputs<Name>,
    answered: (output: Output<Name>) => void,
    failed: (error: Error) => void,
  ): void {
    if (this.#isClosed) {
      failed(new StoreUnavailable('The store is closed.'));
      return;
    }
    queueMicrotask(() => {
      try {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the call's name ties its handler to its answer
        answered(this.#carryOut(call, inputs) as Output<Name>);
      } catch (error) {
        failed(error instanceof Error ? error : new Error(String(error)));
      }
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    // Microtasks run in order: earlier calls are carried out by now.
    await Promise.resolve();
  }

  #carryOut(call: CallName, inputs: readonly unknown[]): unknown {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- likewise
    const carry = (handlers: Handlers) => handlers[call]?.(...(inputs as never[]));
    if (call in this.#reads) return carry(this.#reads);
    return this.#connection.transaction(() => carry(this.#writes))();
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
    count: documents.length,
    grownBytes: () => 0,
    readAt: () => 0,
    next() {
      const batch = documents.slice(last, last + SNAPSHOT_BATCH);
      last += batch.length;
      return batch.length > 0 ? batch.join() : null;
    },
    close: () => undefined,
  };
}
