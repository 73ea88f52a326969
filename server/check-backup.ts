/** Proves that a backup can be restored: into a temporary place, which is audited. */
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audit } from './audit/audit.ts';
import { summary } from './audit/report.ts';
import { monotonicNow } from './lib/machine.ts';
import { openPlace, openWallets, progressLines } from './places.ts';
import { openBackup, restoreBackup } from './store/backup-file.ts';

/**
 * Prints what the backup holds. It needs as much room in TMPDIR as the game.
 * @returns false if what is restored differs from its own stakes and events.
 * @throws MoveRefused if it is damaged.
 */
export async function checkBackup(path: string): Promise<boolean> {
  const dataDir = join(await temporaryFolder(), 'data');
  const backup = await openBackup(path);
  const target = await openPlace(dataDir, false);
  try {
    await restoreBackup(backup, target, progressLines());
  } finally {
    await target.close();
  }
  const source = await openWallets({ mongodbUri: null, dataDir });
  try {
    const begun = monotonicNow();
    const found = await audit(source, null);
    const at = new Date(backup.at).toISOString();
    console.log(`${path}, of ${at}, was restored into a temporary place.`);
    console.log(summary(path, found, monotonicNow() - begun).join('\n'));
    return found.differences.count === 0;
  } finally {
    await source.close();
  }
}

/** Removed when the process ends, by a signal too: it holds all that the game stores. */
async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'denaria-check-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit());
  }
  return folder;
}
