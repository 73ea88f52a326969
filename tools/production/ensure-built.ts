/** The build that is played by browser tests and attacked by tools: made where its sources have changed. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** All that `npm run build` reads of the project. */
const SOURCES = ['client', 'common', 'server', 'tools/production'];
const SETTINGS = ['package-lock.json', 'tsconfig.json', 'vite.config.ts'];

/** Says what a build was made from; `npm run build` itself deletes it with the rest. */
const MADE_FROM = join(ROOT, 'dist', 'made-from.txt');

/** Runs `npm run build`, unless the build that there is was made from these very sources. */
export async function ensureBuilt(): Promise<void> {
  const fingerprint = await sourcesFingerprint();
  const built = existsSync(MADE_FROM) ? await readFile(MADE_FROM, 'utf8') : null;
  if (built === fingerprint) return;
  execFileSync('npm', ['run', 'build'], {
    cwd: ROOT,
    stdio: 'pipe',
    shell: process.platform === 'win32',
  });
  await writeFile(MADE_FROM, fingerprint);
}

async function sourcesFingerprint(): Promise<string> {
  const hash = createHash('sha256');
  const folders = await Promise.all(SOURCES.map(filesBelow));
  for (const file of [...folders.flat(), ...SETTINGS].toSorted()) {
    hash.update(`${file}\0`).update(await readFile(join(ROOT, file)));
  }
  return hash.digest('hex');
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));
}
