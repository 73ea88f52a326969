/**
 * Runs `rejecting.ts`, which is not one of the project's tests, with the project's configuration.
 * The argument is the file for the errors that no test caught.
 */
import { startVitest } from 'vitest/node';
import UnhandledReporter from '../../test/unhandled-reporter.ts';

const [, , file = ''] = process.argv;
const vitest = await startVitest('test', [], {
  watch: false,
  include: ['tools/checks/testing/rejecting.ts'],
  reporters: ['default', new UnhandledReporter({ file })],
});
await vitest.close();
