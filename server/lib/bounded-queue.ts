/**
 * A queue for work that anyone can request: a few tasks run at a time, some wait, and past that they are
 * refused.
 */
import { after } from './machine.ts';

/** The queue is full, or a turn did not come in time. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

/** The caller disconnected while waiting. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone';
}

interface QueueLimits {
  /** How many tasks run at a time. */
  readonly atOnce: number;
  /** How many more may wait for their turn. */
  readonly waiting: number;
}

type BoundedQueue = ReturnType<typeof createBoundedQueue>;

export function createBoundedQueue(limits: QueueLimits) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return {
    /** True if no task runs or waits. */
    isIdle: () => running === 0,
    /**
     * Runs the task when its turn comes.
     * @param waitMs how long its caller waits for that; a task that nobody waits for is never run.
     * @param gone aborted when its caller disconnects: the task leaves the queue if it has not started.
     * @throws QueueFull, CallerGone
     */
    async run<T>(task: () => Promise<T>, waitMs: number, gone?: AbortSignal): Promise<T> {
      if (running < limits.atOnce) {
        running += 1;
      } else {
        if (waiting.length >= limits.waiting) throw new QueueFull('The line is full.');
        // A task that ends passes its place on, so `running` stays the same.
        await new Promise<void>((resolve, reject) => {
          const done = () => {
            timer.stop();
            gone?.removeEventListener('abort', leave);
          };
          const begin = () => {
            done();
            resolve();
          };
          const giveUp = (reason: Error) => {
            done();
            waiting.splice(waiting.indexOf(begin), 1);
            reject(reason);
          };
          const leave = () => giveUp(new CallerGone('nobody waits any more'));
          const timer = after(waitMs, () => giveUp(new QueueFull(`no turn within ${waitMs} ms`)));
          gone?.addEventListener('abort', leave, { once: true });
          waiting.push(begin);
        });
      }
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}

/** A queue for each key, such as a caller: nobody waits behind another's tasks. One that is idle has no entry. */
export function createQueuePerKey(
  limits: QueueLimits,
): <T>(key: string, task: () => Promise<T>, waitMs: number, gone?: AbortSignal) => Promise<T> {
  const queues = new Map<string, BoundedQueue>();
  return async (key, task, waitMs, gone) => {
    const queue = queues.get(key) ?? createBoundedQueue(limits);
    queues.set(key, queue);
    try {
      return await queue.run(task, waitMs, gone);
    } finally {
      if (queue.isIdle() && queues.get(key) === queue) queues.delete(key);
    }
  };
}
