/** A temporary data directory for a test, removed afterwards. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';

export interface DataDir {
  readonly dataDir: string;
  readonly remove: () => Promise<void>;
}

export async function newDataDir(): Promise<DataDir> {
  const dataDir = await mkdtemp(join(tmpdir(), 'denaria-store-'));
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

export async function inDataDir(work: (dataDir: string) => Promise<void>): Promise<void> {
  const { dataDir, remove } = await newDataDir();
  try {
    await work(dataDir);
  } finally {
    await remove();
  }
}

/** A test with a data directory of its own. */
export const dirTest = test.extend<{ readonly dataDir: string }>({
  // oxlint-disable-next-line no-empty-pattern -- vitest requires the first argument to be destructured.
  dataDir: async ({}, use) => inDataDir(use),
});
