/** The data set in a MongoDB database as a whole. Servers that use it are detected by their leases. */
import type { Db, FindCursor } from 'mongodb';
import { addressSchema } from '../../../common/values/address.ts';
import {
  commandIdSchema,
  epochSchema,
  revSchema,
  type Epoch,
  type Rev,
} from '../../../common/values/ids.ts';
import { newId } from '../../lib/machine.ts';
import {
  MoveRefused,
  type Archive,
  type DataSetState,
  type PartName,
  type Parts,
} from '../archive.ts';
import { eventDocument, playerDocument, stakeDocument } from '../documents.ts';
import { StoreNotOpened } from '../store.ts';
import { clusterTime } from './cluster-time.ts';
import {
  collectionsOf,
  COLLECTION_NAMES,
  DATA_SET_ID,
  eventKey,
  keyParts,
  receiptKey,
  stakeKey,
  type Collections,
  type DataSet,
} from './collections.ts';
import { connect, refusal, type Connection } from './connection.ts';
import { EventRevs } from './event-revs.ts';
import { createAll, openDataSet } from './migrations.ts';
import { orderBaseAbove } from './order.ts';
import { keptPast } from './past.ts';

const BATCH = 1000;

type Reader = { readonly [Name in PartName]: (aliveAt: number) => AsyncIterable<Parts[Name][]> };
type Writer = { readonly [Name in PartName]: (rows: readonly Parts[Name][]) => Promise<unknown> };

/** @throws StoreNotOpened */
export async function openMongoArchive({
  uri,
  mustExist,
}: {
  readonly uri: string;
  readonly mustExist: boolean;
}): Promise<Archive> {
  const connection = await connect(uri);
  const { client, db } = connection;
  try {
    const collections = collectionsOf(db);
    if (mustExist && !(await collections.dataSet.findOne({ _id: DATA_SET_ID }))) {
      throw new StoreNotOpened(
        `The database ${db.databaseName} holds no game. Name the MONGODB_URI of the server.`,
      );
    }
    await openDataSet(db);
    await assertUnused(collections);
    await new EventRevs(collections.events).adoptAll();
    return new MongoArchive(connection);
  } catch (error) {
    await client.close();
    throw refusal(error, client);
  }
}

/** A running server holds a lease, and goes on writing. */
async function assertUnused({ leases }: Collections): Promise<void> {
  const held = await leases.findOne({ $expr: { $gt: ['$until', '$$NOW'] } });
  if (!held) return;
  throw new StoreNotOpened(
    'A Denaria is running on this database, or was a moment ago. Stop every one of them, then wait half a minute.',
  );
}

class MongoArchive implements Archive {
  readonly name: string;
  readonly #connection: Connection;
  readonly #collections: Collections;
  readonly #reader: Reader;
  readonly #writer: Writer;

  constructor(connection: Connection) {
    const { client, db } = connection;
    this.name = `the database ${db.databaseName} at ${client.options.hosts.map(String).join(', ')}`;
    this.#connection = connection;
    this.#collections = collectionsOf(db);
    this.#reader = readerOf(this.#collections);
    this.#writer = writerOf(this.#collections);
  }

  async state(): Promise<DataSetState> {
    const { dataSet, events } = this.#collections;
    const found = await dataSet.findOne({ _id: DATA_SET_ID });
    if (!found) throw new MoveRefused(`${this.name} was dropped. Start over.`);
    const { epoch, origin = null, state } = found;
    const isEmpty = (await events.findOne({}, { projection: { _id: 1 } })) === null;
    return { epoch: epochSchema.parse(epoch), origin, state, isEmpty };
  }

  read<Name extends PartName>(part: Name, aliveAt: number): AsyncIterable<readonly Parts[Name][]> {
    return this.#reader[part](aliveAt);
  }

  async begin(origin: Epoch): Promise<void> {
    const { db } = this.#connection;
    await this.#name({ state: 'incomplete', origin });
    for (const name of COLLECTION_NAMES) await dropIfThere(db, name);
    await createAll(db);
  }

  async write<Name extends PartName>(part: Name, rows: readonly Parts[Name][]): Promise<void> {
    await this.#writer[part](rows);
  }

  async finish(): Promise<void> {
    const { players } = this.#collections;
    const [moved] = await players
      .aggregate<{ gdpOrder: number; culturalOrder: number }>([
        {
          $group: {
            _id: null,
            gdpOrder: { $max: '$gdpOrder' },
            culturalOrder: { $max: '$culturalOrder' },
          },
        },
      ])
      .toArray();
    const highest = moved ? Math.max(moved.gdpOrder, moved.culturalOrder) : 0;
    // [ORD1] Every later commit comes after everything that was moved.
    const orderBase = orderBaseAbove(highest, await clusterTime(this.#connection.client));
    await this.#name({ state: 'complete', epoch: newId(), orderBase });
  }

  async close(): Promise<void> {
    await this.#connection.client.close();
  }

  async #name(fields: Partial<DataSet>): Promise<void> {
    await this.#collections.dataSet.updateOne({ _id: DATA_SET_ID }, { $set: fields });
  }
}

function readerOf(collections: Collections): Reader {
  const { players, stakes, events, receipts, settings, revokedTokens, sessionEpochs, past } =
    collections;
  return {
    players: () => batches(players.find().sort({ _id: 1 }), (row) => playerDocument.decode(row)),
    stakes: () => batches(stakes.find().sort({ _id: 1 }), (row) => stakeDocument.decode(row)),
    events: () =>
      batches(events.find({ rev: { $exists: true } }).sort({ rev: 1 }), (row) => {
        const [, version] = keyParts(row._id);
        return { version: Number(version), event: eventDocument.decode(row) };
      }),
    receipts: (aliveAt) => {
      const alive = { expiresAt: { $gt: new Date(aliveAt) } };
      return batches(receipts.find(alive).sort({ _id: 1 }), (row) => {
        const [wallet, commandId] = keyParts(row._id);
        const { fingerprint, answer, expiresAt } = row;
        return {
          wallet: addressSchema.parse(wallet),
          commandId: commandIdSchema.parse(commandId),
          fingerprint,
          answer,
          expiresAt: expiresAt.getTime(),
        };
      });
    },
    settings: () =>
      batches(settings.find().sort({ _id: 1 }), ({ _id: name, value }) => ({ name, value })),
    revoked_tokens: (aliveAt) => {
      const alive = { expiresAt: { $gt: new Date(aliveAt) } };
      return batches(revokedTokens.find(alive).sort({ _id: 1 }), ({ _id, expiresAt }) => ({
        tokenId: _id,
        expiresAt: expiresAt.getTime(),
      }));
    },
    session_epochs: () =>
      batches(sessionEpochs.find().sort({ _id: 1 }), ({ _id: wallet, epoch }) => ({
        wallet,
        epoch,
      })),
    past: () =>
      batches(past.find().sort({ _id: 1 }), ({ kind, at, number, document }) => ({
        kind,
        at,
        number,
        document,
      })),
  };
}

function writerOf(collections: Collections): Writer {
  const { players, stakes, events, receipts, settings, revokedTokens, sessionEpochs, past } =
    collections;
  const unordered = { ordered: false };
  let written = 0;
  return {
    players: (rows) =>
      players.insertMany(
        rows.map((row) => ({ _id: row.wallet, ...playerDocument.encode(row) })),
        unordered,
      ),
    stakes: (rows) =>
      stakes.insertMany(
        rows.map((row) => ({ _id: stakeKey(row.wallet, row.id), ...stakeDocument.encode(row) })),
        unordered,
      ),
    events: (rows) =>
      events.insertMany(
        rows.map(({ version, event }) => {
          written += 1;
          return {
            _id: eventKey(event.row.wallet, version),
            ...eventDocument.encode(event),
            rev: ordinal(written),
          };
        }),
        unordered,
      ),
    receipts: (rows) =>
      receipts.insertMany(
        rows.map(({ wallet, commandId, fingerprint, answer, expiresAt }) => ({
          _id: receiptKey(wallet, commandId),
          fingerprint,
          answer,
          expiresAt: new Date(expiresAt),
        })),
        unordered,
      ),
    settings: (rows) =>
      settings.insertMany(
        rows.map(({ name, value }) => ({ _id: name, value })),
        unordered,
      ),
    revoked_tokens: (rows) =>
      revokedTokens.insertMany(
        rows.map(({ tokenId, expiresAt }) => ({ _id: tokenId, expiresAt: new Date(expiresAt) })),
        unordered,
      ),
    session_epochs: (rows) =>
      sessionEpochs.insertMany(
        rows.map(({ wallet, epoch }) => ({ _id: wallet, epoch })),
        unordered,
      ),
    past: (rows) =>
      past.insertMany(
        rows.map(({ number, ...row }) =>
          keptPast({ ...row, upTo: number === null ? null : { rev: ordinal(number), number } }),
        ),
        unordered,
      ),
  };
}

async function* batches<Row extends object, Value>(
  cursor: FindCursor<Row>,
  valueOf: (row: Row) => Value,
): AsyncGenerator<Value[]> {
  cursor.batchSize(BATCH);
  try {
    while (await cursor.hasNext()) yield cursor.readBufferedDocuments().map(valueOf);
  } finally {
    await cursor.close();
  }
}

/** Sorts before every cluster time: those began long after 1970. */
function ordinal(number: number): Rev {
  return revSchema.parse(number.toString(16).padStart(16, '0'));
}

async function dropIfThere(db: Db, name: string): Promise<void> {
  const [found] = await db.listCollections({ name }, { nameOnly: true }).toArray();
  if (found) await db.dropCollection(name);
}
