/** A suite whose one test passes, and whose process has a rejection that nobody handles. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

test('passes', async () => {
  void Promise.reject(new Error('nobody listens'));
  await sleep(10);
  expect(true).toBe(true);
});
