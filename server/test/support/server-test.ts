/** Tests with a whole server: the file's, or their own. */
import { test } from 'vitest';
import { Harness, type HarnessOptions } from './harness.ts';

interface Servers {
  $file: {
    /** One for all tests of the file that may share it. */
    readonly shared: Harness;
  };
  $test: {
    /** Starts a server with the test's own options. */
    readonly startServer: (options?: HarnessOptions) => Promise<Harness>;
    readonly server: Harness;
  };
}

export const serverTest = test.extend<Servers>({
  shared: [
    // oxlint-disable-next-line no-empty-pattern -- vitest requires the first argument to be destructured.
    async ({}, use) => {
      const harness = await Harness.start();
      await use(harness);
      await harness.close();
    },
    { scope: 'file' },
  ],
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
