/**
 * One data set as several processes see it, with what may happen to it and on the way to it as
 * data: the store of a simulated world. Within what the port allows an adapter it is late, fails,
 * is cut off, changes its primary and loses what it has not acknowledged; it never returns state
 * that is older than the port promises, and never loses what it acknowledged. Its time is the
 * machine's, its chance the caller's.
 */
import { OF_PROCESSES } from '../rows.ts';
import type { MemoryStore } from './memory-store.ts';
import { ProcessLink } from './process-link.ts';
import { SimulatedDataSet } from './simulated-data-set.ts';
import { SOUND_STORE, type StoreFaults, type StoreKind } from './store-faults.ts';

export class SimulatedStore {
  readonly #set: SimulatedDataSet;
  #faults: StoreFaults = SOUND_STORE;
  #links: readonly ProcessLink[] = [];

  constructor({ kind, random }: { readonly kind: StoreKind; readonly random: () => number }) {
    this.#set = new SimulatedDataSet(kind, random);
  }

  get kind(): StoreKind {
    return this.#set.kind;
  }

  /** What is durable, and so what any read or feed may show: for oracles, it never fails. */
  get memory(): MemoryStore {
    return this.#set.memory;
  }

  /** Another data set, while no process has it open. */
  set memory(store: MemoryStore) {
    this.#set.memory = store;
  }

  /** The processes that have it open. */
  get links(): readonly ProcessLink[] {
    return this.#links.filter((link) => !link.isOver);
  }

  /** A process opens the store. An embedded one has one process at a time. */
  connect(name: string): ProcessLink {
    if (this.kind === 'embedded') {
      if (this.links.length > 0) throw new Error(`${name} can't open a store that is in use`);
      this.#set.memory.lose(OF_PROCESSES);
    }
    const link = new ProcessLink(this.#set, name, this.#faults);
    this.#links = [...this.links, link];
    return link;
  }

  /**
   * Changes faults for every process, also later ones; faults that are not named stay as they are.
   */
  set(faults: Partial<StoreFaults>): void {
    this.#faults = { ...this.#faults, ...faults };
    for (const link of this.links) link.set(faults);
  }

  /** Ends all faults, cuts and elections. Writes that are pending are still carried out. */
  heal(): void {
    this.set(SOUND_STORE);
    this.#set.endElection();
    for (const link of this.links) link.mend();
  }

  /**
   * Its primary goes, and for `ms` there is no other. Writes that were not acknowledged are done or
   * rolled back, each by chance; snapshots end; notices may be lost.
   */
  stepDown(ms: number): void {
    if (this.kind === 'embedded') throw new Error('an embedded store has no primary');
    this.#set.stepDown(ms);
  }

  /** How many faults of each kind took place. */
  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#set.counts);
  }
}
