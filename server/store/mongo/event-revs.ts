/**
 * Assigns revs to events. An event's rev is the time of its commit, which nobody knows until the
 * commit is done: the change stream reports it, and the process that committed writes it into the
 * event. If that process dies first, another one does so after a while. All write the same value.
 */
import type { Timestamp } from 'mongodb';
import type { Rev } from '../../../common/values/ids.ts';
import { sleep } from '../../lib/machine.ts';
import { StoreUnavailable } from '../store.ts';
import { clusterTime, isMoment, revOfEvent } from './cluster-time.ts';
import type { Collections, EventDocument } from './collections.ts';
import { watchEvents } from './event-stream.ts';
import { inTime, statement } from './in-flight.ts';
import { PENDING_INDEX } from './data-set.ts';
import { isStreamLost } from './mongo-error.ts';

/** Revs remembered: those of several seconds at full speed. */
const REMEMBERED = 20_000;
/** How long the stream may take to report an event that is in the database. */
const STREAM_MS = 1000;
/** How long one answer of the oplog may take. */
const OPLOG_MS = 4000;
/** Revs are written this long after their commits, so that many are written together. */
const GATHER_MS = 100;
const BATCH = 1000;

interface Unwritten {
  readonly id: string;
  readonly rev: Rev;
}

/** What is read of an event without a rev. */
export type PendingEvent = Pick<EventDocument, '_id' | 'ordinal'> & {
  readonly insertedAt: Timestamp;
};
export const PENDING_FIELDS = { insertedAt: 1, ordinal: 1 } as const;

export class EventRevs {
  readonly #events: Collections['events'];
  /** By the events' keys, oldest first. */
  readonly #known = new Map<string, Rev>();
  readonly #waiting = new Map<string, Set<(rev: Rev) => void>>();
  /** Events that this process has committed, or is about to. */
  readonly #own = new Set<string>();
  #unwritten: Unwritten[] = [];
  #writing: Promise<void> | null = null;
  #seenPending = new Set<string>();

  constructor(events: Collections['events']) {
    this.#events = events;
  }

  /**
   * The database now holds another data set, whose events may have the same keys as the old one's.
   */
  forgetAll(): void {
    this.#known.clear();
    this.#own.clear();
    this.#unwritten = [];
    this.#seenPending.clear();
  }

  /** This process is about to commit the event: it will write its rev. */
  expect(id: string): void {
    this.#own.add(id);
  }

  /** The event was not committed, and won't be. */
  forget(id: string): void {
    this.#own.delete(id);
  }

  /** The stream reported the event. */
  learn(id: string, rev: Rev): void {
    this.#known.set(id, rev);
    const [oldest = id] = this.#known.keys();
    if (this.#known.size > REMEMBERED) this.#known.delete(oldest);
    for (const resolve of this.#waiting.get(id) ?? []) resolve(rev);
    this.#waiting.delete(id);
    if (!this.#own.delete(id)) return;
    this.#unwritten.push({ id, rev });
    this.#writing ??= this.#write();
  }

  /**
   * The rev of an event that the stream is about to report. @throws StoreUnavailable if that takes
   * too long.
   */
  async next(id: string, ms: number): Promise<Rev> {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const waiting = this.#waiting.get(id) ?? new Set();
    this.#waiting.set(id, waiting);
    let answer: (rev: Rev) => void = () => undefined;
    const learnt = new Promise<Rev>((resolve) => waiting.add((answer = resolve)));
    try {
      return await inTime(ms, learnt);
    } finally {
      // One that came too late leaves nothing behind.
      waiting.delete(answer);
      if (waiting.size === 0 && this.#waiting.get(id) === waiting) this.#waiting.delete(id);
    }
  }

  /** The revs of events that are in the database without one. @throws StoreUnavailable */
  async of(pending: readonly PendingEvent[]): Promise<Map<string, Rev>> {
    const revs = new Map<string, Rev>();
    const unknown: PendingEvent[] = [];
    await Promise.all(
      pending.map(async (event) => {
        try {
          revs.set(event._id, await this.next(event._id, STREAM_MS));
        } catch (error) {
          if (!(error instanceof StoreUnavailable)) throw error;
          unknown.push(event);
        }
      }),
    );
    // The stream began after them, or has forgotten them.
    for (const [id, rev] of await this.#readOplog(unknown)) revs.set(id, rev);
    return revs;
  }

  /**
   * Learns the revs that other processes have left unwritten, however many, before the first read
   * needs them: the stream, which has begun, does not report those. @throws StoreUnavailable
   */
  async prepare(): Promise<void> {
    await this.#readOplog(await this.#pending());
  }

  /**
   * Assigns a rev to events that had none at the last sweep and still have none: the process that
   * committed them is gone. Call it every few seconds. @throws MongoError
   */
  async sweep(): Promise<void> {
    const pending = await this.#pending();
    const left = pending.filter(({ _id }) => this.#seenPending.has(_id));
    this.#seenPending = new Set(pending.map(({ _id }) => _id));
    const unwritten = Array.from(await this.of(left), ([id, rev]) => ({ id, rev }));
    for (let n = 0; n < unwritten.length; n += BATCH) {
      await this.#writeBatch(unwritten.slice(n, n + BATCH));
    }
  }

  /** Skips those whose moment is damaged or in the future: a start counts them (read-events.ts). */
  async #pending(): Promise<PendingEvent[]> {
    const now = await clusterTime(this.#events.db.client);
    const pending = await this.#events
      .find({ insertedAt: { $type: 'timestamp', $lte: now } })
      .project<PendingEvent>(PENDING_FIELDS)
      .hint(PENDING_INDEX)
      .sort({ insertedAt: 1 })
      .toArray();
    return pending.filter(({ insertedAt }) => isMoment(insertedAt));
  }

  /** Writes the remaining revs, as far as the stream reports them soon. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.#own].map((id) => this.next(id, STREAM_MS)));
    await Promise.allSettled([this.#writing]);
  }

  async #write(): Promise<void> {
    await sleep(GATHER_MS);
    while (this.#unwritten.length > 0) {
      const batch = this.#unwritten.slice(0, BATCH);
      this.#unwritten = this.#unwritten.slice(BATCH);
      // If one fails, a sweep by this or another process finds it.
      await Promise.allSettled([this.#writeBatch(batch)]);
    }
    this.#writing = null;
  }

  /**
   * In one transaction, which costs the members of the set less than as many single writes. If
   * another process writes one of these revs too, or a document is refused, one by one.
   */
  async #writeBatch(batch: readonly Unwritten[]): Promise<void> {
    const updates = batch.map(({ id, rev }) => ({
      updateOne: {
        filter: { _id: id, insertedAt: { $exists: true } },
        update: { $set: { rev }, $unset: { insertedAt: '' as const } },
      },
    }));
    try {
      await this.#events.db.client.withSession(async (session) => {
        session.startTransaction();
        await statement(this.#events.bulkWrite(updates, { session }));
        await session.commitTransaction();
      });
    } catch {
      await statement(this.#events.bulkWrite(updates, { ordered: false }));
    }
  }

  /**
   * Reads past events again from the oldest of these on. An event that the oplog no longer holds
   * gets the time of its insert as its rev: no other commit has it, it is slightly before the true
   * one, and anyone who could have seen the true one saw it so long ago that the oplog has
   * forgotten it.
   */
  async #readOplog(pending: readonly PendingEvent[]): Promise<ReadonlyMap<string, Rev>> {
    const found = new Map<string, Rev>();
    const wanted = new Map(pending.map((event) => [event._id, event]));
    const moments = pending.map(({ insertedAt }) => insertedAt);
    const [oldest] = moments.toSorted((a, b) => a.compare(b));
    if (!oldest) return found;
    const stream = watchEvents(this.#events, { startAtOperationTime: oldest });
    try {
      while (wanted.size > 0) {
        const change = await inTime(OPLOG_MS, stream.tryNext());
        // The present, or the end of an earlier collection: what is missing was committed
        // elsewhere.
        if (change?.operationType !== 'insert' || !change.clusterTime) break;
        const { _id, ordinal } = change.fullDocument;
        if (wanted.delete(_id)) found.set(_id, revOfEvent(change.clusterTime, ordinal));
      }
    } catch (error) {
      if (!isStreamLost(error)) throw error;
    } finally {
      void Promise.allSettled([stream.close()]);
    }
    for (const [id, { insertedAt, ordinal }] of wanted) {
      found.set(id, revOfEvent(insertedAt, ordinal));
    }
    for (const [id, rev] of found) this.#known.set(id, rev);
    return found;
  }
}
