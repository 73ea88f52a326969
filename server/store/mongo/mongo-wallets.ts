/** Reads the data set in a MongoDB database wallet by wallet, in snapshots: the role `read` is enough. */
import type { ClientSession, FindCursor } from 'mongodb';
import { monotonicNow } from '../../lib/machine.ts';
import { ifReadable, playerDocument, stakeDocument } from '../documents.ts';
import type {
  KeptEvent as EventOfWallet,
  KeptPlayer,
  KeptStake,
  WalletRange,
  WalletSource,
} from '../kept-wallets.ts';
import { StoreNotOpened } from '../store.ts';
import { readAsFar } from '../unreadable-events.ts';
import { collectionsOf, keyParts, type Collections, type KeptEvent } from './collections.ts';
import { connect, refusal, type Connection } from './connection.ts';
import { EVENT_INDEXES, findCurrent, PENDING_INDEX } from './migrations.ts';
import { isUnauthorized } from './mongo-error.ts';
import { AT_ITS_MOMENT } from './read-events.ts';

/** Documents per answer. */
const PAGE = 1000;

/** The database keeps a moment for 300 s, and keeps the data for it in memory. */
const MOMENT_MS = 60_000;

/** Sorts above every key that begins with a wallet and a colon. */
const AFTER_COLON = ';';

/** @throws StoreNotOpened */
export async function openMongoWallets(
  { uri }: { readonly uri: string },
  momentMs = MOMENT_MS,
): Promise<WalletSource> {
  const connection = await connect(uri);
  try {
    await findCurrent(connection.db);
    return new MongoWallets(connection, momentMs);
  } catch (error) {
    await connection.client.close();
    throw refusalOfRead(error, connection);
  }
}

class MongoWallets implements WalletSource {
  readonly name: string;
  moments = 0;
  readonly #connection: Connection;
  readonly #collections: Collections;
  readonly #momentMs: number;
  #session: ClientSession | null = null;
  #since = 0;

  constructor(connection: Connection, momentMs: number) {
    const { client, db } = connection;
    this.name = `the database ${db.databaseName} at ${client.options.hosts.map(String).join(', ')}`;
    this.#connection = connection;
    this.#collections = collectionsOf(db);
    this.#momentMs = momentMs;
  }

  async players({ after, upTo }: WalletRange, most: number): Promise<readonly KeptPlayer[]> {
    const { players } = this.#collections;
    return this.#asked(async () => {
      const documents = await players
        .find({ _id: { $gt: after, $lte: upTo } }, this.#options())
        .sort({ _id: 1 })
        .limit(most)
        .toArray();
      return documents.map((document) => ({
        wallet: document._id,
        player: ifReadable(() => playerDocument.decode(document)),
      }));
    });
  }

  async *stakes({ after, upTo }: WalletRange): AsyncGenerator<KeptStake> {
    // Keys are a wallet, a colon and an id.
    const $gte = after && after + AFTER_COLON;
    const found = this.#collections.stakes
      .find({ _id: { $gte, $lt: upTo + AFTER_COLON } }, this.#options())
      .sort({ _id: 1 });
    for await (const document of this.#documents(found)) {
      const [wallet, id] = keyParts(document._id);
      yield { wallet, id, stake: ifReadable(() => stakeDocument.decode(document)) };
    }
  }

  /** Those that have no rev yet are put into their places. */
  async *events({ after, upTo }: WalletRange): AsyncGenerator<EventOfWallet> {
    const { events } = this.#collections;
    const inRange = { 'row.wallet': { $gt: after, $lte: upTo } };
    const pending = await this.#asked(() =>
      events
        .find({ ...inRange, insertedAt: { $exists: true } }, this.#options())
        .hint(PENDING_INDEX)
        .toArray(),
    );
    const waiting = pending.map(eventOf).toSorted(compareEvents);
    const found = events
      // The query must state that there is a rev for the index to serve it.
      .find({ ...inRange, rev: { $exists: true } }, this.#options())
      .hint(EVENT_INDEXES.wallet)
      .sort({ 'row.wallet': 1, rev: 1 });
    for await (const document of this.#documents(found)) {
      const event = eventOf(document);
      for (;;) {
        const [next] = waiting;
        if (!next || compareEvents(next, event) > 0) break;
        waiting.shift();
        yield next;
      }
      yield event;
    }
    yield* waiting;
  }

  async refresh(): Promise<void> {
    if (this.#session && monotonicNow() - this.#since < this.#momentMs) return;
    await this.#session?.endSession();
    this.#session = this.#connection.client.startSession({ snapshot: true });
    this.#since = monotonicNow();
    this.moments += 1;
  }

  async assertUndisturbed(): Promise<void> {
    // Every range was read in a snapshot.
  }

  async close(): Promise<void> {
    await this.#session?.endSession();
    await this.#connection.client.close();
  }

  async *#documents<Row extends object>(cursor: FindCursor<Row>): AsyncGenerator<Row> {
    cursor.batchSize(PAGE);
    try {
      while (await this.#asked(() => cursor.hasNext())) yield* cursor.readBufferedDocuments();
    } finally {
      await cursor.close();
    }
  }

  #options() {
    if (!this.#session) throw new Error('a range was asked for before the first moment');
    return { session: this.#session, ...AT_ITS_MOMENT };
  }

  async #asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    try {
      return await ask();
    } catch (error) {
      throw refusalOfRead(error, this.#connection);
    }
  }
}

function refusalOfRead(error: unknown, { client, db }: Connection): unknown {
  if (!isUnauthorized(error)) return refusal(error, client);
  return new StoreNotOpened(
    `MongoDB does not let this user read the database ${db.databaseName}. Give it the role read there: db.grantRolesToUser(name, [{ role: 'read', db: '${db.databaseName}' }]).`,
    { cause: error },
  );
}

function eventOf(document: KeptEvent): EventOfWallet {
  const [wallet, version] = keyParts(document._id);
  return { wallet, version: Number(version), event: readAsFar(() => document) };
}

function compareEvents(a: EventOfWallet, b: EventOfWallet): number {
  if (a.wallet !== b.wallet) return a.wallet < b.wallet ? -1 : 1;
  return a.version - b.version;
}
