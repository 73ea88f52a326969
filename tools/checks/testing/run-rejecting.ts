/** Runs `rejecting.ts`, which is not one of the project's tests, with the project's configuration. */
import { startVitest } from 'vitest/node';

const vitest = await startVitest('test', [], {
  watch: false,
  include: ['tools/checks/testing/rejecting.ts'],
});
await vitest.close();
