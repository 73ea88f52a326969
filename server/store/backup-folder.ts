/**
 * A folder of backups of which the newest are kept. It touches only files that it names itself:
 * others are never counted and never deleted.
 */
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const DAY_MS = 24 * 60 * 60 * 1000;

/** `denaria-2026-11-30T02-15-07Z.backup`: their order by name is their order in time. */
const BACKUP = /^denaria-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/;
const UNFINISHED = /^denaria-[\dTZ-]+\.backup\.unfinished$/;

/** The path of a backup that begins now. The folder is made if it is missing. */
export async function newBackupPath(folder: string, now: number): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const time = new Date(now)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  return join(folder, `denaria-${time}.backup`);
}

/**
 * Deletes all but the newest backups, and what killed ones left unfinished a day ago.
 * @returns the names of the deleted backups.
 */
export async function removeOldBackups(folder: string, keep: number, now: number) {
  const names = (await readdir(folder)).toSorted();
  const old = names.filter((name) => BACKUP.test(name)).slice(0, -keep);
  for (const name of old) await rm(join(folder, name), { force: true });
  for (const name of names.filter((one) => UNFINISHED.test(one))) {
    const draft = join(folder, name);
    const { mtimeMs } = await stat(draft).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs > DAY_MS) await rm(draft, { force: true });
  }
  return old;
}
