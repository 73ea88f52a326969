/**
 * The store for many processes: a database of a MongoDB replica set. This is the port itself, in
 * the game's values; other files handle how a change is committed and how its event gets its place
 * in the overall order. Longer than other files, since the port is one list.
 */
import { BSON, type ClientSession, type Timestamp } from 'mongodb';
import { snapshotRow } from '../../../common/rules/ranking.ts';
import type { Change } from '../../../common/rules/decision.ts';
import type { Address } from '../../../common/values/address.ts';
import type { BoardRow } from '../../../common/values/board-row.ts';
import type { Commit } from '../../../common/values/stored-event.ts';
import { epochSchema, REV_ZERO, type Epoch, type Rev } from '../../../common/values/ids.ts';
import type { Player } from '../../../common/values/player.ts';
import type { Stake } from '../../../common/values/stake.ts';
import { deferRejection } from '../../lib/deadline.ts';
import { Batcher } from '../../lib/batcher.ts';
import { monotonicNow, repeatedly, sleep, type Timer } from '../../lib/machine.ts';
import { assertWhole, playerDocument } from '../documents.ts';
import type { Era, NextEra } from '../era.ts';
import { Feeds, type FeedPage } from '../feeds.ts';
import { allReadable, feedEndsAt, readableEvents } from '../pages.ts';
import type { RowKind, Rows, RowsWrite } from '../rows.ts';
import {
  ONLY_THE_PLAYER,
  StoreAway,
  StoreLost,
  StoreNotOpened,
  StoreUnavailable,
  type EventQuery,
  type Feed,
  type FeedListener,
  type LoadedWallet,
  type LoadQuery,
  type Receipt,
  type Snapshot,
  type StakeQuery,
  type PlayersPage,
  type Store,
} from '../store.ts';
import { UnreadableEvents } from '../unreadable-events.ts';
import { endAbandoned } from './abandoned.ts';
import { clusterTime, revAt, revUpTo } from './cluster-time.ts';
import {
  collectionIdsOf,
  collectionsOf,
  DATA_SET_ID,
  GAME_COLLECTIONS,
  timeOf,
  type CollectionIds,
  type Collections,
  type DataSet,
} from './collections.ts';
import { CommitQueue, NeverSent } from './commit-queue.ts';
import { documentsOf } from './commit-batch.ts';
import { attemptCommit } from './commit.ts';
import { connect, type Connection } from './connection.ts';
import { changeEra, EraSlots, prepareEra } from './eras.ts';
import { EventRevs } from './event-revs.ts';
import { EventStream, watchEvents } from './event-stream.ts';
import { InFlight } from './in-flight.ts';
import { INCOMPLETE, openDataSet } from './data-set.ts';
import { toStoreError } from './mongo-error.ts';
import { AT_ITS_MOMENT, readEvents, type EventReader } from './read-events.ts';
import { readPlayers, readStakes } from './read-stakes.ts';
import { readWallets, type WalletQuestion } from './read-wallet.ts';
import { rowsIn, TOGETHER, writeRows } from './rows.ts';

/** How long a read, or a write of one document, may take. */
const ANSWER_MS = 5000;
/** How long a change of era may take, which may wait for what a lost process has left. */
const CHANGE_MS = 30_000;
/** No attempt at a commit begins after this, so that it is answered within ANSWER_MS. */
const TRY_MS = 4500;
/**
 * Longer than an election takes: if there is no primary after it, nothing waits for one any more.
 */
const ELECTION_MS = 10_000;
/** A feed that is silent for longer has lost its server: it misses other processes' commits. */
const FEED_SILENCE_MS = 3000;
/** Events per page for a feed that catches up. */
const FEED_PAGE = 1000;
/** Between two checks whether a read has reached a moment that the stream has already reported. */
const LAG_PAUSE_MS = 20;
/**
 * How often a process checks for what no stream reports: events left without a rev, another data
 * set, abandoned transactions.
 */
const ROUND_MS = 3000;
/** Checks in a row that find something dropped: a move may be about to announce itself. */
const MISSED = 2;
/**
 * Players per message of a snapshot: few enough to be collected while young, which keeps garbage
 * cheap.
 */
const SNAPSHOT_BATCH = 500;

/**
 * Opens the data set in the database that the connection string names, and creates it if needed.
 * @throws StoreNotOpened if it can't be reached, is not a replica set, or holds something else.
 */
export async function openMongoStore({ uri }: { readonly uri: string }): Promise<Store> {
  return connect(uri, async (connection) => {
    const dataSet = await openDataSet(connection.db);
    if (dataSet.state === 'incomplete') throw new StoreNotOpened(INCOMPLETE);
    const now = await assertRights(connection);
    const eventRevs = new EventRevs(collectionsOf(connection.db).events);
    await eventRevs.prepare();
    const { client, db } = connection;
    const slots = await EraSlots.open({ client, ...collectionsOf(db) });
    const collectionIds = await collectionIdsOf(db);
    return new MongoStore(connection, { dataSet, collectionIds, now, eventRevs, slots });
  });
}

/**
 * Does once what the store will do all the time, so that a user without the rights finds out at the
 * start.
 */
async function assertRights({ client, db }: Connection): Promise<Timestamp> {
  const { dataSet, events } = collectionsOf(db);
  await touch(dataSet);
  const now = await clusterTime(client);
  const stream = watchEvents(events, { startAtOperationTime: now }, 1);
  await stream.tryNext();
  await stream.close();
  return now;
}

async function touch(dataSet: Collections['dataSet']): Promise<void> {
  await dataSet.updateOne({ _id: DATA_SET_ID }, { $currentDate: { pingedAt: true } });
}

class MongoStore implements Store {
  readonly lost: Promise<StoreLost>;
  readonly isShared = true;
  readonly unreadable = new UnreadableEvents();
  readonly #connection: Connection;
  readonly #collections: Collections;
  readonly #inFlight = new InFlight((error) => this.#lose('its client was closed', error));
  readonly #eventRevs: EventRevs;
  readonly #eventReader: EventReader;
  readonly #stream: EventStream;
  readonly #feeds: Feeds;
  readonly #commits: CommitQueue;
  readonly #slots: EraSlots;
  readonly #walletReads: Batcher<WalletQuestion, LoadedWallet>;
  readonly #rows = new Map<RowKind, Rows>();
  readonly #rounds: Timer;
  #epoch: string;
  /** [ORD1] */
  #orderBase: number;
  #closing: Promise<void> | null = null;
  /** Those of the data set; null while a move replaces them. */
  #collectionIds: CollectionIds | null;
  /** Checks in a row that found something dropped. */
  #missed = 0;
  #onLost: (error: StoreLost) => void = () => undefined;

  constructor(
    connection: Connection,
    opened: {
      readonly dataSet: DataSet;
      readonly collectionIds: CollectionIds;
      readonly now: Timestamp;
      readonly eventRevs: EventRevs;
      readonly slots: EraSlots;
    },
  ) {
    const { client, db } = connection;
    const { dataSet, collectionIds, now, eventRevs, slots } = opened;
    this.#slots = slots;
    this.#collectionIds = collectionIds;
    this.lost = new Promise((resolve) => {
      this.#onLost = resolve;
    });
    this.#connection = connection;
    this.#epoch = dataSet.epoch;
    this.#orderBase = dataSet.orderBase;
    this.#collections = collectionsOf(db);
    this.#eventRevs = eventRevs;
    const { events: collection } = this.#collections;
    this.#eventReader = { collection, eventRevs, unreadable: this.unreadable };
    this.#feeds = new Feeds(revUpTo(now), (after) => this.#readPage(after));
    this.#stream = new EventStream(client, this.#collections.events, now, {
      onEvent: (document, rev) => {
        this.#eventRevs.learn(document._id, rev);
        const { event } = this.unreadable.read(rev, () => document);
        if (event) this.#feeds.publish(event);
        // What it did is unknown: the players show it.
        else this.#feeds.interrupt(feedEndsAt(rev), rev);
      },
      onGap: (error, tip) => this.#feeds.interrupt(error, tip),
    });
    this.#commits = new CommitQueue((batch, deadline) =>
      slots.attempt(batch, deadline, (slot) =>
        attemptCommit(this.#connection, this.#collections, batch, slot, deadline),
      ),
    );
    this.#walletReads = new Batcher((questions) => this.#readWallets(questions), TOGETHER);
    this.#rounds = repeatedly(ROUND_MS, () => {
      // Failures are repeated in the next round.
      void Promise.allSettled([
        this.#eventRevs.sweep(),
        this.#lookAtEpoch(),
        endAbandoned(this.#connection.client),
      ]);
    });
    this.#rounds.unref();
  }

  async loadPlayers(): Promise<Snapshot> {
    return this.#ask(async () => {
      const session = this.#connection.client.startSession({ snapshot: true });
      try {
        const newest = { limit: 1, order: 'newest-first' } as const;
        const { events } = await readEvents(this.#eventReader, newest, session);
        const epoch = await this.#epochAt(session);
        return { epoch, rev: events[0]?.rev ?? REV_ZERO, players: this.#playersAt(session) };
      } catch (error) {
        void Promise.allSettled([session.endSession()]);
        throw error;
      }
    });
  }

  load(wallet: Address, query: LoadQuery): Promise<LoadedWallet> {
    return this.#ask(() => this.#walletReads.add({ wallet, query }));
  }

  async player(wallet: Address): Promise<Player | null> {
    return (await this.load(wallet, ONLY_THE_PLAYER)).player;
  }

  async playersAfter(after: Address | null, most: number): Promise<PlayersPage> {
    return this.#ask(() => readPlayers(this.#collections, after, most));
  }

  async stakes(wallet: Address, query: StakeQuery): Promise<Stake[]> {
    const { stakes } = this.#collections;
    return this.#ask(() =>
      query.activeOnly
        ? readStakes(stakes, wallet, query, {})
        : this.#inSnapshot((session) =>
            readStakes(stakes, wallet, query, { session, ...AT_ITS_MOMENT }),
          ),
    );
  }

  async commit(
    change: Change,
    expectedVersion: number,
    receipt: Receipt | null,
    era?: number,
  ): Promise<Rev> {
    assertWhole(change, expectedVersion);
    const documents = documentsOf(change, expectedVersion, receipt, era);
    const { _id } = documents.event;
    return this.#ask(async () => {
      const deadline = monotonicNow() + TRY_MS;
      this.#eventRevs.expect(_id);
      try {
        const place = await this.#commits.commit(documents, deadline);
        if (place) return revAt(place.time, place.ordinal);
      } catch (error) {
        if (!isUnknown(error)) this.#eventRevs.forget(_id);
        throw error;
      }
      // Durable, at a time that only the stream knows.
      return this.#eventRevs.next(_id, ANSWER_MS);
    });
  }

  async era(): Promise<Era> {
    return this.#ask(() => this.#slots.refresh());
  }

  async changeEra(next: NextEra): Promise<Era> {
    const place = { client: this.#connection.client, ...this.#collections };
    return this.#inFlight.run(CHANGE_MS, async () => {
      await changeEra(place, next);
      return this.#slots.refresh();
    });
  }

  watch(after: Rev, listener: FeedListener): Feed {
    return this.#feeds.follow(after, listener);
  }

  async events(query: EventQuery): Promise<Commit[]> {
    const read = (page: EventQuery) =>
      this.#inSnapshot((session) => readEvents(this.#eventReader, page, session));
    return this.#ask(() => readableEvents(query, async (page) => (await read(page)).events));
  }

  rows(kind: RowKind): Rows {
    const known = this.#rows.get(kind);
    if (known) return known;
    const rows = rowsIn(this.#collections.rows, kind, (work) => this.#ask(work));
    this.#rows.set(kind, rows);
    return rows;
  }

  async write(write: RowsWrite): Promise<boolean> {
    const { rows } = this.#collections;
    return this.#ask(() => writeRows(this.#connection.client, rows, write));
  }

  async time(): Promise<number> {
    return this.#ask(() => timeOf(this.#connection.db));
  }

  /**
   * Fails also if the stream is silent: a board that misses other processes' commits is not ready.
   */
  async ping(): Promise<void> {
    await this.#ask(() => touch(this.#collections.dataSet));
    if (this.#stream.silentMs > FEED_SILENCE_MS) {
      throw new StoreUnavailable('MongoDB’s change stream is silent at the moment.');
    }
  }

  async close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#rounds.stop();
    await this.#inFlight.close();
    this.#feeds.close();
    await this.#eventRevs.close();
    await this.#stream.close();
    await this.#connection.client.close();
  }

  #ask<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    return this.#inFlight.run(ANSWER_MS, () => {
      if (this.#connection.primaries.goneMs <= ELECTION_MS) return work();
      throw new StoreAway('The MongoDB replica set has no primary.');
    });
  }

  async #inSnapshot<Answer>(work: (session: ClientSession) => Promise<Answer>): Promise<Answer> {
    return this.#connection.client.withSession({ snapshot: true }, work);
  }

  async #readWallets(questions: readonly WalletQuestion[]) {
    const { client, primaries } = this.#connection;
    const { term } = primaries;
    const orderBase = this.#orderBase;
    const { era } = this.#slots;
    const { order, answers } = await client.withSession((session) =>
      readWallets(this.#collections, questions, { session, orderBase, era }),
    );
    primaries.answered(order, term);
    return answers;
  }

  async #epochAt(session: ClientSession): Promise<Epoch> {
    const found = await this.#collections.dataSet.findOne<DataSet>(
      { _id: DATA_SET_ID },
      { session, ...AT_ITS_MOMENT },
    );
    if (found?.state !== 'complete') throw new StoreUnavailable(INCOMPLETE);
    return epochSchema.parse(found.epoch);
  }

  /** Another epoch means that what the feeds sent no longer exists. */
  async #lookAtEpoch(): Promise<void> {
    const collectionIds = await collectionIdsOf(this.#connection.db);
    // Read after the collections: while a move replaces them, its state is incomplete.
    const found = await this.#collections.dataSet.findOne({ _id: DATA_SET_ID });
    const isSame = found?.state === 'complete' && found.epoch === this.#epoch;
    if (found) this.#collectionIds = isSame ? (this.#collectionIds ?? collectionIds) : null;
    const dropped = found ? this.#dropped(collectionIds) : 'the database';
    this.#missed = dropped === null ? 0 : this.#missed + 1;
    if (this.#missed === MISSED) this.#lose(`${dropped} was dropped`);
    if (!found) return;
    if (found.epoch === this.#epoch) return;
    if (found.state === 'complete') await prepareEra(this.#collections.rows);
    this.#epoch = found.epoch;
    this.#orderBase = found.orderBase;
    this.#eventRevs.forgetAll();
    this.#feeds.interrupt(new Error('the database holds another data set'), this.#stream.tip);
  }

  /**
   * The parts of the data set that are gone, even if the next commit has recreated an empty
   * collection.
   */
  #dropped(now: CollectionIds): string | null {
    const before = this.#collectionIds;
    const name = before && GAME_COLLECTIONS.find((one) => before.get(one) !== now.get(one));
    return name ? `the collection ${name}` : null;
  }

  /**
   * A loss that no waiting repairs; a database that is unavailable, or refuses the password, may
   * come back.
   */
  #lose(why: string, cause?: unknown): void {
    if (this.#closing) return;
    const error = new StoreLost(
      `The store in MongoDB is lost: ${why}. Check that MONGODB_URI names the game’s database, restore a backup if it is gone, and start Denaria again.`,
      { cause },
    );
    this.#feeds.loseAll(error);
    this.#onLost(error);
  }

  /** The next batch is fetched while the last one is processed. */
  async *#playersAt(session: ClientSession): AsyncGenerator<readonly BoardRow[]> {
    // Raw: the cursor's own reading copies its options for each document, 2 s for a million.
    const cursor = this.#collections.players.find<Uint8Array>(
      {},
      { session, batchSize: SNAPSHOT_BATCH, raw: true, ...AT_ITS_MOMENT },
    );
    let coming = deferRejection(cursor.hasNext());
    try {
      while (await coming) {
        const documents = cursor.readBufferedDocuments();
        // It may fail before the reader asks for it: a snapshot lives for 300 s, and a failover
        // ends it.
        coming = deferRejection(cursor.hasNext());
        yield documents.map((document) =>
          snapshotRow(playerDocument.decode(BSON.deserialize(document))),
        );
      }
    } catch (error) {
      throw toStoreError(error);
    } finally {
      await Promise.allSettled([coming]);
      await Promise.allSettled([cursor.close(), session.endSession()]);
    }
  }

  /** A page for a feed; it is not read at a moment before what the stream already reported. */
  async #readPage(after: Rev): Promise<FeedPage> {
    const { tip } = this.#stream;
    const deadline = monotonicNow() + ANSWER_MS;
    for (;;) {
      const query = { after, limit: FEED_PAGE, order: 'oldest-first' } as const;
      const { events: page, at } = await this.#ask(() =>
        this.#inSnapshot((session) => readEvents(this.#eventReader, query, session)),
      );
      const events = allReadable(page);
      const last = events.at(-1);
      if (last && events.length === FEED_PAGE) return { events, upTo: last.rev };
      if (at >= tip) return { events, upTo: at };
      if (monotonicNow() > deadline) {
        throw new StoreUnavailable('MongoDB is behind what its change stream has reported.');
      }
      await sleep(LAG_PAUSE_MS);
    }
  }
}

/** True if a commit that failed like this may have been carried out anyway. */
function isUnknown(error: unknown): boolean {
  return !(error instanceof NeverSent) && toStoreError(error) instanceof StoreUnavailable;
}
