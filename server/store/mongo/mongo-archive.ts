/**
 * The data set in a MongoDB database as a whole: for a move, which servers that use it are detected
 * for by their leases; and for a backup and an audit, in snapshots, for which the role `read` is
 * enough.
 */
import type { ClientSession, Db, FindCursor } from 'mongodb';
import { epochSchema, type Rev } from '../../../common/values/ids.ts';
import { newId } from '../../lib/machine.ts';
import {
  EXPIRY,
  MoveRefused,
  type Archive,
  type ArchiveSource,
  type PartName,
  type WalletSource,
} from '../archive.ts';
import { StoreNotOpened } from '../store.ts';
import { STORED_FORM } from '../stored-form.ts';
import { UnreadableEvents } from '../unreadable-events.ts';
import { clusterTime, orderBaseAbove } from './cluster-time.ts';
import {
  collectionsOf,
  COLLECTION_NAMES,
  DATA_SET_ID,
  type Collections,
  type DataSet,
} from './collections.ts';
import { connect, refusal, type Connection } from './connection.ts';
import { EventRevs } from './event-revs.ts';
import { assertReadable, findDataSet, openDataSet } from './data-set.ts';
import { readActs } from './mongo-acts.ts';
import { isSnapshotTooOld, isUnauthorized } from './mongo-error.ts';
import { FORMS, type Row } from './part-forms.ts';
import { readPastRows } from './past.ts';
import { AT_ITS_MOMENT, readEvents, readPending } from './read-events.ts';
import { sessionsOf } from './sessions.ts';

const BATCH = 1000;

/** Sorts above every key that begins with a wallet and a colon. */
const AFTER_COLON = ';';

/** @throws StoreNotOpened */
export async function openMongoArchive({
  uri,
  mustExist,
}: {
  readonly uri: string;
  readonly mustExist: boolean;
}): Promise<Archive> {
  return connect(uri, async (connection) => {
    const { db } = connection;
    const { events, leases } = collectionsOf(db);
    if (mustExist) await findDataSet(db);
    await openDataSet(db);
    await assertUnused(leases);
    const revs = new EventRevs(events);
    // No process commits: what has no rev at the first sweep gets it at the second.
    await revs.sweep();
    await revs.sweep();
    return archiveOf(connection);
  });
}

/** A running server holds a lease, and goes on writing. */
async function assertUnused(leases: Collections['leases']): Promise<void> {
  const held = await leases.findOne({ $expr: { $gt: ['$until', '$$NOW'] } });
  if (!held) return;
  throw new StoreNotOpened(
    'A Denaria is running on this database, or was a moment ago. Stop every one of them, then wait half a minute.',
  );
}

function archiveOf(connection: Connection): Archive {
  const { client, db } = connection;
  const { dataSet, players } = collectionsOf(db);
  const describe = (fields: Partial<DataSet>) =>
    dataSet.updateOne({ _id: DATA_SET_ID }, { $set: fields });
  /** Events so far. */
  let written = 0;
  return {
    name: nameOf(connection),
    state: () => stateOf(connection),
    read: (part, aliveAt) => batches(rowsIn(db, part, aliveAt), FORMS[part].row),
    async begin(origin) {
      await describe({ state: 'incomplete', origin, version: STORED_FORM });
      for (const name of COLLECTION_NAMES) await dropIfThere(db, name);
      await openDataSet(db);
    },
    async write(part, rows) {
      const { document } = FORMS[part];
      const before = written;
      if (part === 'events') written += rows.length;
      await db.collection<Row>(part).insertMany(
        rows.map((row, n) => document(row, before + n + 1)),
        { ordered: false },
      );
    },
    async finish() {
      const $max = { $max: ['$gdpOrder', '$culturalOrder'] };
      const [moved] = await players
        .aggregate<{ readonly highest: number }>([{ $group: { _id: null, highest: { $max } } }])
        .toArray();
      // [ORD1] Every later commit comes after everything that was moved.
      const orderBase = orderBaseAbove(moved?.highest ?? 0, await clusterTime(client));
      await describe({ state: 'complete', epoch: newId(), orderBase });
    },
    close: () => client.close(),
  };
}

async function stateOf(connection: Connection, session?: ClientSession) {
  const { dataSet, events } = collectionsOf(connection.db);
  const options = session && { session, ...AT_ITS_MOMENT };
  const found = await dataSet.findOne({ _id: DATA_SET_ID }, options);
  if (!found) throw new MoveRefused(`${nameOf(connection)} was dropped. Start over.`);
  const { epoch, origin = null, state } = found;
  const first = await events.findOne({}, { ...options, projection: { _id: 1 } });
  return { epoch: epochSchema.parse(epoch), origin, state, isEmpty: first === null };
}

/**
 * In the order of an archive's parts; in a session, as of its moment, and only events that have
 * their rev.
 */
function rowsIn(db: Db, part: PartName, aliveAt: number, session?: ClientSession): FindCursor<Row> {
  const key = part === 'events' ? 'rev' : '_id';
  const isAlive = EXPIRY[part] === undefined ? {} : { expiresAt: { $gt: new Date(aliveAt) } };
  const hasRev = session && part === 'events' ? { rev: { $exists: true } } : {};
  return db
    .collection<Row>(part)
    .find<Row>({ ...isAlive, ...hasRev }, { ...(session && { session, ...AT_ITS_MOMENT }) })
    .sort({ [key]: 1 });
}

/**
 * Connects to a database that is only read, beside the servers that write it. @throws
 * StoreNotOpened
 */
async function connectBeside<Opened>(
  uri: string,
  open: (connection: Connection) => Promise<Opened>,
): Promise<Opened> {
  return connect(uri, async (connection) => {
    try {
      await assertReadable(connection.db);
    } catch (error) {
      throw refusalOfRead(error, connection);
    }
    return open(connection);
  });
}

/**
 * The data set as it is now, for a backup, while its servers go on. The database keeps that moment
 * readable for five minutes, unless it is told otherwise.
 * @throws StoreNotOpened
 */
export async function openMongoSnapshot({ uri }: { readonly uri: string }): Promise<ArchiveSource> {
  return connectBeside(uri, async (connection) => {
    const { client, db } = connection;
    const session = client.startSession({ snapshot: true });
    return {
      name: nameOf(connection),
      async state() {
        return stateOf(connection, session);
      },
      async *read(part, aliveAt) {
        try {
          const found = batches(rowsIn(db, part, aliveAt, session), (row) => row);
          const ordered = part === 'events' ? withPending(db, found, session) : found;
          for await (const rows of ordered) yield rows.map(FORMS[part].row);
        } catch (error) {
          throw refusalOfRead(error, connection);
        }
      },
      async close() {
        await session.endSession();
        await client.close();
      },
    };
  });
}

/**
 * The events, and in their places those that had no rev yet at the session's moment. @throws
 * StoreNotOpened
 */
async function* withPending(
  db: Db,
  placed: AsyncIterable<readonly Row[]>,
  session: ClientSession,
): AsyncGenerator<readonly Row[]> {
  const { events } = collectionsOf(db);
  const waiting = await pendingRows(events, session);
  let count = waiting.length;
  for await (const rows of placed) {
    count += rows.length;
    const last = String(rows.at(-1)?.['rev']);
    const n = waiting.findIndex(({ rev }) => rev > last);
    const before = waiting.splice(0, n === -1 ? waiting.length : n);
    yield before.length === 0 ? rows : [...rows, ...before].toSorted(byRev);
  }
  yield waiting;
  const missing = (await events.countDocuments({}, { session, ...AT_ITS_MOMENT })) - count;
  if (missing === 0) return;
  throw new StoreNotOpened(
    `${missing} events in the database ${db.databaseName} have no place in the order of all: they are damaged, and can't be copied.`,
  );
}

/** Those without a rev, with theirs, in its order. */
async function pendingRows(events: Collections['events'], session: ClientSession) {
  const eventRevs = new EventRevs(events);
  const reader = { collection: events, eventRevs, unreadable: new UnreadableEvents() };
  const { pending } = await readPending(reader, {}, session);
  const revs = await eventRevs.of(pending);
  const found = events.find<Row>({ _id: { $in: [...revs.keys()] } }, { session, ...AT_ITS_MOMENT });
  const rows: { readonly _id: string; readonly rev: Rev }[] = [];
  for await (const document of found) {
    const rev = revs.get(document._id);
    if (rev) rows.push({ ...document, rev });
  }
  return rows.toSorted(byRev);
}

function byRev(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): number {
  return String(a['rev']) < String(b['rev']) ? -1 : 1;
}

/** @throws StoreNotOpened */
export async function openMongoWallets({ uri }: { readonly uri: string }): Promise<WalletSource> {
  return connectBeside(uri, async (connection) => {
    const { client, db } = connection;
    let session = client.startSession({ snapshot: true });
    const collections = collectionsOf(db);
    const { events } = collections;
    const reader = {
      collection: events,
      eventRevs: new EventRevs(events),
      unreadable: new UnreadableEvents(),
    };
    return {
      name: nameOf(connection),
      async refresh() {
        await session.endSession();
        session = client.startSession({ snapshot: true });
      },
      async *read(part, { after, upTo }, most = 0) {
        // Keys are a wallet, or a wallet, a colon and more.
        const $gt = after && after + AFTER_COLON;
        const found = db
          .collection<Row>(part)
          .find<Row>({ _id: { $gt, $lt: upTo + AFTER_COLON } }, { session, ...AT_ITS_MOMENT })
          .sort({ _id: 1 })
          .limit(most);
        try {
          yield* batches(found, FORMS[part].row);
        } catch (error) {
          throw refusalOfRead(error, connection);
        }
      },
      async history(after, most) {
        try {
          const query = { after, limit: most, order: 'oldest-first' } as const;
          return (await readEvents(reader, query, session)).events;
        } catch (error) {
          throw refusalOfRead(error, connection);
        }
      },
      async past(query) {
        try {
          return await readPastRows(collections, query);
        } catch (error) {
          throw refusalOfRead(error, connection);
        }
      },
      async sessions(wallet) {
        try {
          return await sessionsOf(collections.sessions, wallet);
        } catch (error) {
          throw refusalOfRead(error, connection);
        }
      },
      async acts() {
        try {
          return await readActs(collections, 0);
        } catch (error) {
          throw refusalOfRead(error, connection);
        }
      },
      async close() {
        await session.endSession();
        await client.close();
      },
    };
  });
}

function refusalOfRead(error: unknown, { client, db }: Connection): unknown {
  if (isSnapshotTooOld(error)) {
    return new StoreNotOpened(
      'The database no longer has the moment that was being read. Let it keep an hour: db.adminCommand({ setParameter: 1, minSnapshotHistoryWindowInSeconds: 3600 }) on its primary, then try again.',
      { cause: error },
    );
  }
  if (!isUnauthorized(error)) return refusal(error, client);
  return new StoreNotOpened(
    `MongoDB does not let this user read the database ${db.databaseName}. Give it the role read there: db.grantRolesToUser(name, [{ role: 'read', db: '${db.databaseName}' }]).`,
    { cause: error },
  );
}

async function* batches<Result>(
  cursor: FindCursor<Row>,
  rowOf: (document: Row) => Result,
): AsyncGenerator<Result[]> {
  cursor.batchSize(BATCH);
  try {
    while (await cursor.hasNext()) yield cursor.readBufferedDocuments().map(rowOf);
  } finally {
    await cursor.close();
  }
}

function nameOf({ client, db }: Connection): string {
  return `the database ${db.databaseName} at ${client.options.hosts.map(String).join(', ')}`;
}

async function dropIfThere(db: Db, name: string): Promise<void> {
  const [found] = await db.listCollections({ name }, { nameOnly: true }).toArray();
  if (found) await db.dropCollection(name);
}
