/** Tests that get their own whole server. */
import { test } from 'vitest';
import { Harness, type HarnessOptions } from './harness.ts';

interface Servers {
  /** Starts a server with the test's own options. */
  readonly startServer: (options?: HarnessOptions) => Promise<Harness>;
  readonly server: Harness;
}

export const serverTest = test.extend<Servers>({
  // oxlint-disable-next-line no-empty-pattern -- vitest requires the first argument to be destructured.
  startServer: async ({}, use) => {
    const started: Harness[] = [];
    await use(async (options) => {
      const harness = await Harness.start(options);
      started.push(harness);
      return harness;
    });
    for (const harness of started) await harness.close();
  },
  server: async ({ startServer }, use) => {
    await use(await startServer());
  },
});
