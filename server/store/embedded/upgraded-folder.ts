/**
 * The upgrade of a game in a directory, which may be a mount: everything stays inside. The new
 * database is made in a folder of its own and takes the old one's place by one rename; the old one
 * stays in `form-8/`, its archive, where the Denaria that wrote it can open it. Killed at any
 * moment, either database is in place, whole, and the upgrade can be begun again.
 */
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  closeSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { instantText } from '../../../common/values/instant.ts';
import { whileOpen } from '../../lib/command.ts';
import { wallNow } from '../../lib/machine.ts';
import { MoveRefused, pipe, type PartDigest, type Progress } from '../pipe.ts';
import { DATABASE_FILE, FIRST_FORM, STORED_FORM } from '../stored-form.ts';
import type { Extent } from '../stream.ts';
import { gameIn, isInUse, LOCK_FILE, lockDataDir, readBySomething } from './database.ts';
import { openEmbeddedSource, openEmbeddedTarget } from './embedded-stream.ts';

const UNFINISHED = 'upgrade-unfinished';

/** By how much a newer database may be larger. */
const GROWTH = 1.25;

interface UpgradeOptions {
  /** Receives what it will take, before anything is changed. @throws MoveRefused */
  readonly announce: (form: number, extent: Extent) => void;
  readonly progress: Progress;
  /** @param draft the directory with what was made. @throws MoveRefused */
  readonly audit: (draft: string) => Promise<void>;
}

/**
 * Makes the newest form of the game in a directory; no server can start meanwhile.
 * @returns what was made, and the folder of the old game; null: it is of the newest form.
 * @throws StoreNotOpened, MoveRefused
 */
export async function upgradeFolder(
  dataDir: string,
  { announce, progress, audit }: UpgradeOptions,
): Promise<{ readonly archive: string; readonly digest: PartDigest } | null> {
  const unlock = lockAsOwner(dataDir);
  const draft = join(dataDir, UNFINISHED);
  const removeDraft = () => rmSync(draft, { recursive: true, force: true });
  try {
    const made = await whileOpen(readLocked(dataDir), async (source) => {
      const { form } = await source.state();
      if (form === STORED_FORM) return null;
      const path = join(dataDir, DATABASE_FILE);
      assertNoLog(path);
      assertFree(dataDir, form);
      const { size } = statSync(path);
      const { bavail, bsize } = statfsSync(dataDir);
      announce(form, { size, needed: Math.ceil(size * GROWTH), free: bavail * bsize });
      removeDraft();
      const { digest } = await whileOpen(openEmbeddedTarget(draft), (target) =>
        pipe(source, target, { progress, audit: () => audit(draft) }),
      );
      return { form, digest };
    });
    if (!made) return null;
    const archive = replaceGame(dataDir, made.form, join(draft, DATABASE_FILE));
    return { archive, digest: made.digest };
  } finally {
    removeDraft();
    unlock();
  }
}

/** The game in a locked directory, which is in one file from then on. */
const readLocked = (dataDir: string) => openEmbeddedSource(dataDir, true);

/**
 * Puts back the game that the last upgrade archived, and archives the one in its place.
 * @returns its folder, and the form that is in place again.
 * @throws StoreNotOpened, MoveRefused
 */
export async function undoFolderUpgrade(
  dataDir: string,
): Promise<{ readonly archive: string; readonly form: number }> {
  const unlock = lockAsOwner(dataDir);
  try {
    const { form } = await whileOpen(readLocked(dataDir), (source) => source.state());
    let earlier = form - 1;
    while (earlier >= FIRST_FORM && !existsSync(archivedIn(dataDir, earlier))) earlier -= 1;
    if (earlier < FIRST_FORM) {
      throw new MoveRefused(
        `${dataDir} has nothing to go back to: its game is of form ${form}, and no earlier one is kept there in a folder like form-${FIRST_FORM}.`,
      );
    }
    const replacement = archivedIn(dataDir, earlier);
    assertFree(dataDir, form);
    await assertSound(dirname(replacement), earlier);
    return { archive: replaceGame(dataDir, form, replacement), form: earlier };
  } finally {
    unlock();
  }
}

/** What takes the place of a game must be one. @throws StoreNotOpened, MoveRefused */
async function assertSound(folder: string, form: number): Promise<void> {
  // Also one whose server was killed: what its log has is in the file from then on.
  const source = openEmbeddedSource(folder);
  const found = await whileOpen(source, () => source.state());
  if (found.form === form && found.state === 'complete') return;
  throw new MoveRefused(`${folder} holds no whole game of form ${form}. Nothing was changed.`);
}

/** Nothing else may use the archived game of a form. @throws StoreNotOpened, MoveRefused */
function assertFree(dataDir: string, form: number): void {
  const archived = archivedIn(dataDir, form);
  if (!existsSync(archived)) return;
  if (isInUse(dirname(archived))) {
    throw new MoveRefused(`A Denaria is running on ${dirname(archived)}. Stop it first.`);
  }
  if (existsSync(`${archived}-wal`)) {
    throw new MoveRefused(
      `${archived} has a log beside it, of a Denaria that was killed. Start and stop that one, or move both away.`,
    );
  }
}

/** The archived database of a form. */
function archivedIn(dataDir: string, form: number): string {
  return join(dataDir, `form-${form}`, DATABASE_FILE);
}

/**
 * Archives the database that is in place under its form, and puts another one in its place, with
 * the same owner. @returns the folder of the archived one.
 */
function replaceGame(dataDir: string, form: number, replacement: string): string {
  const path = join(dataDir, DATABASE_FILE);
  const archived = archivedIn(dataDir, form);
  const folder = dirname(archived);
  for (const one of [path, replacement]) assertNoLog(one);
  const { uid, gid, mode } = statSync(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (existsSync(archived) && !isSameFile(archived, path)) {
    // Of an upgrade that was undone: nothing that was played is deleted.
    const at = instantText(wallNow()).replaceAll(/[:.]/g, '-');
    renameSync(archived, join(folder, `${at}-${DATABASE_FILE}`));
  }
  if (!existsSync(archived)) linkOrCopy(path, archived);
  if (process.getuid?.() === 0) {
    for (const one of [folder, archived, replacement]) chownSync(one, uid, gid);
  }
  chmodSync(replacement, mode);
  for (const one of [replacement, folder, dirname(replacement), dataDir]) sync(one);
  renameSync(replacement, path);
  for (const one of [dirname(replacement), dataDir]) sync(one);
  return folder;
}

function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((file) => statSync(file, { bigint: true }));
  return a?.ino === b?.ino && a?.dev === b?.dev;
}

/** A log that is there would be taken for the other database's. @throws StoreNotOpened */
function assertNoLog(path: string): void {
  if (existsSync(`${path}-wal`)) throw readBySomething(path);
}

/**
 * Locks a game for its owner, or for root: what root makes here, the owner's server can open.
 * @throws StoreNotOpened, MoveRefused
 */
function lockAsOwner(dataDir: string): () => void {
  const path = gameIn(dataDir);
  const user = process.getuid?.();
  const { uid, gid } = statSync(path);
  if (user !== undefined && user !== 0 && user !== uid) {
    throw new MoveRefused(
      `${path} belongs to the user with the number ${uid}, this one has ${user}. Run this as the user of the server, or as root.`,
    );
  }
  const unlock = lockDataDir(dataDir);
  if (user === 0) chownSync(join(dataDir, LOCK_FILE), uid, gid);
  return unlock;
}

/** Not every system has a second name for a file. */
function linkOrCopy(path: string, archived: string): void {
  try {
    linkSync(path, archived);
  } catch {
    // A killed upgrade may have left one.
    const copy = `${archived}.unfinished`;
    try {
      copyFileSync(path, copy);
      sync(copy);
      renameSync(copy, archived);
    } catch (error) {
      // Half a copy would fill the disk for the game that goes on.
      rmSync(copy, { force: true });
      throw error;
    }
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
