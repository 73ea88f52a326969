/**
 * The collections, as form 8 has them: validators, indexes, and the one document that identifies the data set,
 * whose `version` is its form (stored-form.ts). And the steps from each form to the next.
 */
import {
  MongoNetworkTimeoutError,
  type Collection,
  type Db,
  type Document,
  type IndexDescription,
} from 'mongodb';
import { NATION_IDS } from '../../../common/values/nations.ts';
import { ORDER_BASE } from '../../../common/values/order.ts';
import { newId, repeatedly, sleep } from '../../lib/machine.ts';
import { StoreNotOpened } from '../store.ts';
import { FIRST_FORM, formAfter, objectionToForm } from '../stored-form.ts';
import {
  COLLECTION_NAMES,
  collectionsOf,
  DATA_SET_ID,
  STAKE_INDEX,
  type DataSet,
} from './collections.ts';
import { holdLease } from './processes.ts';
import { isNamespaceExists } from './mongo-error.ts';

const TEXT = { bsonType: 'string' };
const NUMBER = { bsonType: 'number', minimum: 0 };
const DATE = { bsonType: 'date' };
const WALLET = { bsonType: 'string', pattern: '^0x[0-9a-fA-F]{40}$' };
const WEI = { bsonType: 'string', pattern: '^[0-9]{1,78}$' };
const NATION = { enum: [...NATION_IDS] };
const UNITS = record({ wood: NUMBER, oil: NUMBER, food: NUMBER, technology: NUMBER });

const PLAYER = record({
  _id: WALLET,
  wallet: WALLET,
  nationId: NATION,
  joinedAt: NUMBER,
  version: { bsonType: 'number', minimum: 1 },
  standing: record({ gdp: NUMBER, denaStakedWei: WEI }),
  gdpSince: NUMBER,
  culturalSince: NUMBER,
  holdings: record({ block: NUMBER, denaWei: WEI, national: NUMBER, cultural: NUMBER }),
  spentWei: WEI,
  resources: record({ units: UNITS, carry: UNITS, settledAt: NUMBER }),
});

const STAKE = record({
  _id: TEXT,
  id: TEXT,
  wallet: WALLET,
  kind: { enum: ['dena', 'national', 'museum'] },
  stakedAt: NUMBER,
  unstakeableAt: NUMBER,
  state: record({ status: { enum: ['active', 'ended'] } }),
});

const EVENT = record({
  _id: TEXT,
  at: NUMBER,
  kind: TEXT,
  gdpBefore: NUMBER,
  detail: { bsonType: 'object' },
  row: record({ wallet: WALLET, nationId: NATION, gdp: NUMBER, gdpSince: NUMBER }),
});

const SCHEMAS: Readonly<Record<(typeof COLLECTION_NAMES)[number], object>> = {
  players: PLAYER,
  stakes: STAKE,
  events: EVENT,
  receipts: record({ _id: TEXT, fingerprint: TEXT, answer: TEXT, expiresAt: DATE }),
  nonces: record({ _id: TEXT, expiresAt: DATE }),
  settings: record({ _id: TEXT, value: TEXT }),
  leases: record({ _id: TEXT, holder: TEXT, until: DATE }),
  notices: record({ _id: TEXT, topic: TEXT, text: TEXT, until: DATE }),
  revoked_tokens: record({ _id: TEXT, expiresAt: DATE }),
  session_epochs: record({ _id: WALLET, epoch: NUMBER }),
  past: record({ _id: TEXT, kind: TEXT, at: NUMBER, document: TEXT }),
};

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
  nonces: [{ key: { expiresAt: 1 }, name: 'nonces_by_expiry', expireAfterSeconds: 0 }],
  notices: [{ key: { until: 1 }, name: 'notices_by_expiry', expireAfterSeconds: 60 }],
  revoked_tokens: [
    { key: { expiresAt: 1 }, name: 'revoked_tokens_by_expiry', expireAfterSeconds: 0 },
  ],
};

/**
 * Brings the documents of a form to the next one. A process that is killed in the middle leaves a part of it, so
 * it can be repeated; collections and indexes need no step. The role readWrite can't change a validator (collMod).
 */
export type Step = (db: Db) => Promise<void>;

/** From each form to the next, the first one from form 8 to 9. */
export const STEPS: readonly Step[] = [];

/** The lease of the process that takes a step, and how soon another takes over if that one dies. */
const STEP_LEASE = 'stored-form';
const STEP_LEASE_MS = 10_000;
/** Between two looks whether another process has taken the step. */
const STEP_PAUSE_MS = 200;

/**
 * Brings the database to the newest form and returns its data set.
 * @throws StoreNotOpened if it belongs to another program, or to a Denaria whose form is not read.
 */
export async function openDataSet(db: Db, steps: readonly Step[] = STEPS): Promise<DataSet> {
  const newest = formAfter(steps);
  assertForm(db, await foundOrNamed(db), newest);
  // Also what a restore left out.
  await createCollections(db);
  const { leases } = collectionsOf(db);
  const holder = newId();
  const hold = () => holdLease(leases, STEP_LEASE, holder, STEP_LEASE_MS);
  for (;;) {
    const found = await readDataSet(db, newest);
    if (found.version === newest) return found;
    if (await hold()) {
      const renewing = repeatedly(STEP_LEASE_MS / 4, () => void Promise.allSettled([hold()]));
      try {
        await takeStep(db, steps);
      } finally {
        renewing.stop();
        await leases.deleteOne({ _id: STEP_LEASE, holder });
      }
    } else await sleep(STEP_PAUSE_MS);
  }
}

/** Only by the holder of the lease. */
async function takeStep(db: Db, steps: readonly Step[]): Promise<void> {
  const { version } = await readDataSet(db, formAfter(steps));
  const step = steps[version - FIRST_FORM];
  // Another process took it just before.
  if (!step) return;
  await step(db);
  await collectionsOf(db).dataSet.updateOne(
    { _id: DATA_SET_ID, version },
    { $set: { version: version + 1 } },
  );
}

/** @throws StoreNotOpened */
async function readDataSet(db: Db, newest: number): Promise<DataSet> {
  const found = await collectionsOf(db).dataSet.findOne({ _id: DATA_SET_ID });
  if (!found) throw new StoreNotOpened('The database was dropped while it was being opened.');
  assertForm(db, found, newest);
  return found;
}

/**
 * For a database that is only read: nothing is brought up to date.
 * @throws StoreNotOpened if there is none, or one of another form.
 */
export async function assertReadable(db: Db, newest = formAfter(STEPS)): Promise<void> {
  const { databaseName } = db;
  const found = await findDataSet(db);
  assertForm(db, found, newest);
  if (found.version < newest) {
    throw new StoreNotOpened(
      `The database ${databaseName} holds data of an earlier form (version ${found.version}; this Denaria reads ${newest}). Start the game on it once, which brings it up to date, then try again.`,
    );
  }
  if (found.state !== 'complete') {
    throw new StoreNotOpened(
      `A move into the database ${databaseName} was started and has not finished. Run \`npm run migrate\` again first.`,
    );
  }
}

/** @throws StoreNotOpened */
export async function findDataSet(db: Db): Promise<DataSet> {
  const found = await collectionsOf(db).dataSet.findOne({ _id: DATA_SET_ID });
  if (found) return found;
  throw new StoreNotOpened(
    `The database ${db.databaseName} holds no game. Name the MONGODB_URI of the server.`,
  );
}

/** @throws StoreNotOpened */
function assertForm(db: Db, { version: form }: DataSet, newest: number): void {
  const place = `The database ${db.databaseName}`;
  const elsewhere = 'Name another database in MONGODB_URI';
  const objection = objectionToForm({ place, form, newest, elsewhere });
  if (objection !== null) throw new StoreNotOpened(objection);
}

/**
 * The name is written before the collections, so that an interrupted start is not mistaken for another
 * program.
 */
async function foundOrNamed(db: Db): Promise<DataSet> {
  const { dataSet } = collectionsOf(db);
  const found = await dataSet.findOne({ _id: DATA_SET_ID });
  if (found) return found;
  const present = await db.listCollections({}, { nameOnly: true }).toArray();
  // A process whose database was dropped may have published a notice since.
  const foreign = present.find(
    ({ name }) => name !== 'notices' && COLLECTION_NAMES.some((ours) => ours === name),
  );
  if (foreign) {
    // Another process may have created both between the two checks.
    const named = await dataSet.findOne({ _id: DATA_SET_ID });
    if (named) return named;
    throw new StoreNotOpened(
      `The database ${db.databaseName} has a collection '${foreign.name}' that is another program's. Name another database in MONGODB_URI.`,
    );
  }
  const named = await dataSet.findOneAndUpdate(
    { _id: DATA_SET_ID },
    {
      $setOnInsert: {
        epoch: newId(),
        version: FIRST_FORM,
        state: 'complete',
        orderBase: ORDER_BASE,
      },
    },
    { upsert: true, returnDocument: 'after' },
  );
  if (!named) throw new Error('an upsert answered nothing');
  return named;
}

/** Only the missing ones. */
async function createCollections(db: Db): Promise<void> {
  for (const name of COLLECTION_NAMES) {
    try {
      await db.createCollection(name, { validator: { $jsonSchema: SCHEMAS[name] } });
    } catch (error) {
      if (!isNamespaceExists(error)) throw error;
    }
    const indexes = INDEXES[name];
    if (indexes) await makeIndexes(db.collection(name), indexes);
  }
}

/**
 * The missing ones. A build over a long history takes longer than a connection may be silent, and goes on without
 * it: asked again, the database waits for that build. A node that is away is not waited for.
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

function record(properties: Readonly<Record<string, object>>): object {
  return { bsonType: 'object', required: Object.keys(properties), properties };
}
