/** A lane for work that anyone can ask for: a few at a time, some in line, and past that a refusal. */

/** The line is full: ask again in a moment. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

export interface BoundedQueue {
  /** Runs the task when its turn comes. @throws QueueFull */
  run<T>(task: () => Promise<T>): Promise<T>;
}

/**
 * @param limits.atOnce how many tasks run at a time
 * @param limits.waiting how many more may wait for their turn
 */
export function createBoundedQueue(limits: {
  readonly atOnce: number;
  readonly waiting: number;
}): BoundedQueue {
  const waiting: (() => void)[] = [];
  let running = 0;

  return {
    async run(task) {
      if (running < limits.atOnce) {
        running += 1;
      } else {
        if (waiting.length >= limits.waiting) throw new QueueFull('Too much of this is asked for.');
        // Whoever ends hands its place on, so that `running` stays as it is.
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
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
