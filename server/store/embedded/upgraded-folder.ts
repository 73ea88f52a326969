/**
 * The upgrade of a game in a directory, which may be a mount: everything stays inside. The new
 * database is made in a folder of its own and takes the old one's place by one rename; the old one
 * stays in `form-8/` under its own name, where the Denaria that wrote it can open it. Killed at any
 * moment, either database is in place, whole, and the upgrade can be begun again.
 */
import {
  chmodSync,
  chownSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  closeSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { instantText } from '../../../common/values/instant.ts';
import { wallNow } from '../../lib/machine.ts';
import { MoveRefused, pipe, type PartDigest, type PipeOptions, type Progress } from '../pipe.ts';
import { DATABASE_FILE, FIRST_FORM, STORED_FORM } from '../stored-form.ts';
import type { Extent } from '../stream.ts';
import { isInUse, lockDataDir, readBySomething } from './database.ts';
import { openEmbeddedSource, openEmbeddedTarget } from './embedded-stream.ts';

const UNFINISHED = 'upgrade-unfinished';

/** By how much a newer database may be larger. */
const GROWTH = 1.25;

interface UpgradeOptions {
  /** Is told what it will take, before anything is changed. @throws MoveRefused */
  readonly announce: (form: number, extent: Extent) => void;
  readonly progress: Progress;
  /** @param draft the directory with what was made. @throws MoveRefused */
  readonly audit: (draft: string) => Promise<void>;
}

/**
 * Makes the newest form of the game in a directory; no server can start meanwhile.
 * @returns what was made, and where the old game is kept; null: it is of the newest form.
 * @throws StoreNotOpened, MoveRefused
 */
export async function upgradeFolder(
  dataDir: string,
  { announce, progress, audit }: UpgradeOptions,
): Promise<{ readonly kept: string; readonly digest: PartDigest } | null> {
  const unlock = lockDataDir(dataDir);
  const draft = join(dataDir, UNFINISHED);
  try {
    const form = await formAtRest(dataDir);
    if (form === STORED_FORM) return null;
    const path = join(dataDir, DATABASE_FILE);
    assertOwner(path);
    assertNoLog(path);
    const isLinkable = canLink(dataDir);
    const { size } = statSync(path);
    const { bavail, bsize } = statfsSync(dataDir);
    const needed = Math.ceil(size * (isLinkable ? GROWTH : GROWTH + 1));
    announce(form, { size, needed, free: bavail * bsize });
    rmSync(draft, { recursive: true, force: true });
    const digest = await made(dataDir, draft, { progress, audit: () => audit(draft) });
    const kept = keep(dataDir, { form, replacement: join(draft, DATABASE_FILE), isLinkable });
    return { kept, digest };
  } finally {
    rmSync(draft, { recursive: true, force: true });
    unlock();
  }
}

async function made(dataDir: string, draft: string, options: PipeOptions): Promise<PartDigest> {
  const source = openEmbeddedSource({ dataDir, isLocked: true });
  try {
    const target = openEmbeddedTarget({ dataDir: draft });
    try {
      return (await pipe(source, target, options)).digest;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Of the game in a directory, which is in one file afterwards. */
async function formAtRest(dataDir: string): Promise<number> {
  const source = openEmbeddedSource({ dataDir, isLocked: true });
  try {
    return (await source.state()).form;
  } finally {
    await source.close();
  }
}

/**
 * Puts back what the last upgrade kept, and keeps in its stead what is in place.
 * @returns where that is now, and the form that is in place again.
 * @throws StoreNotOpened, MoveRefused
 */
export async function undoFolderUpgrade(
  dataDir: string,
): Promise<{ readonly kept: string; readonly form: number }> {
  const unlock = lockDataDir(dataDir);
  try {
    const form = await formAtRest(dataDir);
    const earlier = keptForms(dataDir).findLast((one) => one < form);
    if (earlier === undefined) {
      throw new MoveRefused(
        `${dataDir} has nothing to go back to: an upgrade keeps the old game in a folder named form-${FIRST_FORM} there.`,
      );
    }
    const folder = join(dataDir, folderOf(earlier));
    if (isInUse(folder)) {
      throw new MoveRefused(`A Denaria is running on ${folder}. Stop it first.`);
    }
    assertOwner(join(dataDir, DATABASE_FILE));
    const replacement = join(folder, DATABASE_FILE);
    const kept = keep(dataDir, { form, replacement, isLinkable: canLink(dataDir) });
    return { kept, form: earlier };
  } finally {
    unlock();
  }
}

/** Oldest first. */
function keptForms(dataDir: string): number[] {
  return readdirSync(dataDir)
    .map((name) => Number(/^form-(\d+)$/.exec(name)?.[1] ?? 'NaN'))
    .filter((form) => existsSync(join(dataDir, folderOf(form), DATABASE_FILE)))
    .toSorted((a, b) => a - b);
}

const folderOf = (form: number): string => `form-${form}`;

/**
 * Keeps the database that is in place under its form, and puts another one in its place, as the
 * same user's. @returns the folder that it is kept in.
 */
function keep(
  dataDir: string,
  {
    form,
    replacement,
    isLinkable,
  }: { readonly form: number; readonly replacement: string; readonly isLinkable: boolean },
): string {
  const path = join(dataDir, DATABASE_FILE);
  const folder = join(dataDir, folderOf(form));
  for (const one of [path, replacement]) assertNoLog(one);
  const { uid, gid, mode } = statSync(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const kept = join(folder, DATABASE_FILE);
  if (existsSync(kept) && statSync(kept).ino !== statSync(path).ino) {
    // Of an upgrade that was undone: nothing that was played is deleted.
    const at = instantText(wallNow()).replaceAll(/[:.]/g, '-');
    renameSync(kept, join(folder, `${at}-${DATABASE_FILE}`));
  }
  if (!existsSync(kept)) {
    if (isLinkable) linkSync(path, kept);
    else {
      copyFileSync(path, `${kept}.unfinished`, constants.COPYFILE_EXCL);
      sync(`${kept}.unfinished`);
      renameSync(`${kept}.unfinished`, kept);
    }
  }
  if (process.getuid?.() === 0) {
    for (const one of [folder, kept, replacement]) chownSync(one, uid, gid);
  }
  chmodSync(replacement, mode);
  for (const one of [replacement, folder, dirname(replacement), dataDir]) sync(one);
  renameSync(replacement, path);
  for (const one of [dirname(replacement), dataDir]) sync(one);
  return folder;
}

/** A log that is there would be taken for the other database's. @throws StoreNotOpened */
function assertNoLog(path: string): void {
  if (existsSync(`${path}-wal`)) throw readBySomething(path);
}

/** A server that runs as another user could not open what this one makes. */
function assertOwner(path: string): void {
  const user = process.getuid?.();
  const { uid } = statSync(path);
  if (user === undefined || user === 0 || user === uid) return;
  throw new MoveRefused(
    `${path} belongs to the user with the number ${uid}, this one has ${user}. Run this as the user of the server, or as root.`,
  );
}

/** Not every system has a second name for a file; then it is copied. @throws MoveRefused */
function canLink(dataDir: string): boolean {
  const probe = join(dataDir, `${UNFINISHED}.probe`);
  const linked = `${probe}-2`;
  const remove = () => {
    for (const file of [probe, linked]) rmSync(file, { force: true });
  };
  remove();
  try {
    writeFileSync(probe, '');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MoveRefused(`${dataDir} can't be written: ${reason}. Nothing was changed.`, {
      cause,
    });
  }
  try {
    linkSync(probe, linked);
    return true;
  } catch {
    return false;
  } finally {
    remove();
  }
}

/** Not every system syncs folders. */
function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } catch (error) {
    if (!statSync(path).isDirectory()) throw error;
  } finally {
    closeSync(descriptor);
  }
}
