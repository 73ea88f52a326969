/**
 * A lease: among several processes on one store, only its holder does a job. It is renewed well
 * within its term, falls to another process when its holder dies, and is released on close. A lease
 * only avoids duplicate work; its users must make sure that doing the work twice does no harm,
 * since a process that was suspended for a while believes in its lease a moment too long.
 */
import { within } from '../../lib/deadline.ts';
import { every } from '../../lib/loop.ts';
import { monotonicNow, newId } from '../../lib/machine.ts';
import { lastingFault } from '../../observe/lasting-fault.ts';
import type { Log } from '../../observe/log.ts';
import { holdLease, releaseLease } from '../../store/kept/leases.ts';
import { StoreUnavailable, type Store } from '../../store/store.ts';

/** How long a lease outlives its holder's last renewal: a store failover, with some margin. */
const TTL_MS = 10_000;
/**
 * Between two renewals, or two attempts to take it: a dead holder's lease is taken within 12.5 s.
 */
const RENEW_MS = 2500;
/** The share of the granted time left unused, since two clocks may not run at the same rate. */
const MARGIN_SHARE = 0.05;
/** How long a release may take; after that the lease expires by itself. */
const RELEASE_MS = 1000;

export type Lease = Awaited<ReturnType<typeof keepLease>>;

/**
 * Takes the lease as soon as it is free, and keeps it for as long as the store is reachable.
 * Resolves after the first attempt, whatever its outcome.
 */
export async function keepLease(parts: {
  readonly store: Pick<Store, 'rows'>;
  readonly name: string;
  readonly log: Log;
}) {
  const { store, name, log } = parts;
  const holder = newId();
  /**
   * By the monotonic clock, counted from the request; the store counts from later, so it expires
   * here first.
   */
  let heldUntil = Number.NEGATIVE_INFINITY;
  let wasHeld = false;
  const fault = lastingFault(log, {
    lasts: 'a lease cannot be renewed for now',
    over: 'a lease is renewed again',
  });
  const isHeld = () => monotonicNow() < heldUntil;
  await renew().catch(noteFailure);
  const loop = every(RENEW_MS, renew, noteFailure);

  return {
    /** True if this process may act: the store granted the lease, and it has not expired. */
    isHeld,
    /** Releases it. Its users must have stopped. */
    async close(): Promise<void> {
      await loop.close();
      heldUntil = Number.NEGATIVE_INFINITY;
      await within(
        RELEASE_MS,
        releaseLease(store, name, holder),
        () => new StoreUnavailable('the lease could not be released in time'),
      ).catch((error: unknown) => {
        log.warn({ err: error, lease: name }, 'a lease could not be released; it will expire');
      });
    },
  };

  async function renew(): Promise<void> {
    const askedAt = monotonicNow();
    const granted = await holdLease(store, name, holder, TTL_MS);
    heldUntil = granted ? askedAt + TTL_MS * (1 - MARGIN_SHARE) : Number.NEGATIVE_INFINITY;
    fault.clear({ lease: name });
    if (granted !== wasHeld) log.info({ lease: name, held: granted }, 'a lease changed hands');
    wasHeld = granted;
  }

  function noteFailure(error: unknown): void {
    fault.report({ err: error, lease: name }, !(error instanceof StoreUnavailable));
  }
}
