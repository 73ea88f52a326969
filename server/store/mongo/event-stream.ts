/**
 * The change stream on the events: every commit of every process, once and in order. It is opened
 * again from where it was whenever it breaks, by a loop of its own, since the driver's way of resuming
 * is silent for as long as it waits for a server.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Timestamp, type ChangeStream, type ChangeStreamOptions, type MongoClient } from 'mongodb';
import type { Rev } from '../../../common/values/ids.ts';
import { clusterTime, NoSuchRev, type Revs } from './cluster-time.ts';
import type { Collections, KeptEvent } from './collections.ts';
import { inTime } from './in-flight.ts';
import { isStreamLost } from './mongo-error.ts';

/** The server answers this often, also where nothing happened. */
const AWAIT_MS = 500;
/** A stream that is silent for longer is opened again, at another server where need be. */
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

export interface EventStreamListener {
  /** Puts in what the document lacks; the stream waits for it. */
  completed(document: KeptEvent, time: Timestamp): Promise<KeptEvent>;
  /** Whatever the document holds: the stream goes on behind it. */
  onEvent(document: KeptEvent, rev: Rev): void;
  /** Something is missing; the stream goes on from `tip`. */
  onGap(error: Error, tip: Rev): void;
  /** It came to an end that it can't recover from. */
  onFailed(error: unknown): void;
}

type Position = Pick<ChangeStreamOptions, 'resumeAfter' | 'startAtOperationTime'>;

export function watchEvents(
  events: Collections['events'],
  position: Position,
  maxAwaitTimeMS = AWAIT_MS,
): ChangeStream<KeptEvent> {
  return events.watch<KeptEvent>(PIPELINE, { ...position, maxAwaitTimeMS });
}

/** From the moment after, since the moment itself may be the very one that a stream ended at. */
function after({ t, i }: Timestamp): Position {
  return { startAtOperationTime: new Timestamp({ t, i: i + 1 }) };
}

export class EventStream {
  readonly #client: MongoClient;
  readonly #events: Collections['events'];
  readonly #revs: Revs;
  readonly #listener: EventStreamListener;
  readonly #ending = new AbortController();
  readonly #running: Promise<void>;
  #position: Position;
  #tip: Rev;
  #heardAt = performance.now();

  constructor(
    client: MongoClient,
    events: Collections['events'],
    revs: Revs,
    from: Timestamp,
    listener: EventStreamListener,
  ) {
    this.#client = client;
    this.#events = events;
    this.#revs = revs;
    this.#listener = listener;
    this.#position = after(from);
    this.#tip = revs.upTo(from);
    this.#running = this.#run().catch((error: unknown) => listener.onFailed(error));
  }

  /** The last event's rev, or where the stream began. */
  get tip(): Rev {
    return this.#tip;
  }

  /** How long the database has not been heard of. */
  get silentMs(): number {
    return performance.now() - this.#heardAt;
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
        // No other try would read it otherwise.
        if (error instanceof NoSuchRev) throw error;
        await this.#recover(error);
      } finally {
        // A server that is gone does not answer to it, and nobody waits.
        void Promise.allSettled([stream.close()]);
      }
    }
  }

  async #readOne(stream: ChangeStream<KeptEvent>): Promise<void> {
    const change = await inTime(SILENCE_MS, stream.tryNext());
    this.#heardAt = performance.now();
    if (change && change.operationType !== 'insert') {
      throw new EventsEnded(`the collection of events saw a ${change.operationType}`);
    }
    if (change && !this.#isEnding) await this.#take(change.fullDocument, change.clusterTime);
    this.#position = { resumeAfter: stream.resumeToken };
  }

  async #take(document: KeptEvent, time: Timestamp | undefined): Promise<void> {
    if (!time) throw new Error('a change came without its time');
    const rev = this.#revs.ofKept(time, document.ordinal);
    const whole = await inTime(SILENCE_MS, this.#listener.completed(document, time));
    this.#tip = rev;
    this.#listener.onEvent(whole, rev);
  }

  /** Waits, and where the stream can't go on from its position, begins a new one. */
  async #recover(error: unknown): Promise<void> {
    await sleep(REOPEN_PAUSE_MS);
    const isGap = isStreamLost(error) || error instanceof EventsEnded;
    if (!isGap || this.#isEnding) return;
    try {
      const now = await clusterTime(this.#client);
      this.#position = after(now);
      this.#tip = this.#revs.upTo(now);
      this.#listener.onGap(
        new Error('commits may be missing from the feed', { cause: error }),
        this.#tip,
      );
    } catch {
      // The database is away: the same position fails in the same way, and is asked for again.
      await sleep(REOPEN_PAUSE_MS);
    }
  }
}

class EventsEnded extends Error {
  override readonly name = 'EventsEnded';
}
