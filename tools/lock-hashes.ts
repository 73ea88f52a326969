/**
 * `npm run lock:hashes`: asks the registry for the hash of each package that has none in a lock file, and
 * writes it there. npm leaves such gaps if a registry lacked another platform's package at install time, and
 * does not fill them later.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '..');
const LOCK_FILES = ['package-lock.json', join('bench', 'package-lock.json')];

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string(), integrity: z.string().optional() }),
  ),
});

/** Null if the registry has no such package. */
function hashOf(name: string, version: string): string | null {
  try {
    const args = ['view', `${name}@${version}`, 'dist.integrity', '--loglevel=silent'];
    const shell = process.platform === 'win32';
    const hash = execFileSync('npm', args, { encoding: 'utf8', cwd: ROOT, shell }).trim();
    return hash.startsWith('sha512-') ? hash : null;
  } catch {
    return null;
  }
}

/** The lock file's text with the missing hashes added, each after its version as npm writes it. */
function completed(text: string): string {
  let complete = text;
  for (const [path, { version, integrity }] of Object.entries(
    lockSchema.parse(JSON.parse(text)).packages,
  )) {
    if (path === '' || integrity) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const hash = hashOf(name, version);
    if (hash) {
      const head = `    "${path}": {\n      "version": "${version}",`;
      complete = complete.replace(head, `${head}\n      "integrity": "${hash}",`);
      console.log(`${name}@${version} ${hash}`);
    } else {
      console.error(`The registry has no ${name}@${version}.`);
      process.exitCode = 1;
    }
  }
  return complete;
}

for (const file of LOCK_FILES) {
  const path = join(ROOT, file);
  writeFileSync(path, completed(readFileSync(path, 'utf8')));
}
