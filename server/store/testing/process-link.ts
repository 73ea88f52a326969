/** One process's connection to a simulated store: a port whose calls, answers and events travel. */
import type { BoardRow } from '../../../common/values/board-row.ts';
import type { Rev } from '../../../common/values/ids.ts';
import { within } from '../../lib/deadline.ts';
import { monotonicNow, sleep, wallNow } from '../../lib/machine.ts';
import {
  StoreAway,
  StoreUnavailable,
  VersionConflict,
  type Feed,
  type FeedListener,
  type Store,
} from '../store.ts';
import { UnreadableEvents } from '../unreadable-events.ts';
import type { SimulatedDataSet } from './simulated-data-set.ts';
import { SOUND_STORE, type Span, type StoreFaults } from './store-faults.ts';

/** As the adapter for MongoDB waits (mongo-store.ts, connection.ts): for an answer, ... */
const ANSWER_MS = 5000;
/** ... until a silent server counts as gone, ... */
const SILENCE_MS = 4000;
/** ... then for another one, ... */
const SELECTION_MS = 2000;
/** ... and no longer once there has been none for this time. */
const ELECTION_MS = 10_000;
/** At most this many players arrive together, so that few make several batches. */
const TOGETHER = 8;

/** A new one each time: so that those who await it can be garbage-collected. */
const never = () => new Promise<never>(() => undefined);

/** `local`: it does not leave the process. */
type Call = 'local' | 'read' | 'write' | 'commit';
type Fate = 'done' | 'refused' | 'unknown' | 'pending' | 'lost race' | 'own conflict';

export class ProcessLink {
  readonly name: string;
  readonly store: Store;
  faults: StoreFaults;
  readonly #set: SimulatedDataSet;
  readonly #running = new Set<Promise<unknown>>();
  readonly #feeds = new Set<Feed>();
  #state: 'open' | 'closing' | 'closed' | 'killed' = 'open';
  #cut: { readonly since: number; readonly mended: Promise<void>; mend(): void } | null = null;

  constructor(set: SimulatedDataSet, name: string, faults: StoreFaults) {
    this.#set = set;
    this.name = name;
    this.faults = faults;
    this.store = this.#port();
  }

  /** True once it was closed or killed. */
  get isOver(): boolean {
    return this.#state === 'closed' || this.#state === 'killed';
  }

  /** Faults that are not named stay as they are. */
  set(faults: Partial<StoreFaults>): void {
    this.faults = { ...this.faults, ...faults };
  }

  /** Ends all faults of this process, and its cut. */
  heal(): void {
    this.set(SOUND_STORE);
    this.mend();
  }

  /**
   * Nothing reaches the store from here, and nothing comes back, until `mend`; then what was under
   * way arrives or is lost, by chance. An embedded store's disk stalls instead, and nothing is
   * lost.
   */
  cut(): void {
    if (this.#cut) return;
    this.#set.count('cut');
    let mend = () => {};
    const mended = new Promise<void>((resolve) => (mend = resolve));
    this.#cut = { since: monotonicNow(), mended, mend };
  }

  mend(): void {
    this.#cut?.mend();
    this.#cut = null;
  }

  /**
   * The process ends here and now; with an embedded store so does the machine, unsynced. Nothing
   * that it does reaches the store any more, and nothing reaches it. What was under way is done or
   * not.
   */
  kill(): void {
    if (this.#state === 'killed') return;
    this.#set.count('kill');
    this.#state = 'killed';
    this.#endFeeds();
    if (this.#set.kind === 'embedded') this.#set.interrupt();
  }

  /** Every call of the memory store, as it travels from here. */
  #port(): Store {
    const set = this.#set;
    const { memory } = set;
    return {
      lost: never(),
      isShared: set.kind === 'mongo',
      unreadable: new UnreadableEvents(),
      loadPlayers: async () => {
        const snapshot = await this.#ask('read', () => memory.loadPlayers());
        return { ...snapshot, players: this.#inBatches(snapshot.players, set.term) };
      },
      load: (wallet, query) =>
        this.#ask('read', async () => {
          const found = await memory.load(wallet, query);
          if (set.kind === 'embedded' || !this.#falls('torn load', this.faults.tornLoads)) {
            return found;
          }
          await this.#pause();
          const { stake, receipt } = await memory.load(wallet, query);
          return { ...found, stake, receipt };
        }),
      player: (wallet) => this.#ask('read', () => memory.player(wallet)),
      playersAfter: (after, most) => this.#ask('read', () => memory.playersAfter(after, most)),
      stakes: (wallet, query) => this.#ask('read', () => memory.stakes(wallet, query)),
      commit: (...change) => this.#ask('commit', () => memory.commit(...change)),
      era: () => this.#ask('read', () => memory.era()),
      changeEra: (next) => this.#ask('write', () => memory.changeEra(next)),
      watch: (after, listener) => this.#watch(after, listener),
      events: (query) => this.#ask('read', () => memory.events(query)),
      rows: (kind) => {
        const rows = memory.rows(kind);
        return {
          get: (key) => this.#ask('read', () => rows.get(key)),
          range: (range) => this.#ask('read', () => rows.range(range)),
          put: (row, expected) => this.#ask('write', () => rows.put(row, expected)),
          increment: (increment) => this.#ask('write', () => rows.increment(increment)),
          delete: (key, expected) => this.#ask('write', () => rows.delete(key, expected)),
        };
      },
      write: (write) => this.#ask('write', () => memory.write(write)),
      time: () => this.#ask(set.kind === 'embedded' ? 'local' : 'read', async () => wallNow()),
      ping: () => this.#ask('write', () => memory.ping()),
      close: () => this.#close(),
    };
  }

  async #close(): Promise<void> {
    if (this.#state === 'open') this.#state = 'closing';
    await Promise.allSettled(this.#running);
    if (this.#state === 'killed') return never();
    this.#state = 'closed';
    this.#endFeeds();
  }

  #endFeeds(): void {
    for (const feed of this.#feeds) void feed.close();
  }

  /** The answer, or for a killed process none. */
  #ask<Answer>(call: Call, work: () => Promise<Answer>): Promise<Answer> {
    if (this.#state === 'killed') return never();
    if (this.#state !== 'open') {
      return Promise.reject(new StoreUnavailable('The store is closed.'));
    }
    const answer = call === 'local' ? work() : this.#inTime(() => this.#carry(call, work));
    return new Promise((resolve, reject) => {
      const settled = answer
        .then(
          (value) => this.#state !== 'killed' && resolve(value),
          (error: unknown) => this.#state !== 'killed' && reject(error),
        )
        .finally(() => this.#running.delete(settled));
      this.#running.add(settled);
    });
  }

  /** As the adapter does it: an embedded store waits for its disk. */
  async #inTime<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    if (this.#set.kind === 'embedded') return work();
    const cutMs = this.#cut ? monotonicNow() - this.#cut.since : 0;
    if (cutMs > SILENCE_MS + ELECTION_MS) {
      this.#set.count('away');
      throw new StoreAway('no primary can be reached');
    }
    const ms = cutMs > SILENCE_MS ? SELECTION_MS : ANSWER_MS;
    return within(ms, work(), () => {
      this.#set.count('no answer');
      return new StoreUnavailable(`no answer within ${ms} ms`);
    });
  }

  /** There, done, and back. */
  async #carry<Answer>(call: Call, work: () => Promise<Answer>): Promise<Answer> {
    const set = this.#set;
    const isRead = call === 'read';
    if (this.faults.isAway && !(isRead && set.kind === 'embedded')) {
      set.count('away');
      throw new StoreAway('it is away, or has no room');
    }
    const fate = this.#fateOf(call);
    await this.#way();
    if (this.#state === 'killed' && (set.kind === 'embedded' || set.random() < 0.5)) return never();
    if (fate === 'refused') throw new StoreUnavailable('nothing was done');
    if (fate === 'lost race') throw new VersionConflict('with a write that came to nothing');
    if (fate === 'pending') {
      void this.#later(work);
      throw new StoreUnavailable('it is not done yet');
    }
    await set.primary();
    const outcome = isRead ? 'durable' : await set.durable(this.#ms());
    if (outcome === 'lost') throw new StoreUnavailable('it was rolled back');
    const { term } = set;
    const answer = await work();
    if (outcome === 'written') throw new StoreUnavailable('it was done, by a primary that is gone');
    await this.#way();
    if (!isRead && term !== set.term) throw new StoreUnavailable('the primary that did it is gone');
    if (fate === 'unknown') throw new StoreUnavailable('it was done, which nobody says');
    if (fate === 'own conflict') throw new VersionConflict('with this very commit');
    return answer;
  }

  async #later(work: () => Promise<unknown>): Promise<void> {
    await sleep(this.#within(this.faults.lateMs));
    // A machine that was off does not go on.
    if (this.#state === 'killed' && this.#set.kind === 'embedded') return;
    await Promise.allSettled([work()]);
  }

  #fateOf(call: Call): Fate {
    const { refused, unknown, pending, lostRace, ownConflict } = this.faults;
    const fates: [Fate, number][] = [['refused', refused]];
    if (call !== 'read') fates.push(['unknown', unknown], ['pending', pending]);
    if (call === 'commit') fates.push(['lost race', lostRace], ['own conflict', ownConflict]);
    let drawn = this.#set.random();
    for (const [fate, share] of fates) {
      if (drawn < share) {
        this.#set.count(fate);
        return fate;
      }
      drawn -= share;
    }
    return 'done';
  }

  #falls(kind: string, share: number): boolean {
    if (share === 0 || this.#set.random() >= share) return false;
    this.#set.count(kind);
    return true;
  }

  /** What the next way takes. */
  #ms(): number {
    const { late, latencyMs, lateMs } = this.faults;
    return this.#within(this.#falls('late', late) ? lateMs : latencyMs);
  }

  /** Whole milliseconds. */
  #within([from, to]: Span): number {
    return from === to ? to : from + Math.floor(this.#set.random() * (to - from + 1));
  }

  async #pause(): Promise<void> {
    const ms = this.#ms();
    if (ms > 0) await sleep(ms);
  }

  /** There or back. It does not resolve for what is lost on the way. */
  async #way(): Promise<void> {
    await this.#pause();
    if (await this.#isLostInCut()) await never();
  }

  /** Waits for the end of a cut. True if what waited is lost. */
  async #isLostInCut(): Promise<boolean> {
    if (!this.#cut) return false;
    while (this.#cut) await this.#cut.mended;
    return this.#set.kind === 'mongo' && this.#set.random() < 0.5;
  }

  /** Each batch is a call of its own. */
  async *#inBatches(
    players: AsyncIterable<readonly BoardRow[]>,
    term: number,
  ): AsyncGenerator<readonly BoardRow[]> {
    for await (const batch of players) {
      for (let from = 0, to = 0; from < batch.length; from = to) {
        to = from + 1 + Math.floor(this.#set.random() * TOGETHER);
        const part = batch.slice(from, to);
        yield await this.#ask('read', async () => {
          if (term === this.#set.term) return part;
          throw new StoreUnavailable('the snapshot went with its primary');
        });
      }
    }
  }

  /** It begins with a call, for what it missed. Events travel side by side, and arrive in order. */
  #watch(after: Rev, listener: FeedListener): Feed {
    let inner: Feed | null = null;
    let arrivesAt = 0;
    let arrived = Promise.resolve();
    const feed: Feed = {
      close: async () => {
        this.#feeds.delete(feed);
        await inner?.close();
      },
    };
    const isOpen = () => this.#feeds.has(feed);
    const lose = (why: string, cause: unknown = null) => {
      if (!isOpen()) return;
      this.#set.count('feed lost');
      void feed.close();
      listener.onLost(new Error(why, { cause }));
    };
    const arrive = async (before: Promise<void>, at: number, tell: () => void) => {
      await before;
      const leftMs = at - monotonicNow();
      if (leftMs > 0 && isOpen()) await sleep(leftMs);
      const isLost =
        (await this.#isLostInCut()) || this.#falls('event lost', this.faults.lostFeeds);
      if (isLost) lose('commits may be missing from the feed');
      if (!isOpen()) return;
      try {
        tell();
      } catch (error) {
        lose('the listener of a feed failed', error);
      }
    };
    const send = (tell: () => void) => {
      arrivesAt = Math.max(arrivesAt, monotonicNow() + this.#ms());
      arrived = arrive(arrived, arrivesAt, tell);
    };
    const begin = async () => {
      try {
        await this.#ask('read', async () => undefined);
      } catch (error) {
        return lose('the feed can’t begin', error);
      }
      if (!isOpen()) return;
      inner = this.#set.memory.watch(after, {
        onEvent: (event) => send(() => listener.onEvent(event)),
        onLost: (error) => send(() => lose('the feed can’t continue', error)),
      });
    };
    this.#feeds.add(feed);
    void begin();
    return feed;
  }
}
