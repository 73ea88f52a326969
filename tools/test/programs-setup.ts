/** vitest's global setup for tests that start programs. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleForRun } from './programs.ts';

/** In the project: native packages are loaded from its `node_modules`. */
const FOLDER = join(import.meta.dirname, '..', '..', '.cache', 'programs', String(process.pid));

export default async function setup(): Promise<() => Promise<void>> {
  await bundleForRun(FOLDER);
  return () => rm(FOLDER, { recursive: true, force: true });
}
