/**
 * A folder of backups of which the newest stay. It touches only files that it names itself: others
 * are never counted and never deleted.
 */
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { reasonOf } from '../lib/command.ts';
import { MoveRefused } from './pipe.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** `denaria-2026-11-30T02-15-07Z.backup`: their order by name is their order in time. */
const BACKUP = /^denaria-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/;
const UNFINISHED = /^denaria-[\dTZ-]+\.backup\.unfinished$/;

/**
 * The path of a backup that begins now. Makes the folder if it is missing, and removes what killed
 * backups left unfinished a day ago, which would fill the disk.
 * @throws MoveRefused
 */
export async function newBackupPath(folder: string, now: number): Promise<string> {
  const time = new Date(now)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  return orRefuse(folder, async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const names = await readdir(folder);
    for (const name of names.filter((one) => UNFINISHED.test(one))) {
      const draft = join(folder, name);
      const { mtimeMs } = await stat(draft).catch(() => ({ mtimeMs: now }));
      if (now - mtimeMs > DAY_MS) await rm(draft, { force: true });
    }
    return join(folder, `denaria-${time}.backup`);
  });
}

/**
 * Deletes all backups beside this one but the newest: with it, `keep` stay.
 * @returns the names of the deleted backups. @throws MoveRefused
 */
export async function removeOldBackups(path: string, keep: number): Promise<readonly string[]> {
  const folder = join(path, '..');
  return orRefuse(folder, async () => {
    const others = (await readdir(folder)).filter(
      (name) => BACKUP.test(name) && name !== basename(path),
    );
    const old = others.toSorted().slice(0, Math.max(0, others.length - (keep - 1)));
    for (const name of old) await rm(join(folder, name), { force: true });
    return old;
  });
}

/** @throws MoveRefused for whatever the file system objects to. */
async function orRefuse<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new MoveRefused(
      `${folder} can’t hold backups: ${reasonOf(cause)}. Name another folder.`,
      {
        cause,
      },
    );
  }
}
