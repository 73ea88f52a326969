/** Runs `rejecting.ts`, which is no test of the project's own, by the project's own configuration. */
import { startVitest } from 'vitest/node';

const vitest = await startVitest('test', [], {
  watch: false,
  include: ['tools/checks/testing/rejecting.ts'],
});
await vitest.close();
