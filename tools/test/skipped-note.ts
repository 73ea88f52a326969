/** Where a test run leaves a line about each thing that it skipped and how to run it. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const SKIPPED_NOTE = join(
  import.meta.dirname,
  '..',
  '..',
  'test-results',
  'reports',
  'skipped.txt',
);

/** Leaves a line, once however often it is left. */
export function noteSkipped(line: string): void {
  mkdirSync(dirname(SKIPPED_NOTE), { recursive: true });
  const noted = existsSync(SKIPPED_NOTE) ? readFileSync(SKIPPED_NOTE, 'utf8').split('\n') : [];
  if (!noted.includes(line)) appendFileSync(SKIPPED_NOTE, `${line}\n`);
}
