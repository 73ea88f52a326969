/**
 * The build for browser tests and tools: made again only if its sources have changed, by one
 * process at a time.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'libsql';

const ROOT = join(import.meta.dirname, '..', '..');
const LOCKS = join(ROOT, '.cache', 'locks');
const TRY_AGAIN_MS = 200;

/** Everything that `npm run build` reads from the project. */
const SOURCES = ['client', 'client-kit', 'common', 'server', 'tools/production'];
const SETTINGS = ['package-lock.json', 'tsconfig.json', 'vite.config.ts'];
const TESTS = /\.(test|spec)\.tsx?$|[\\/](testing|test)[\\/]/;

/** Records what a build was made from; `npm run build` itself deletes it with the rest. */
const MADE_FROM = join(ROOT, 'dist', 'made-from.txt');

/** Runs `npm run build`, unless the existing build was made from these same sources. */
export async function ensureBuilt(): Promise<void> {
  await exclusively('build', async () => {
    const fingerprint = fingerprintOf(SOURCES);
    if (existsSync(MADE_FROM) && readFileSync(MADE_FROM, 'utf8') === fingerprint) return;
    execFileSync('npm', ['run', 'build'], {
      cwd: ROOT,
      stdio: 'pipe',
      shell: process.platform === 'win32',
    });
    writeFileSync(MADE_FROM, fingerprint);
  });
}

/** A hash of all files in these folders, without the tests, and of the project's settings. */
export function fingerprintOf(folders: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of [...folders.flatMap(filesBelow), ...SETTINGS].toSorted()) {
    hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)));
  }
  return hash.digest('hex');
}

/**
 * Does the work while no other process of this checkout does the work of that name. The lock is
 * SQLite's: it ends with its process, however that ends.
 */
export async function exclusively(name: string, work: () => Promise<void>): Promise<void> {
  mkdirSync(LOCKS, { recursive: true });
  const lock = new Database(join(LOCKS, name), { timeout: 0 });
  try {
    while (!isTaken(lock)) await sleep(TRY_AGAIN_MS);
    await work();
  } finally {
    lock.close();
  }
}

function isTaken(lock: Database.Database): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY') return false;
    throw error;
  }
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .filter((file) => !TESTS.test(file));
}
