/**
 * Who is asked next whether a contract wallet accepts a signature (EIP-1271). Anybody can sign in with a
 * contract that stalls: one that did waits for others that did, and nobody else waits for it.
 */
import type { Address } from '../../common/values/address.ts';
import { createBoundedQueue } from '../lib/bounded-queue.ts';
import { RecentMap } from '../lib/recent-map.ts';

/** A node answers in a tenth of this. */
const SLOW_MS = 1000;
/** How long one that stalled is known for it; a quick answer ends that at once. */
const KNOWN_MS = 10 * 60_000;

const QUICK = { atOnce: 4, waiting: 16 };
const SLOW = { atOnce: 1, waiting: 4 };

/**
 * Asks in the wallet's turn, for which it waits this many ms at most. @throws QueueFull, and whatever asking throws
 */
export type InSignatureLane = <Answer>(
  wallet: Address,
  ask: () => Promise<Answer>,
  waitMs: number,
) => Promise<Answer>;

/** @param now a monotonic clock in ms. */
export function signatureLanes(now: () => number): InSignatureLane {
  const quick = createBoundedQueue(QUICK);
  const slow = createBoundedQueue(SLOW);
  const stalled = new RecentMap<boolean>(KNOWN_MS, now());

  return (wallet, ask, waitMs) => {
    const lane = stalled.get(wallet, now()) === true ? slow : quick;
    return lane.run(async () => {
      const from = now();
      try {
        return await ask();
      } finally {
        const isSlow = now() - from >= SLOW_MS;
        if (isSlow || lane === slow) stalled.set(wallet, isSlow, now());
      }
    }, waitMs);
  };
}
