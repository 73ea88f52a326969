/** A temporary folder for a test. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function newDataFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'denaria-test-'));
}

export async function removeDataFolder(dataDir: string): Promise<void> {
  await rm(dataDir, { recursive: true, force: true });
}
