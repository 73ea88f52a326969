/**
 * A queue for work that anyone can request, with a lane for each key, such as a caller: a few tasks
 * of a lane run at a time, the next ones wait, and past that they are refused. Slots that all lanes
 * share go to one lane after another, so nobody waits behind all that another asked for.
 */
import { after } from './machine.ts';

/** The lane is full, or the task did not begin in time. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

/** The caller disconnected while waiting. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone';
}

interface QueueLimits {
  /** How many tasks run at a time, of all keys. */
  readonly inAll?: number;
  /** How many tasks of a key run at a time. */
  readonly atOnce: number;
  /** How many more of a key may wait. */
  readonly waiting: number;
}

/** A key's tasks; a key without any has no lane. */
interface Lane {
  running: number;
  readonly waiting: (() => void)[];
}

export function createQueue({ inAll = Infinity, atOnce, waiting: mostWaiting }: QueueLimits) {
  /** The next one to get a slot first. */
  const lanes = new Map<string, Lane>();
  let running = 0;

  /**
   * Runs the task once it has a slot.
   * @param task may give its slot back before it ends.
   * @param waitMs how long its caller waits for a slot; a task that nobody waits for is never run.
   * @param gone aborted when its caller disconnects: a task that waits leaves the queue.
   * @throws QueueFull, CallerGone
   */
  return async <T>(
    key: string,
    task: (giveBack: () => void) => Promise<T>,
    waitMs: number,
    gone?: AbortSignal,
  ): Promise<T> => {
    const lane = lanes.get(key) ?? { running: 0, waiting: [] };
    if (running < inAll && lane.running < atOnce) begin(key, lane);
    else await awaitSlot(key, lane, waitMs, gone);
    let isGivenBack = false;
    const giveBack = () => {
      if (isGivenBack) return;
      isGivenBack = true;
      running -= 1;
      lane.running -= 1;
      // Without a limit for all, only this key can use its slot.
      beginNext(inAll === Infinity ? [[key, lane]] : lanes);
      if (lane.running + lane.waiting.length === 0) lanes.delete(key);
    };
    try {
      return await task(giveBack);
    } finally {
      giveBack();
    }
  };

  function begin(key: string, lane: Lane): void {
    running += 1;
    lane.running += 1;
    lanes.delete(key);
    lanes.set(key, lane);
  }

  /** Gives a free slot to the first key that can use it. */
  function beginNext(candidates: Iterable<[string, Lane]>): void {
    if (running >= inAll) return;
    for (const [key, lane] of candidates) {
      if (lane.waiting.length === 0 || lane.running >= atOnce) continue;
      begin(key, lane);
      lane.waiting.shift()?.();
      return;
    }
  }

  /** Resolves once the key has a slot. */
  function awaitSlot(
    key: string,
    lane: Lane,
    waitMs: number,
    gone: AbortSignal | undefined,
  ): Promise<void> {
    if (lane.waiting.length >= mostWaiting) throw new QueueFull('the lane is full');
    lanes.set(key, lane);
    return new Promise((resolve, reject) => {
      const done = () => {
        timer.stop();
        gone?.removeEventListener('abort', leave);
      };
      const start = () => {
        done();
        resolve();
      };
      const giveUp = (reason: Error) => {
        done();
        lane.waiting.splice(lane.waiting.indexOf(start), 1);
        if (lane.running + lane.waiting.length === 0) lanes.delete(key);
        reject(reason);
      };
      const leave = () => giveUp(new CallerGone('nobody waits any more'));
      const timer = after(waitMs, () => giveUp(new QueueFull(`not begun within ${waitMs} ms`)));
      gone?.addEventListener('abort', leave, { once: true });
      lane.waiting.push(start);
    });
  }
}
