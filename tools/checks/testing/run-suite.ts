/**
 * Runs a suite that is not one of the project's tests, with the project's configuration. The arguments are its
 * path, and the file for the failures that belong to no test.
 */
import { startVitest } from 'vitest/node';
import OtherFailuresReporter from '../../test/other-failures-reporter.ts';

const [, , suite = '', file = ''] = process.argv;
const vitest = await startVitest('test', [], {
  watch: false,
  include: [suite],
  reporters: ['default', new OtherFailuresReporter({ file })],
});
await vitest.close();
