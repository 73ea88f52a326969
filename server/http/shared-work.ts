/**
 * Work that anyone can request and all wait for, fair between addresses and their networks: a few
 * requests of each address are answered at a time, its others wait. What takes long, such as a
 * ranking of the past, has slots of its own, which go to one network after another.
 */
import type { IncomingMessage } from 'node:http';
import { CallerGone, createQueue } from '../lib/bounded-queue.ts';
import type { Budget } from '../lib/budget.ts';
import { callerKey, callerNetwork } from '../lib/caller-address.ts';
import { tooMany } from './limits.ts';
import { problemOf } from './problem.ts';

/** A school behind one address waits a moment; it is refused only above this. */
const SHORT = { atOnce: 4, waiting: 2000 };
/** Each reads for seconds, a slice at a time: one of an address, two of a network. */
const LONG = { atOnce: 1, waiting: 64 };
const LONG_SLOTS = { inAll: 4, atOnce: 2, waiting: 2000 };
const WAIT_MS = 4000;

/**
 * Does work that takes long once it has a slot; the request's first slot is given back.
 * @throws QueueFull, Problem (429)
 */
export type Queue = <T>(work: () => Promise<T>) => Promise<T>;

/** For work that doesn't take long. */
export const unqueued: Queue = (work) => work();

export type SharedWork = ReturnType<typeof createSharedWork>;

export function createSharedWork({
  budget,
  trustProxyHops,
}: {
  readonly budget: Budget;
  readonly trustProxyHops: number;
}) {
  const short = createQueue(SHORT);
  const long = createQueue(LONG);
  const longSlots = createQueue(LONG_SLOTS);

  /**
   * Answers a request once its address has a slot.
   * @returns null if the connection closed first: a queued request holds all that was read from its
   * connection, so a client that kept asking, waiting and disconnecting would otherwise fill the
   * memory.
   * @throws QueueFull, and what the answer throws
   */
  return async <Answer>(
    request: IncomingMessage,
    answer: (longQueue: Queue) => Promise<Answer>,
  ): Promise<Answer | null> => {
    const { socket } = request;
    if (socket.destroyed) return null;
    const key = callerKey(request, trustProxyHops);
    const gone = new AbortController();
    const leave = () => gone.abort();
    socket.once('close', leave);
    const network = callerNetwork(request, trustProxyHops);
    const inFirstSlot = (giveBack: () => void) =>
      answer((work) => {
        giveBack();
        const inSlot = () => longSlots(network, () => payable(key, work), WAIT_MS, gone.signal);
        return long(key, inSlot, WAIT_MS, gone.signal);
      });
    try {
      return await short(key, inFirstSlot, WAIT_MS, gone.signal);
    } catch (error) {
      if (error instanceof CallerGone && gone.signal.aborted) return null;
      throw error;
    } finally {
      socket.off('close', leave);
    }
  };

  /** What was done for it meanwhile may have used up the budget of its address. */
  async function payable<T>(key: string, work: () => Promise<T>): Promise<T> {
    const spent = budget.spend(key, 0);
    if (spent.isPast) throw problemOf(tooMany(spent));
    return work();
  }
}
