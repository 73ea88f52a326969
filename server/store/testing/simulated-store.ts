/**
 * One data set as several processes see it, with what may happen to it and on the way to it as data: the
 * store of a simulated world. Within what the port allows an adapter it is late, fails, is cut off, changes
 * its primary and loses what it has not acknowledged; it never returns state that is older than the port
 * promises, and never loses what it acknowledged. Its time is the machine's, its chance the given one.
 */
import { monotonic, now, after, sleep } from '../../lib/machine.ts';
import { Leases } from '../leases.ts';
import { openMemoryStore } from '../memory/memory-store.ts';
import { Notices } from '../notices.ts';
import { StoreUnavailable, type Store } from '../store.ts';
import { ProcessLink } from './process-link.ts';
import { SOUND_STORE, type StoreFaults, type StoreKind } from './store-faults.ts';

/** How long a call waits for a primary, as in mongo/connection.ts. */
const SELECTION_MS = 2000;

export class SimulatedStore {
  readonly kind: StoreKind;
  readonly random: () => number;
  /** What is durable, and so what any read or feed may show: for oracles, it never fails. */
  readonly truth: Store = openMemoryStore();
  /** By how much the store's clock is ahead of the machine's, ms; an embedded store has the machine's. */
  clockAheadMs = 0;
  /** How many primaries have gone. */
  term = 0;
  leases = new Leases();
  notices = new Notices();
  #faults: StoreFaults = SOUND_STORE;
  /** By the monotonic clock. */
  #electedAt = 0;
  #links: readonly ProcessLink[] = [];
  /** Writes that have reached the store and are not durable yet. */
  readonly #arrived = new Set<(isKept: boolean) => void>();
  readonly #counts = new Map<string, number>();

  constructor({ kind, random }: { readonly kind: StoreKind; readonly random: () => number }) {
    this.kind = kind;
    this.random = random;
  }

  /** A process opens the store. An embedded one has one process at a time. */
  connect(name: string): ProcessLink {
    if (this.kind === 'embedded') {
      if (this.links.length > 0) throw new Error(`${name} can't open a store that is in use`);
      this.leases = new Leases();
      this.notices = new Notices();
    }
    const link = new ProcessLink(this, name, this.#faults);
    this.#links = [...this.links, link];
    return link;
  }

  /** The processes that have it open. */
  get links(): readonly ProcessLink[] {
    return this.#links.filter((link) => !link.isOver);
  }

  /** Changes faults for every process, also later ones; faults that are not named stay as they are. */
  set(faults: Partial<StoreFaults>): void {
    this.#faults = { ...this.#faults, ...faults };
    for (const link of this.links) link.set(faults);
  }

  /** Ends all faults, cuts and elections. Writes that are pending are still carried out. */
  heal(): void {
    this.set(SOUND_STORE);
    this.#electedAt = 0;
    for (const link of this.links) link.mend();
  }

  /**
   * Its primary goes, and for `ms` there is no other. Writes that were not acknowledged are kept or rolled
   * back, each by chance; snapshots end; notices may be lost.
   */
  stepDown(ms: number): void {
    if (this.kind === 'embedded') throw new Error('an embedded store has no primary');
    this.count('step-down');
    this.#electedAt = monotonic() + ms;
    this.term += 1;
    if (this.random() < 0.5) this.notices = new Notices();
    this.interrupt();
  }

  /** How many faults of each kind took place. */
  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }

  count(kind: string): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }

  /** Milliseconds since 1970 by the store's own clock. */
  time(): number {
    return this.kind === 'embedded' ? now() : now() + this.clockAheadMs;
  }

  /** Resolves once there is a primary. @throws StoreUnavailable */
  async primary(): Promise<void> {
    const leftMs = this.#electedAt - monotonic();
    if (leftMs <= 0) return;
    this.count('no primary');
    const isPatient = leftMs < SELECTION_MS && this.random() < 0.5;
    await sleep(isPatient ? leftMs : Math.min(SELECTION_MS, this.random() * leftMs));
    if (!isPatient) throw new StoreUnavailable('there is no primary');
  }

  /** A write that has arrived is durable after `ms`, or is kept or lost when the primary or machine goes. */
  async durable(ms: number): Promise<'durable' | 'kept' | 'lost'> {
    if (ms === 0) return 'durable';
    return new Promise((resolve) => {
      const interrupt = (isKept: boolean) => {
        timer.stop();
        this.count(isKept ? 'kept' : 'rolled back');
        resolve(isKept ? 'kept' : 'lost');
      };
      const timer = after(ms, () => {
        this.#arrived.delete(interrupt);
        resolve('durable');
      });
      this.#arrived.add(interrupt);
    });
  }

  /** What has arrived and is not durable is kept or lost, each write by chance. */
  interrupt(): void {
    const arrived = [...this.#arrived];
    this.#arrived.clear();
    for (const interrupt of arrived) interrupt(this.random() < 0.5);
  }
}
