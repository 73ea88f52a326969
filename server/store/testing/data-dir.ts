/** A temporary data directory for a test, removed afterwards. */
import { test } from 'vitest';
import { newDataFolder, removeDataFolder } from '../../test/support/data-folder.ts';

export async function inDataDir(work: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await newDataFolder();
  try {
    await work(dataDir);
  } finally {
    await removeDataFolder(dataDir);
  }
}

/** A test with a data directory of its own. */
export const dirTest = test.extend<{ readonly dataDir: string }>({
  // oxlint-disable-next-line no-empty-pattern -- vitest requires the first argument to be destructured.
  dataDir: async ({}, use) => inDataDir(use),
});
