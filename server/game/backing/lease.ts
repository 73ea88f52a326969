/**
 * Of several processes on one store, one does a thing: who holds its lease. It is renewed well within
 * the time that it is granted for, falls to another process when its holder dies, and is given back
 * at a close. A lease spares work that is done twice; that doing it twice does no harm is for whoever
 * acts under it to see to, since a process that was stopped for a while believes in its lease for a
 * moment more.
 */
import { randomUUID } from 'node:crypto';
import { within } from '../../lib/deadline.ts';
import { every } from '../../lib/loop.ts';
import type { Log } from '../../observe/log.ts';
import { StoreUnavailable, type Store } from '../../store/store.ts';

/** How long a lease outlives the last word of its holder: a failover of the store, with room. */
const TTL_MS = 10_000;
/** Between two renewals, or two tries to take it: a dead holder's lease is taken within 12.5 s. */
const RENEW_MS = 2500;
/** How much of what was granted is left unused, as two clocks need not run alike. */
const MARGIN_SHARE = 0.05;
/** How long giving it back may take; past that it expires by itself. */
const RELEASE_MS = 1000;

export interface Lease {
  /** Whether this process may act: the store has said so, and that has not run out. */
  isHeld(): boolean;
  /** Gives it back. Whoever acts under it must have stopped. */
  close(): Promise<void>;
}

export interface LeaseOptions {
  readonly store: Pick<Store, 'holdLease' | 'releaseLease'>;
  readonly name: string;
  readonly log: Log;
  readonly ttlMs?: number;
  readonly renewMs?: number;
}

/**
 * Takes the lease as soon as it is free, and keeps it for as long as the store can be reached.
 * Resolves after the first try, however that ended.
 */
export async function keepLease(options: LeaseOptions): Promise<Lease> {
  const { store, name, log, ttlMs = TTL_MS, renewMs = RENEW_MS } = options;
  const holder = randomUUID();
  /** By the clock that is never set; it is granted from the question on, so later by the store's. */
  let heldUntil = Number.NEGATIVE_INFINITY;
  let wasHeld = false;
  let isAway = false;
  const isHeld = () => performance.now() < heldUntil;
  await renew().catch(noteFailure);
  const loop = every(renewMs, renew, noteFailure);

  return {
    isHeld,
    async close() {
      await loop.close();
      heldUntil = Number.NEGATIVE_INFINITY;
      await within(
        RELEASE_MS,
        store.releaseLease(name, holder),
        () => new StoreUnavailable('the lease could not be given back in time'),
      ).catch((error: unknown) => {
        log.warn({ err: error, lease: name }, 'a lease is left to expire');
      });
    },
  };

  async function renew(): Promise<void> {
    const askedAt = performance.now();
    const granted = await store.holdLease(name, holder, ttlMs);
    heldUntil = granted ? askedAt + ttlMs * (1 - MARGIN_SHARE) : Number.NEGATIVE_INFINITY;
    isAway = false;
    if (granted !== wasHeld) log.info({ lease: name, held: granted }, 'a lease changed hands');
    wasHeld = granted;
  }

  function noteFailure(error: unknown): void {
    if (!(error instanceof StoreUnavailable)) {
      log.error({ err: error, lease: name }, 'a lease could not be renewed; trying again');
    } else if (!isAway) {
      log.warn({ err: error, lease: name }, 'a lease cannot be renewed for now');
    }
    isAway = true;
  }
}
