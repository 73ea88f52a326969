import { expect, test } from 'vitest';
import { createQueue, QueueFull } from './bounded-queue.ts';

/** Tasks that the test ends, and which of them have begun. */
function tasks() {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    end: (n: number) => ends[n]?.(),
    task: (n: number) => () =>
      new Promise<number>((resolve) => {
        begun.push(n);
        ends[n] = () => resolve(n);
      }),
  };
}

test('past its capacity it refuses, and a slot that is free again is used', async () => {
  const run = createQueue({ atOnce: 1, waiting: 1 });
  const { end, task } = tasks();
  const results = [0, 1].map((n) => run('a', task(n), 5000));
  await expect(run('a', task(2), 5000)).rejects.toBeInstanceOf(QueueFull);
  end(0);
  await results[0];
  const third = run('a', task(3), 5000);
  end(1);
  await results[1];
  await expect.poll(() => end(3)).toBeUndefined();
  expect(await third).toBe(3);
});

test('a task whose caller has gone is never run, and leaves the queue', async () => {
  const run = createQueue({ atOnce: 1, waiting: 1 });
  const { begun, end, task } = tasks();
  const first = run('a', task(0), 5000);
  await expect(run('a', task(1), 5)).rejects.toBeInstanceOf(QueueFull);
  const third = run('a', task(2), 5000);
  end(0);
  await first;
  await expect.poll(() => begun).toEqual([0, 2]);
  end(2);
  expect(await third).toBe(2);
});

test('slots that all share go to one key after another', async () => {
  const run = createQueue({ inAll: 2, atOnce: 1, waiting: 10 });
  const { begun, end, task } = tasks();
  const results = ['a', 'a', 'a', 'b', 'b', 'b', 'c'].map((key, n) => run(key, task(n), 5000));
  expect(begun).toEqual([0, 3]);
  for (const [ended, next] of [
    [3, 4],
    [4, 6],
    [0, 1],
    [6, 5],
    [1, 2],
  ] as const) {
    end(ended);
    await expect.poll(() => begun.at(-1)).toBe(next);
  }
  end(5);
  end(2);
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3, 4, 5, 6]);
});
