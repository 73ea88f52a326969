/**
 * The collections, from an empty database to the newest version: validators, indexes, and the one document
 * that identifies the data set. Each step can be repeated, and several processes may run it concurrently. A
 * released one is never changed, a new one is appended.
 */
import { randomUUID } from 'node:crypto';
import {
  MongoNetworkTimeoutError,
  type Collection,
  type CreateCollectionOptions,
  type Db,
  type Document,
  type IndexDescription,
} from 'mongodb';
import { NATION_IDS } from '../../../common/values/nations.ts';
import { StoreNotOpened } from '../store.ts';
import { clusterTime } from './cluster-time.ts';
import {
  COLLECTION_NAMES,
  collectionsOf,
  DATA_SET_ID,
  STAKE_INDEX,
  type Collections,
  type DataSet,
} from './collections.ts';
import { isNamespaceExists } from './mongo-error.ts';
import { fillTotals } from './running-totals.ts';
import { CONTRIBUTED_INDEX, fillContributed } from './whole-players.ts';

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

const CONTRIBUTED = { ...CONTRIBUTED_INDEX, key: { ...CONTRIBUTED_INDEX.key } };

/** `events_by_nation`, which nothing here reads, stays where it is: an older Denaria beside this one hints at it. */
const INDEXES: Readonly<Partial<Record<(typeof COLLECTION_NAMES)[number], IndexDescription[]>>> = {
  events: [
    { key: { rev: 1 }, name: EVENT_INDEXES.all, unique: true, ...WITH_REV },
    { key: { 'row.wallet': 1, rev: 1 }, name: EVENT_INDEXES.wallet, ...WITH_REV },
    { key: { 'row.wallet': 1, kind: 1, rev: 1 }, name: EVENT_INDEXES.walletKind, ...WITH_REV },
    { key: { 'row.nationId': 1, kind: 1, rev: 1 }, name: EVENT_INDEXES.nationKind, ...WITH_REV },
    { key: { insertedAt: 1 }, name: PENDING_INDEX, sparse: true },
    CONTRIBUTED,
  ],
  stakes: [{ ...STAKE_INDEX }],
  receipts: [{ key: { expiresAt: 1 }, name: 'receipts_by_expiry', expireAfterSeconds: 0 }],
  nonces: [{ key: { expiresAt: 1 }, name: 'nonces_by_expiry', expireAfterSeconds: 0 }],
  notices: [{ key: { until: 1 }, name: 'notices_by_expiry', expireAfterSeconds: 60 }],
  revoked_tokens: [
    { key: { expiresAt: 1 }, name: 'revoked_tokens_by_expiry', expireAfterSeconds: 0 },
  ],
};

/** Processes check for it every few seconds, so even one that was frozen for minutes knows it in time. */
const ORDINALS_NOTICE_SECONDS = 600;

const MIGRATIONS: readonly ((db: Db) => Promise<void>)[] = [
  createCollections,
  // Version 2: the collections of revoked session tokens.
  createCollections,
  keepStakeLists,
  keepOrder,
  beginOrdinals,
  // Version 6: the record of the past.
  createCollections,
  keepContributed,
];

/**
 * Brings the database to the newest version and returns its data set.
 * @throws StoreNotOpened if it belongs to another program or a newer Denaria.
 */
export async function openDataSet(db: Db): Promise<DataSet> {
  const { dataSet } = collectionsOf(db);
  const { version } = await foundOrNamed(db, dataSet);
  assertNotNewer(db, version);
  for (const [index, migration] of MIGRATIONS.entries()) {
    if (index < version) continue;
    await migration(db);
    await dataSet.updateOne({ _id: DATA_SET_ID, version: index }, { $set: { version: index + 1 } });
  }
  // What no version records (an older Denaria does not use the notices, nor the events by kind), and what a
  // restore left out.
  await createCollections(db);
  const opened = await dataSet.findOne({ _id: DATA_SET_ID });
  if (!opened) throw new StoreNotOpened('The database was dropped while it was being opened.');
  return opened;
}

/**
 * The data set of a database that is only read: nothing is migrated.
 * @throws StoreNotOpened if there is none, or one of another version.
 */
export async function findCurrent(db: Db): Promise<DataSet> {
  const { databaseName } = db;
  const found = await collectionsOf(db).dataSet.findOne({ _id: DATA_SET_ID });
  if (!found) {
    throw new StoreNotOpened(
      `The database ${databaseName} holds no game. Name the MONGODB_URI of the server.`,
    );
  }
  assertNotNewer(db, found.version);
  if (found.version < MIGRATIONS.length) {
    throw new StoreNotOpened(
      `The database ${databaseName} was written by an older Denaria (version ${found.version} of its collections; this one reads ${MIGRATIONS.length}). Start the game on it once, which brings it up to date, then try again.`,
    );
  }
  if (found.state !== 'complete') {
    throw new StoreNotOpened(
      `A move into the database ${databaseName} was started and has not finished. Run \`npm run migrate\` again first.`,
    );
  }
  await assertIndexed(db);
  return found;
}

/** @throws StoreNotOpened */
async function assertIndexed(db: Db): Promise<void> {
  for (const name of ['events', 'stakes'] as const) {
    const needed = INDEXES[name] ?? [];
    const present = await db.collection(name).indexes();
    const missing = needed.find((one) => present.every((other) => other.name !== one.name));
    if (!missing) continue;
    throw new StoreNotOpened(
      `The database ${db.databaseName} lacks the index ${missing.name} of its collection ${name}. Start the game on it once, which makes it, then try again.`,
    );
  }
}

/** @throws StoreNotOpened */
function assertNotNewer(db: Db, version: number): void {
  if (version <= MIGRATIONS.length) return;
  throw new StoreNotOpened(
    `The database ${db.databaseName} was written by a newer Denaria (version ${version} of its collections; this one knows ${MIGRATIONS.length}). Start that one, or restore a backup.`,
  );
}

/**
 * The name is written before the collections, so that an interrupted start is not mistaken for another
 * program.
 */
async function foundOrNamed(db: Db, dataSet: Collections['dataSet']): Promise<DataSet> {
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
    { $setOnInsert: { epoch: randomUUID(), version: 0, state: 'complete', ordinalsFrom: 0 } },
    { upsert: true, returnDocument: 'after' },
  );
  if (!named) throw new Error('an upsert answered nothing');
  return named;
}

/** Creates the collections of the newest version in a database that has none of them. */
export async function createAll(db: Db): Promise<void> {
  for (const migration of MIGRATIONS) await migration(db);
}

/** Only the missing ones. */
async function createCollections(db: Db): Promise<void> {
  for (const name of COLLECTION_NAMES) await createCollection(db, name);
}

async function createCollection(db: Db, name: (typeof COLLECTION_NAMES)[number]): Promise<void> {
  await createIfAbsent(db, name, { validator: { $jsonSchema: SCHEMAS[name] } });
  const indexes = INDEXES[name];
  if (indexes) await makeIndexes(db.collection(name), indexes);
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

/** A wallet's stakes in the order of its lists, and each player's running totals of them. */
async function keepStakeLists(db: Db): Promise<void> {
  const collections = collectionsOf(db);
  await makeIndexes(collections.stakes, [{ ...STAKE_INDEX }]);
  await fillTotals(collections);
}

/**
 * [ORD1] Stakes by the player's versions that began them. The index by moments, `stakes_by_list`, stays: an
 * older Denaria that still runs beside this one asks for it by name.
 */
async function keepOrder(db: Db): Promise<void> {
  const { stakes } = collectionsOf(db);
  await stakes.updateMany({ playerVersion: { $exists: false } }, { $set: { playerVersion: 0 } });
  await makeIndexes(stakes, [{ ...STAKE_INDEX }]);
}

/**
 * From now on several commits may share a transaction, whose events have ordinals. A process of the previous
 * version that still runs beside this one compares revs too: it learns the second within one of its rounds.
 */
async function beginOrdinals(db: Db): Promise<void> {
  const { t } = await clusterTime(db.client);
  await collectionsOf(db).dataSet.updateOne(
    { _id: DATA_SET_ID, ordinalsFrom: { $exists: false } },
    { $set: { ordinalsFrom: t + ORDINALS_NOTICE_SECONDS } },
  );
}

/** [WRK1] What players have contributed, also where an older Denaria beside this one drops it. */
async function keepContributed(db: Db): Promise<void> {
  const collections = collectionsOf(db);
  await makeIndexes(collections.events, [CONTRIBUTED]);
  await fillContributed(collections);
}

async function createIfAbsent(
  db: Db,
  name: string,
  options: CreateCollectionOptions,
): Promise<void> {
  try {
    await db.createCollection(name, options);
  } catch (error) {
    if (!isNamespaceExists(error)) throw error;
  }
}

function record(properties: Readonly<Record<string, object>>): object {
  return { bsonType: 'object', required: Object.keys(properties), properties };
}
