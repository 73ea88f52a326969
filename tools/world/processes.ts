/** The lives of a simulated game's processes, and what each of them has of the store. */
import { WEEK_MS } from '../../common/values/week.ts';
import type { ProcessLink } from '../../server/store/testing/process-link.ts';
import type { SimulatedStore } from '../../server/store/testing/simulated-store.ts';
import { withRows } from '../../server/test/support/instead.ts';
import type { Process, Scheduler } from './scheduler.ts';
import type { SimulatedServer } from './server.ts';
import { storeLink } from './store-link.ts';

/** The largest jump of a process's clock, forwards or back. */
export const JUMP_MS = 20_000;
export const LATENCY_MS = [1, 25] as const;
/** Longer than a write takes that is done late. */
const PENDING_MS = 6000;

export type StoreFaults = Parameters<ProcessLink['set']>[0];

interface ProcessesParts {
  readonly scheduler: Scheduler;
  readonly store: SimulatedStore;
  readonly storeProcess: Process;
}

export class Processes {
  readonly #parts: ProcessesParts;
  readonly #links = new Map<SimulatedServer, ProcessLink>();
  /** By the names that they have in leases. */
  readonly #holders = new Map<string, SimulatedServer>();
  /** How far the game's clock may be ahead of all machines'. */
  jumpedMs = 0;

  constructor(parts: ProcessesParts) {
    this.#parts = parts;
  }

  connect(server: SimulatedServer) {
    const { store: simulated, storeProcess, scheduler } = this.#parts;
    this.#links.get(server)?.kill();
    const link = simulated.connect(server.owner.name);
    this.#links.set(server, link);
    const store = withRows(link.store, (rows, kind) => ({
      put: (row, expected) => {
        if (kind === 'lease') this.#holders.set(row.document, server);
        return rows.put(row, expected);
      },
    }));
    return storeLink(store, storeProcess, scheduler);
  }

  kill(server: SimulatedServer): void {
    server.kill();
    this.#links.get(server)?.kill();
    this.#links.delete(server);
  }

  killFor(server: SimulatedServer, ms: number): void {
    this.kill(server);
    this.restart(server, ms);
  }

  /** Who has the lease; null: nobody who runs. */
  async holder(): Promise<SimulatedServer | null> {
    const lease = await this.#parts.store.memory.rows('lease').get('chain-follower');
    const holder = lease && this.#holders.get(lease.document);
    return holder && this.#links.has(holder) ? holder : null;
  }

  /** Where it fails, the process starts again, by whatever the store has then. */
  async jump(server: SimulatedServer, weeks: number): Promise<void> {
    this.jumpedMs += weeks * WEEK_MS;
    await server.advance(weeks * WEEK_MS).catch(() => this.killFor(server, PENDING_MS));
  }

  restart(server: SimulatedServer, ms: number): void {
    const { incarnation } = server;
    this.#later(ms, () => {
      // It may have been killed and started meanwhile.
      if (server.incarnation !== incarnation) return;
      this.kill(server);
      server.start();
    });
  }

  /** What the process has of the store has faults for so long. */
  break(server: SimulatedServer, faults: StoreFaults, ms: number): void {
    const link = this.#links.get(server);
    link?.set(faults);
    this.#later(ms, () => {
      link?.heal();
      link?.set({ latencyMs: LATENCY_MS });
    });
  }

  /** Of those that run. */
  breakAll(faults: StoreFaults, ms: number): void {
    for (const server of this.#links.keys()) this.break(server, faults, ms);
  }

  /** Nothing passes between the process and the store. */
  partition(server: SimulatedServer, ms: number): void {
    const link = this.#links.get(server);
    link?.cut();
    this.#later(ms, () => link?.mend());
  }

  #later(ms: number, run: () => void): void {
    const { scheduler } = this.#parts;
    scheduler.post(scheduler.world, ms, run);
  }
}
