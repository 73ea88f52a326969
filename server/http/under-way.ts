/**
 * How much is answered at a time. When more arrives than a process can answer, what has begun waits
 * for all that begins after it, until each caller has left before its answer; so the rest is
 * refused at once, for a fraction of what an answer costs. A network may take as much as it leaves.
 */
import type { IncomingMessage } from 'node:http';
import { KeyCounts } from '../lib/budget.ts';
import { defer, monotonicNow } from '../lib/machine.ts';

/** Some 0.3 s of work on the embedded store, 0.9 s on MongoDB: with more none gets done sooner. */
const MOST_UNDER_WAY = 512;
/**
 * While reads take longer than a second, such as on a machine that does other things. Commands also
 * wait for the chain, which says nothing of this machine.
 */
const MOST_WHILE_SLOW = 64;
const SLOW_MS = 1000;
/** With so many under way the next callers may have left already. */
const BUSY = 16;
/** Of the mean: each read's share. */
const WEIGHT = 1 / 16;

export type UnderWay = ReturnType<typeof createUnderWay>;

export function createUnderWay(most = MOST_UNDER_WAY, mostWhileSlow = MOST_WHILE_SLOW) {
  const counts = new KeyCounts();
  let inAll = 0;
  let meanMs = 0;
  const isFull = (network: string) =>
    counts.of(network) >= (meanMs > SLOW_MS ? mostWhileSlow : most) - inAll;

  return {
    isFull,
    /**
     * Begins a request, unless its caller has left. After an overload thousands of such requests
     * are left unread: one connection is accepted per turn of the event loop, its request is read
     * in the next, and that it has ended in the one after.
     */
    unlessLeft(request: IncomingMessage, begin: () => void): void {
      if (inAll < BUSY) begin();
      else {
        defer(() =>
          defer(() => {
            if (!request.socket.destroyed) begin();
          }),
        );
      }
    },
    /** @returns what ends it, however often it is called; null if it may not begin. */
    begin(network: string, isRead: boolean): (() => void) | null {
      if (isFull(network)) return null;
      counts.add(network, 1);
      inAll += 1;
      const begunAt = monotonicNow();
      let isUnderWay = true;
      return () => {
        if (!isUnderWay) return;
        isUnderWay = false;
        counts.add(network, -1);
        inAll -= 1;
        if (isRead) meanMs += WEIGHT * (monotonicNow() - begunAt - meanMs);
      };
    },
  };
}
