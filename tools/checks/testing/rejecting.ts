/** A suite whose only test passes but leaves an unhandled rejection. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

test('passes', async () => {
  void Promise.reject(new Error('nobody listens'));
  await sleep(10);
  expect(true).toBe(true);
});
