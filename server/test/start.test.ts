/** A server takes no calls before it can answer them. */
import { expect, test } from 'vitest';
import { freePort } from '../../tools/test/listening.ts';
import { openMemoryStore } from '../store/testing/memory-store.ts';
import { Harness } from './support/harness.ts';
import { withRows } from './support/instead.ts';

test('takes no calls before everything that its start waits for is over', async () => {
  const port = await freePort();
  const connects = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      () => true,
      () => false,
    );
  const whileWaiting: boolean[] = [];
  const memory = openMemoryStore();
  const store = withRows(memory, (rows, kind) => ({
    async put(...asked) {
      if (kind === 'lease') whileWaiting.push(await connects());
      return rows.put(...asked);
    },
  }));
  const game = await Harness.start({ store, env: { PORT: String(port) } });
  expect(whileWaiting[0]).toBe(false);
  expect(await connects()).toBe(true);
  await game.close();
  await memory.close();
});
