/** The build for browser tests and tools: made again only if its sources have changed. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** Everything that `npm run build` reads from the project. */
const SOURCES = ['client', 'common', 'server', 'tools/production'];
const SETTINGS = ['package-lock.json', 'tsconfig.json', 'vite.config.ts'];

/** Records what a build was made from; `npm run build` itself deletes it with the rest. */
const MADE_FROM = join(ROOT, 'dist', 'made-from.txt');

/** Runs `npm run build`, unless the existing build was made from these same sources. */
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
