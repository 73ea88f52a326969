/**
 * A queue for work that anyone can request: a few tasks of each key, such as a caller, run at a
 * time, its others wait, and past that they are refused. Places that all share go to one key after
 * another, so nobody waits behind all that another asked for.
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

/** The only key of a queue that all callers share. */
export const EVERYBODY = '';

interface QueueLimits {
  /** How many tasks run at a time, of all keys. */
  readonly inAll?: number;
  /** How many tasks of a key run at a time. */
  readonly atOnce: number;
  /** How many more of a key may wait for their turn. */
  readonly waiting: number;
}

/** What a key has here; one that has nothing has no entry. */
interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

export function createQueue({ inAll = Infinity, atOnce, waiting: mostWaiting }: QueueLimits) {
  /** In the order of their next turns. */
  const lines = new Map<string, Line>();
  let running = 0;

  /**
   * Runs the task when its turn comes.
   * @param task may give its place back before it ends.
   * @param waitMs how long its caller waits for that; a task that nobody waits for is never run.
   * @param gone aborted when its caller disconnects: a task that waits leaves the queue.
   * @throws QueueFull, CallerGone
   */
  return async <T>(
    key: string,
    task: (giveBack: () => void) => Promise<T>,
    waitMs: number,
    gone?: AbortSignal,
  ): Promise<T> => {
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    if (running < inAll && line.running < atOnce) begin(key, line);
    else await turnOf(key, line, waitMs, gone);
    let isGivenBack = false;
    const giveBack = () => {
      if (isGivenBack) return;
      isGivenBack = true;
      running -= 1;
      line.running -= 1;
      // Without a limit for all, only this key can use its place.
      beginNext(inAll === Infinity ? [[key, line]] : lines);
      if (line.running + line.waiting.length === 0) lines.delete(key);
    };
    try {
      return await task(giveBack);
    } finally {
      giveBack();
    }
  };

  function begin(key: string, line: Line): void {
    running += 1;
    line.running += 1;
    lines.delete(key);
    lines.set(key, line);
  }

  /** Gives a free place to the first key that can use it. */
  function beginNext(candidates: Iterable<[string, Line]>): void {
    if (running >= inAll) return;
    for (const [key, line] of candidates) {
      if (line.waiting.length === 0 || line.running >= atOnce) continue;
      begin(key, line);
      line.waiting.shift()?.();
      return;
    }
  }

  /** Resolves once the key has a place. */
  function turnOf(
    key: string,
    line: Line,
    waitMs: number,
    gone: AbortSignal | undefined,
  ): Promise<void> {
    if (line.waiting.length >= mostWaiting) throw new QueueFull('The line is full.');
    lines.set(key, line);
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
        line.waiting.splice(line.waiting.indexOf(start), 1);
        if (line.running + line.waiting.length === 0) lines.delete(key);
        reject(reason);
      };
      const leave = () => giveUp(new CallerGone('nobody waits any more'));
      const timer = after(waitMs, () => giveUp(new QueueFull(`no turn within ${waitMs} ms`)));
      gone?.addEventListener('abort', leave, { once: true });
      line.waiting.push(start);
    });
  }
}
