/** Proves that a backup can be restored: into a temporary place, which is audited. */
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError, whileOpen } from './lib/command.ts';
import { auditCopy, CopyDiffers, progressLines } from './places.ts';
import { BackupDamaged, openBackup } from './store/backup-file.ts';
import { inDirectory } from './store/locations.ts';
import { pipe } from './store/pipe.ts';

const CODE = { sound: 0, differs: 1, unknown: 2 } as const;

/**
 * Prints what the backup holds. It needs as much room in TMPDIR as the game.
 * @returns the exit code: the file was altered, or what it holds differs from its own stakes and
 * events; or that could not be found out.
 */
export async function checkBackup(path: string): Promise<number> {
  const dataDir = join(await temporaryFolder(), 'data');
  try {
    const backup = await openBackup(path);
    const at = new Date(backup.at).toISOString();
    const audit = async () => {
      console.log(`${path}, of ${at}, was restored into a temporary place.`);
      await auditCopy(dataDir, false);
    };
    await whileOpen(await inDirectory(dataDir).target(), (target) =>
      pipe(backup, target, { progress: progressLines(), audit }),
    );
    return CODE.sound;
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    console.error(error.message);
    const differs = error instanceof BackupDamaged || error instanceof CopyDiffers;
    return differs ? CODE.differs : CODE.unknown;
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
