/**
 * The change stream on the events: every commit of every process, once and in order. Whenever it
 * breaks, its own loop reopens it at its position, since the driver's way of resuming is silent for
 * as long as it waits for a server.
 */
import { Timestamp, type ChangeStream, type ChangeStreamOptions, type MongoClient } from 'mongodb';
import type { Rev } from '../../../common/values/ids.ts';
import { monotonicNow, sleep } from '../../lib/machine.ts';
import { clusterTime, revOfEvent, revUpTo } from './cluster-time.ts';
import type { Collections, EventDocument } from './collections.ts';
import { inTime } from './in-flight.ts';
import { isStreamLost } from './mongo-error.ts';

/** The server answers this often, even if nothing happened. */
const AWAIT_MS = 500;
/** A stream that is silent for longer is reopened, at another server if need be. */
const SILENCE_MS = 2500;
const REOPEN_PAUSE_MS = 100;

/** Inserts, and what ends the collection. */
const PIPELINE = [
  {
    $match: {
      operationType: { $in: ['insert', 'drop', 'rename', 'dropDatabase', 'invalidate'] },
    },
  },
];

interface EventStreamListener {
  /** Whatever the document holds: the stream continues after it. */
  onEvent(document: EventDocument, rev: Rev): void;
  /** Something is missing; the stream continues from `tip`. */
  onGap(error: Error, tip: Rev): void;
}

type Position = Pick<ChangeStreamOptions, 'resumeAfter' | 'startAtOperationTime'>;

export function watchEvents(
  events: Collections['events'],
  position: Position,
  maxAwaitTimeMS = AWAIT_MS,
): ChangeStream<EventDocument> {
  return events.watch<EventDocument>(PIPELINE, { ...position, maxAwaitTimeMS });
}

/** From the moment after, since a stream may have ended at exactly this moment. */
function after({ t, i }: Timestamp): Position {
  return { startAtOperationTime: new Timestamp({ t, i: i + 1 }) };
}

export class EventStream {
  readonly #client: MongoClient;
  readonly #events: Collections['events'];
  readonly #listener: EventStreamListener;
  readonly #ending = new AbortController();
  readonly #running: Promise<void>;
  #position: Position;
  #tip: Rev;
  #heardAt = monotonicNow();

  constructor(
    client: MongoClient,
    events: Collections['events'],
    from: Timestamp,
    listener: EventStreamListener,
  ) {
    this.#client = client;
    this.#events = events;
    this.#listener = listener;
    this.#position = after(from);
    this.#tip = revUpTo(from);
    this.#running = this.#run();
  }

  /** The last event's rev, or where the stream began. */
  get tip(): Rev {
    return this.#tip;
  }

  /** How long the database has been silent. */
  get silentMs(): number {
    return monotonicNow() - this.#heardAt;
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  get #isEnding(): boolean {
    return this.#ending.signal.aborted;
  }

  async #run(): Promise<void> {
    while (!this.#isEnding) {
      const stream = watchEvents(this.#events, this.#position);
      try {
        while (!this.#isEnding) await this.#readOne(stream);
      } catch (error) {
        await this.#recover(error);
      } finally {
        // A server that is gone does not answer, and nobody waits for it.
        void Promise.allSettled([stream.close()]);
      }
    }
  }

  async #readOne(stream: ChangeStream<EventDocument>): Promise<void> {
    const change = await inTime(SILENCE_MS, stream.tryNext());
    this.#heardAt = monotonicNow();
    if (change && change.operationType !== 'insert') {
      throw new EventsEnded(`the collection of events saw a ${change.operationType}`);
    }
    if (change && !this.#isEnding) this.#take(change.fullDocument, change.clusterTime);
    this.#position = { resumeAfter: stream.resumeToken };
  }

  #take(document: EventDocument, time: Timestamp | undefined): void {
    if (!time) throw new Error('a change arrived without its time');
    const rev = revOfEvent(time, document.ordinal);
    this.#tip = rev;
    this.#listener.onEvent(document, rev);
  }

  /** Waits, and begins a new stream if this one can't continue from its position. */
  async #recover(error: unknown): Promise<void> {
    await sleep(REOPEN_PAUSE_MS);
    const isGap = isStreamLost(error) || error instanceof EventsEnded;
    if (!isGap || this.#isEnding) return;
    try {
      const now = await clusterTime(this.#client);
      this.#position = after(now);
      this.#tip = revUpTo(now);
      this.#listener.onGap(
        new Error('commits may be missing from the feed', { cause: error }),
        this.#tip,
      );
    } catch {
      // The database is unavailable: the same position fails in the same way, and is retried.
      await sleep(REOPEN_PAUSE_MS);
    }
  }
}

class EventsEnded extends Error {
  override readonly name = 'EventsEnded';
}
