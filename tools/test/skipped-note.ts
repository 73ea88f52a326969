/** Where a run of the tests leaves the one line on what it skipped and how to have it run. */
import { join } from 'node:path';

export const SKIPPED_NOTE = join(
  import.meta.dirname,
  '..',
  '..',
  'test-results',
  'reports',
  'skipped.txt',
);
