/**
 * A queue per address: a few requests of each begin in one turn of the event loop, and the rest
 * wait for the next turns. Without it, 64 connections that send requests constantly are all
 * answered before anyone else: on two busy cores, a bystander next to 64 connections requesting a
 * page waited 90 ms at the median.
 */
import type { IncomingMessage } from 'node:http';
import { defer } from '../lib/machine.ts';

const MOST_PER_TURN = 4;

/** @returns begins a request of an address, now or later, unless its connection closes first. */
export function createAddressQueue(): (
  key: string,
  request: IncomingMessage,
  begin: () => void,
) => void {
  /**
   * Bounded by the number of connections, each of which may have only so many unanswered requests.
   */
  const queues = new Map<string, { begun: number; readonly waiting: (() => void)[] }>();
  let isScheduled = false;

  return (key, request, begin) => {
    const queue = queues.get(key) ?? { begun: 0, waiting: [] };
    queues.set(key, queue);
    if (queue.begun < MOST_PER_TURN) {
      queue.begun += 1;
      begin();
    } else {
      queue.waiting.push(() => {
        if (!request.socket.destroyed) begin();
      });
    }
    schedule();
  };

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    defer(beginNext);
  }

  function beginNext(): void {
    isScheduled = false;
    for (const [key, queue] of queues) {
      const next = queue.waiting.splice(0, MOST_PER_TURN);
      queue.begun = next.length;
      if (queue.begun === 0) queues.delete(key);
      for (const begin of next) begin();
    }
    if (queues.size > 0) schedule();
  }
}
