/**
 * The collections, as form 9 has them: their indexes, and the one document that identifies the data
 * set, whose `version` is its form (stored-form.ts). What documents hold is for the codecs to check
 * (documents.ts).
 */
import {
  MongoNetworkTimeoutError,
  type Collection,
  type Db,
  type Document,
  type FindOptions,
  type IndexDescription,
} from 'mongodb';
import { ORDER_BASE } from '../../../common/values/order.ts';
import { newId } from '../../lib/machine.ts';
import { OF_PROCESSES } from '../rows.ts';
import { StoreNotOpened } from '../store.ts';
import { objectionToForm, STORED_FORM } from '../stored-form.ts';
import {
  COLLECTION_NAMES,
  collectionsOf,
  DATA_SET_ID,
  keysOfKind,
  STAKE_INDEX,
  type DataSet,
} from './collections.ts';
import { isNamespaceExists } from './mongo-error.ts';

/** Covers only events that have their rev: the insert touches none of these three. */
const WITH_REV = { partialFilterExpression: { rev: { $exists: true } } };

export const PENDING_INDEX = 'events_pending';
export const EVENT_INDEXES = {
  all: 'events_by_rev',
  wallet: 'events_by_wallet',
  walletKind: 'events_by_wallet_kind',
  nationKind: 'events_by_nation_kind',
} as const;

const INDEXES: Readonly<Partial<Record<(typeof COLLECTION_NAMES)[number], IndexDescription[]>>> = {
  events: [
    { key: { rev: 1 }, name: EVENT_INDEXES.all, unique: true, ...WITH_REV },
    { key: { 'row.wallet': 1, rev: 1 }, name: EVENT_INDEXES.wallet, ...WITH_REV },
    { key: { 'row.wallet': 1, kind: 1, rev: 1 }, name: EVENT_INDEXES.walletKind, ...WITH_REV },
    { key: { 'row.nationId': 1, kind: 1, rev: 1 }, name: EVENT_INDEXES.nationKind, ...WITH_REV },
    { key: { insertedAt: 1 }, name: PENDING_INDEX, sparse: true },
  ],
  stakes: [{ ...STAKE_INDEX }],
  receipts: [{ key: { expiresAt: 1 }, name: 'receipts_by_expiry', expireAfterSeconds: 0 }],
  rows: [{ key: { expiresAt: 1 }, name: 'rows_by_expiry', expireAfterSeconds: 0, sparse: true }],
};

/**
 * Returns the database's data set, and creates it and what it lacks.
 * @throws StoreNotOpened if it belongs to another program, or to a Denaria whose form is not read.
 */
export async function openDataSet(db: Db): Promise<DataSet> {
  await nameIfNew(db);
  const found = await findDataSet(db);
  assertForm(db, found);
  // Also what a restore left out.
  await createCollections(db);
  return found;
}

export const INCOMPLETE =
  'A move, a restore or an upgrade into this database was started and has not finished. Run `npm run migrate` or `npm run restore` or `npm run upgrade` again, whichever it was, or name another database in MONGODB_URI.';

/**
 * For a database that is only read.
 * @param options.objectionTo refuses the forms that may not be.
 * @throws StoreNotOpened if it holds no game, or one that may not be read.
 */
export async function assertReadable(
  db: Db,
  { objectionTo = objectionToForm, evenIncomplete = false } = {},
): Promise<void> {
  const found = await findDataSet(db);
  assertForm(db, found, objectionTo);
  if (evenIncomplete || found.state === 'complete') return;
  throw new StoreNotOpened(INCOMPLETE);
}

/** @throws StoreNotOpened */
export async function findDataSet(db: Db, options?: FindOptions): Promise<DataSet> {
  const { dataSet } = collectionsOf(db);
  const found = await dataSet.findOne<DataSet>({ _id: DATA_SET_ID }, options);
  if (found) return found;
  throw new StoreNotOpened(
    `The database ${db.databaseName} holds no game. Name the MONGODB_URI of the server.`,
  );
}

/** @throws StoreNotOpened */
function assertForm(db: Db, { version: form }: DataSet, objectionTo = objectionToForm): void {
  const place = `The database ${db.databaseName}`;
  const otherPlace = 'Name another database in MONGODB_URI';
  const objection = objectionTo({ place, form, otherPlace });
  if (objection !== null) throw new StoreNotOpened(objection);
}

/**
 * The name is written before the collections, so that an interrupted start is not mistaken for
 * another program.
 */
async function nameIfNew(db: Db): Promise<void> {
  const { dataSet } = collectionsOf(db);
  const isNamed = async () => (await dataSet.findOne({ _id: DATA_SET_ID })) !== null;
  if (await isNamed()) return;
  const present = await db.listCollections({}, { nameOnly: true }).toArray();
  const taken = present.filter(({ name }) => COLLECTION_NAMES.some((ours) => ours === name));
  // A process whose database was dropped may have written rows since.
  const isLeft = await hasOnlyRowsOfProcesses(db);
  const foreign = taken.find(({ name }) => name !== 'rows' || !isLeft);
  // Another process may have created both between the two checks.
  if (foreign && !(await isNamed())) {
    throw new StoreNotOpened(
      `The database ${db.databaseName} has a collection '${foreign.name}' that is another program's. Name another database in MONGODB_URI.`,
    );
  }
  const created = { epoch: newId(), version: STORED_FORM, orderBase: ORDER_BASE } as const;
  await dataSet.updateOne(
    { _id: DATA_SET_ID },
    { $setOnInsert: { ...created, state: 'complete' } },
    { upsert: true },
  );
}

async function hasOnlyRowsOfProcesses(db: Db): Promise<boolean> {
  const $nor = [...OF_PROCESSES].map((kind) => ({ _id: keysOfKind(kind) }));
  return (await collectionsOf(db).rows.findOne({ $nor })) === null;
}

/** Only the missing ones. */
async function createCollections(db: Db): Promise<void> {
  for (const name of COLLECTION_NAMES) {
    try {
      await db.createCollection(name);
    } catch (error) {
      if (!isNamespaceExists(error)) throw error;
    }
    const indexes = INDEXES[name];
    if (indexes) await makeIndexes(db.collection(name), indexes);
  }
}

/**
 * The missing ones. A build over a long history takes longer than a connection may be silent, and
 * goes on without it: a second request waits for that build. A node that is away is not waited for.
 */
async function makeIndexes<Row extends Document>(
  collection: Collection<Row>,
  indexes: IndexDescription[],
): Promise<void> {
  for (;;) {
    try {
      await collection.createIndexes(indexes, { commitQuorum: 'majority' });
      return;
    } catch (error) {
      if (!(error instanceof MongoNetworkTimeoutError)) throw error;
    }
  }
}
