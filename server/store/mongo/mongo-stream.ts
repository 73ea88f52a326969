/**
 * The game in a MongoDB database as a stream: for a move, which detects servers that use it by
 * their leases; and for a backup and an audit, in snapshots, for which the role `read` is enough.
 * Longer than other files, since all of them read in the same way.
 */
import type { ClientSession, Db, FindCursor } from 'mongodb';
import { z } from 'zod';
import { epochSchema, type Rev } from '../../../common/values/ids.ts';
import { newId } from '../../lib/machine.ts';
import { ERA_KEY, FIRST_ERA } from '../era.ts';
import { formOf } from '../forms.ts';
import { IS_NOT_MOVED } from '../rows.ts';
import { StoreNotOpened } from '../store.ts';
import { objectionToReading, STORED_FORM } from '../stored-form.ts';
import type { Batch, Extent, Source, StreamRow, Target, WalletSource } from '../stream.ts';
import { UnreadableEvents } from '../unreadable-events.ts';
import { clusterTime, orderBaseAbove, revUpTo } from './cluster-time.ts';
import {
  collectionsOf,
  COLLECTION_NAMES,
  DATA_SET_ID,
  keysOfKind,
  rowKey,
  type Collections,
  type StoredDocument,
} from './collections.ts';
import { connect, refusal, type Connection } from './connection.ts';
import { assertReadable, findDataSet, openDataSet } from './data-set.ts';
import { EventRevs } from './event-revs.ts';
import { ROWS_OF_8 } from './form-8.ts';
import { isSnapshotTooOld, isUnauthorized } from './mongo-error.ts';
import { documentsFrom, ROWS } from './part-forms.ts';
import { AT_ITS_MOMENT, readEvents, readPending, type EventReader } from './read-events.ts';
import { readRange } from './rows.ts';

const BATCH = 1000;

/** Sorts above every key that begins with a wallet and a colon. */
const AFTER_COLON = ';';

/** The rows of each form that is read, in the order of its stream. */
const ROWS_OF: Readonly<
  Record<number, Readonly<Record<string, (document: StoredDocument) => StreamRow>>>
> = {
  8: ROWS_OF_8,
  [STORED_FORM]: ROWS,
};

/** What `dbStats` answers of a database, in bytes; not every host reports its disk. */
const statsSchema = z.object({
  dataSize: z.number(),
  storageSize: z.number(),
  indexSize: z.number(),
  fsTotalSize: z.number().optional(),
  fsUsedSize: z.number().optional(),
});

/** What another database of the same server takes for as much, compared with this one. */
const ROOM = 1.25;

type MongoSource = Source & {
  /** What it takes to copy it into another database of the same server. */
  extent(): Promise<Extent>;
};

/** A game that no server uses; nothing of it changes but that its events get their revs. */
export async function openMongoSource(uri: string): Promise<MongoSource> {
  return connectBeside(uri, READ_BY_A_MOVE, async (connection) => {
    await prepareForMove(connection);
    return {
      ...sourceOf(connection),
      async extent() {
        const stats = statsSchema.parse(await connection.db.stats());
        const { dataSize, storageSize, indexSize, fsTotalSize, fsUsedSize } = stats;
        const isKnown = fsTotalSize !== undefined && fsUsedSize !== undefined;
        return {
          size: dataSize,
          needed: Math.ceil((storageSize + indexSize) * ROOM),
          free: isKnown ? fsTotalSize - fsUsedSize : null,
        };
      },
    };
  });
}

const READ_BY_A_MOVE = { objectionTo: objectionToReading, evenIncomplete: true };

/** Creates what is not there. @throws StoreNotOpened */
export async function openMongoTarget(uri: string): Promise<Target> {
  return connect(uri, async (connection) => {
    const { client, db } = connection;
    const opened = await openDataSet(db);
    await prepareForMove(connection);
    const { dataSet, events, players } = collectionsOf(db);
    /** Events so far. */
    let written = 0;
    /** Of two moves into one database, the last that began may finish. */
    const move = newId();
    return {
      ...sourceOf(connection),
      async begin(origin) {
        await assertUnused(db);
        const { epoch, state } = opened;
        const begun = await dataSet.updateOne(
          { _id: DATA_SET_ID, epoch, state },
          { $set: { state: 'incomplete', origin, move } },
        );
        if (begun.matchedCount === 0) throw alsoMoved(connection);
        for (const name of COLLECTION_NAMES) await db.dropCollection(name);
        await openDataSet(db);
        written = 0;
      },
      async write({ part, rows }) {
        const documents = documentsFrom(part, rows, written);
        if (part === 'events') written += rows.length;
        await db.collection<StoredDocument>(part).insertMany(documents, { ordered: false });
      },
      flush: async () => undefined,
      async finish() {
        const now = await clusterTime(client);
        const last = await events.findOne({ rev: { $exists: true } }, { sort: { rev: -1 } });
        if (last?.rev !== undefined && last.rev >= revUpTo(now)) {
          throw new StoreNotOpened(
            `The clock of ${nameOf(connection)} is behind the last commit of what was moved there. Run NTP on its nodes, then begin again.`,
          );
        }
        const $max = { $max: ['$gdpOrder', '$culturalOrder'] };
        const [moved] = await players
          .aggregate<{ readonly highest: number }>([{ $group: { _id: null, highest: { $max } } }])
          .toArray();
        // [ORD1] Every later commit comes after everything that was moved.
        const orderBase = orderBaseAbove(moved?.highest ?? 0, now);
        const finished = await dataSet.updateOne(
          { _id: DATA_SET_ID, state: 'incomplete', move },
          { $set: { state: 'complete', epoch: newId(), orderBase }, $unset: { move: '' } },
        );
        if (finished.matchedCount === 0) throw alsoMoved(connection);
      },
    };
  });
}

function alsoMoved(connection: Connection): StoreNotOpened {
  return new StoreNotOpened(
    `Something else was moved into ${nameOf(connection)} meanwhile. Let one move end, then look what is there.`,
  );
}

/**
 * The game as it is now, for a backup, while its servers go on. The database keeps that moment
 * readable for five minutes, by default.
 * @throws StoreNotOpened
 */
export async function openMongoSnapshot(uri: string): Promise<Source> {
  return connectBeside(uri, { objectionTo: objectionToReading }, async (connection) => {
    return sourceOf(connection, connection.client.startSession({ snapshot: true }));
  });
}

/** @throws StoreNotOpened if a server uses the database. */
async function prepareForMove({ db }: Connection): Promise<void> {
  await assertUnused(db);
  const revs = new EventRevs(collectionsOf(db).events);
  // No process commits: what has no rev at the first sweep gets it at the second.
  await revs.sweep();
  await revs.sweep();
}

/** A running server holds a lease, and goes on writing. */
async function assertUnused(db: Db): Promise<void> {
  const one = { limit: 1, order: 'ascending' } as const;
  const [lease] = await readRange(collectionsOf(db).rows, 'lease', one);
  const leaseIn8 = await db.collection('leases').findOne({ $expr: { $gt: ['$until', '$$NOW'] } });
  if (!lease && !leaseIn8) return;
  throw new StoreNotOpened(
    'A Denaria is running on this database, or was a moment ago. Stop every one of them, then wait half a minute.',
  );
}

/** @param session of a snapshot; absent: no server may use the database meanwhile. */
function sourceOf(connection: Connection, session?: ClientSession): Source {
  const { client, db } = connection;
  const { events } = collectionsOf(db);
  const options = session && { session, ...AT_ITS_MOMENT };
  const name = nameOf(connection);
  /** What was written when it was streamed. */
  let before = '';
  return {
    name,
    state: () =>
      reading(connection, async () => {
        const { epoch, origin = null, state, version } = await findDataSet(db, options);
        const first = await events.findOne({}, { ...options, projection: { _id: 1 } });
        const isEmpty = first === null;
        return { epoch: epochSchema.parse(epoch), origin, state, isEmpty, form: version };
      }),
    async *stream(aliveAt) {
      try {
        const { version } = await findDataSet(db, options);
        let count = 0;
        if (!session) before = await countsIn(db);
        for await (const batch of streamOf(db, version, aliveAt, session)) {
          if (batch.part === 'events') count += batch.rows.length;
          yield batch;
        }
        if (!session) await assertUnused(db);
        const missing = (await events.countDocuments({}, options)) - count;
        if (missing !== 0) throw notRead(missing, db, session ? DAMAGED : DAMAGED_OR_NEW);
      } catch (error) {
        throw refusalOfRead(error, connection);
      }
    },
    assertUnchanged: () =>
      reading(connection, async () => {
        if (session) return;
        await assertUnused(db);
        if ((await countsIn(db)) !== before) throw new StoreNotOpened(WRITTEN);
      }),
    async close() {
      await session?.endSession();
      await client.close();
    },
  };
}

const WRITTEN =
  'Something was written to the game while it was copied: a Denaria was started on it, or an operator acted. Stop every one, then begin again.';

/** Counts what only grows. */
async function countsIn(db: Db): Promise<string> {
  const { events, rows } = collectionsOf(db);
  const counts = [
    events.countDocuments(),
    rows.countDocuments({ _id: keysOfKind('act') }),
    // Form 8's.
    db.collection('acts').countDocuments(),
  ];
  return (await Promise.all(counts)).join();
}

const DAMAGED = "They are damaged, and can't be copied.";
const DAMAGED_OR_NEW =
  'A Denaria was started on it meanwhile, or they are damaged. Stop every one, then begin again.';

function notRead(count: number, { databaseName }: Db, why: string): StoreNotOpened {
  return new StoreNotOpened(
    `Of the events in the database ${databaseName}, ${count} have no place in the order of all. ${why}`,
  );
}

async function* streamOf(
  db: Db,
  form: number,
  aliveAt: number,
  session?: ClientSession,
): AsyncGenerator<Batch> {
  const { expiry } = formOf(form);
  for (const [part, rowOf] of Object.entries(ROWS_OF[form] ?? {})) {
    const isAlive =
      expiry[part] === undefined ? {} : { expiresAt: { $not: { $lte: new Date(aliveAt) } } };
    const isMoved = part === 'rows' ? IS_MOVED : {};
    const found =
      part === 'events'
        ? eventsOf(db, session)
        : batches(findIn(db, part, { ...isAlive, ...isMoved }, session).sort({ _id: 1 }));
    for await (const documents of found) {
      for (let n = 0; n < documents.length; n += BATCH) {
        yield { part, rows: documents.slice(n, n + BATCH).map(rowOf) };
      }
    }
  }
}

/** The other store keeps no era before one was changed. */
const IS_FIRST_ERA = { _id: rowKey('era', ERA_KEY), document: FIRST_ERA };

const IS_MOVED = {
  $nor: [IS_FIRST_ERA, ...[...IS_NOT_MOVED].map((kind) => ({ _id: keysOfKind(kind) }))],
};

/**
 * The events that have a rev, in their order; in a snapshot, also those that had none yet at its
 * moment.
 */
async function* eventsOf(
  db: Db,
  session?: ClientSession,
): AsyncGenerator<readonly StoredDocument[]> {
  const waiting = session ? await pendingEvents(collectionsOf(db).events, session) : [];
  const placed = findIn(db, 'events', { rev: { $exists: true } }, session).sort({ rev: 1 });
  for await (const documents of batches(placed)) {
    const last = String(documents.at(-1)?.['rev']);
    const n = waiting.findIndex(({ rev }) => rev > last);
    const before = waiting.splice(0, n === -1 ? waiting.length : n);
    yield before.length === 0 ? documents : [...documents, ...before].toSorted(byRev);
  }
  yield waiting;
}

/** Those without a rev, with theirs, in its order. */
async function pendingEvents(events: Collections['events'], session: ClientSession) {
  const reader = readerOf(events);
  const { pending } = await readPending(reader, {}, session);
  const revs = await reader.eventRevs.of(pending);
  const found = events.find<StoredDocument>(
    { _id: { $in: [...revs.keys()] } },
    { session, ...AT_ITS_MOMENT },
  );
  const documents: (StoredDocument & { readonly rev: Rev })[] = [];
  for await (const document of found) {
    const rev = revs.get(document._id);
    if (rev) documents.push({ ...document, rev });
  }
  return documents.toSorted(byRev);
}

function readerOf(collection: Collections['events']): EventReader {
  return { collection, eventRevs: new EventRevs(collection), unreadable: new UnreadableEvents() };
}

function byRev(a: StoredDocument, b: StoredDocument): number {
  return String(a['rev']) < String(b['rev']) ? -1 : 1;
}

/**
 * @param evenIncomplete also what a move has written and not finished.
 * @throws StoreNotOpened
 */
export async function openMongoWallets(uri: string, evenIncomplete = false): Promise<WalletSource> {
  return connectBeside(uri, { evenIncomplete }, async (connection) => {
    const { client, db } = connection;
    let session = client.startSession({ snapshot: true });
    const collections = collectionsOf(db);
    const reader = readerOf(collections.events);
    return {
      name: nameOf(connection),
      async refresh() {
        await session.endSession();
        session = client.startSession({ snapshot: true });
      },
      async *read(part, { after, upTo }, most = 0) {
        // Keys are a wallet, or a wallet, a colon and more; those of eras' commits begin with it.
        const ofWallets = { $gt: after && after + AFTER_COLON, $lt: upTo + AFTER_COLON };
        const range = { _id: { ...ofWallets, $not: keysOfKind('') } };
        const found = findIn(db, part, range, session).sort({ _id: 1 }).limit(most);
        try {
          for await (const documents of batches(found)) yield documents.map(ROWS[part]);
        } catch (error) {
          throw refusalOfRead(error, connection);
        }
      },
      history: (after, most) =>
        reading(connection, async () => {
          const query = { after, limit: most, order: 'oldest-first' } as const;
          return (await readEvents(reader, query, session)).events;
        }),
      rows: (kind) => ({
        range: (range) =>
          reading(connection, () =>
            readRange(collections.rows, kind, range, { session, ...AT_ITS_MOMENT }),
          ),
      }),
      async close() {
        await session.endSession();
        await client.close();
      },
    };
  });
}

/** Connects to a game that is only read. @throws StoreNotOpened */
async function connectBeside<Opened>(
  uri: string,
  which: Parameters<typeof assertReadable>[1],
  open: (connection: Connection) => Promise<Opened>,
): Promise<Opened> {
  return connect(uri, async (connection) => {
    await reading(connection, () => assertReadable(connection.db, which));
    return open(connection);
  });
}

/** @throws StoreNotOpened for what the database refuses, in words. */
async function reading<Answer>(
  connection: Connection,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    throw refusalOfRead(error, connection);
  }
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

/** @param session of a snapshot. */
function findIn(
  db: Db,
  name: string,
  filter: object,
  session?: ClientSession,
): FindCursor<StoredDocument> {
  const options = session && { session, ...AT_ITS_MOMENT };
  return db.collection<StoredDocument>(name).find<StoredDocument>(filter, options);
}

async function* batches(
  cursor: FindCursor<StoredDocument>,
): AsyncGenerator<readonly StoredDocument[]> {
  cursor.batchSize(BATCH);
  try {
    while (await cursor.hasNext()) yield cursor.readBufferedDocuments();
  } finally {
    await cursor.close();
  }
}

function nameOf({ client, db }: Connection): string {
  return `the database ${db.databaseName} at ${client.options.hosts.map(String).join(', ')}`;
}
