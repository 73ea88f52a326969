/** Where a test run leaves the one line about what it skipped and how to run it. */
import { join } from 'node:path';

export const SKIPPED_NOTE = join(
  import.meta.dirname,
  '..',
  '..',
  'test-results',
  'reports',
  'skipped.txt',
);
