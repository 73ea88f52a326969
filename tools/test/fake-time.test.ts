import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startFakeTime } from './fake-time.ts';

test('an hour passes immediately for timers, sleeps and clocks, and each fires at its time', async () => {
  const time = startFakeTime();
  try {
    const woken: [string, number][] = [];
    const from = performance.now();
    const wake = (name: string) => woken.push([name, performance.now() - from]);
    setTimeout(() => wake('timer'), 700);
    void sleep(300).then(() => wake('sleep'));
    await time.pass(1000);
    expect(woken).toEqual([
      ['sleep', 300],
      ['timer', 700],
    ]);
    expect(await time.finish(sleep(5000, 'done'))).toEqual({ value: 'done', tookMs: 5000 });
    const at = Date.now();
    expect(await time.until(() => expect(Date.now() - at).toBe(50))).toBe(50);
  } finally {
    time.stop();
  }
});

test('a sleep can be aborted, before and during it', async () => {
  const time = startFakeTime();
  try {
    const aborting = new AbortController();
    const sleeping = sleep(1000, undefined, { signal: aborting.signal });
    aborting.abort();
    const late = sleep(1000, undefined, { signal: aborting.signal });
    for (const one of [sleeping, late]) await expect(one).rejects.toThrow(/aborted/);
  } finally {
    time.stop();
  }
});

test('time is real again after stop', async () => {
  startFakeTime().stop();
  const from = performance.now();
  await sleep(20);
  expect(performance.now() - from).toBeGreaterThan(15);
});
