/**
 * What a simulated store keeps, on the side of its links: the memory store, its primary and its
 * clock.
 */
import { after, monotonicNow, sleep } from '../../lib/machine.ts';
import { openMemoryStore, type MemoryStore } from './memory-store.ts';
import { StoreUnavailable } from '../store.ts';
import type { StoreKind } from './store-faults.ts';

/** How long a call waits for a primary, as in mongo/connection.ts. */
const SELECTION_MS = 2000;

export class SimulatedDataSet {
  readonly kind: StoreKind;
  readonly random: () => number;
  /** Replaced by what is restored. */
  memory: MemoryStore = openMemoryStore();
  /** How many primaries have gone. */
  term = 0;
  readonly counts = new Map<string, number>();
  /** When there is a primary again, by the monotonic clock. */
  #electedAt = 0;
  /** Writes that have reached the store and are not durable yet. */
  readonly #arrived = new Set<(isWritten: boolean) => void>();

  constructor(kind: StoreKind, random: () => number) {
    this.kind = kind;
    this.random = random;
  }

  count(kind: string): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
  }

  /** The primary goes, and there is none for `ms`. */
  stepDown(ms: number): void {
    this.count('step-down');
    this.#electedAt = monotonicNow() + ms;
    this.term += 1;
    if (this.random() < 0.5) this.memory.lose(['notice']);
    this.interrupt();
  }

  endElection(): void {
    this.#electedAt = 0;
  }

  /** Resolves once there is a primary. @throws StoreUnavailable */
  async primary(): Promise<void> {
    const leftMs = this.#electedAt - monotonicNow();
    if (leftMs <= 0) return;
    this.count('no primary');
    const isPatient = leftMs < SELECTION_MS && this.random() < 0.5;
    await sleep(isPatient ? leftMs : Math.min(SELECTION_MS, Math.floor(this.random() * leftMs)));
    if (!isPatient) throw new StoreUnavailable('there is no primary');
  }

  /** A write that has arrived is durable after `ms`, if it is not interrupted. */
  async durable(ms: number): Promise<'durable' | 'written' | 'lost'> {
    if (ms === 0) return 'durable';
    return new Promise((resolve) => {
      const interrupt = (isWritten: boolean) => {
        timer.stop();
        this.count(isWritten ? 'written unanswered' : 'rolled back');
        resolve(isWritten ? 'written' : 'lost');
      };
      const timer = after(ms, () => {
        this.#arrived.delete(interrupt);
        resolve('durable');
      });
      this.#arrived.add(interrupt);
    });
  }

  /** What has arrived and is not durable is written or lost, each write by chance. */
  interrupt(): void {
    const arrived = [...this.#arrived];
    this.#arrived.clear();
    for (const interrupt of arrived) interrupt(this.random() < 0.5);
  }
}
