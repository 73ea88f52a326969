/**
 * What a commit builds is the same in every folder: a release's checksums are anyone's to make
 * again.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { ROOT } from '../checks/files.ts';

const BUILD_MS = 300_000;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** The checksum of each file that the last commit builds in a folder of this name. */
function built(name: string): Readonly<Record<string, string>> {
  const parent = mkdtempSync(join(tmpdir(), 'denaria-build-'));
  folders.push(parent);
  const folder = join(parent, name);
  const run = (program: string, args: readonly string[], cwd: string) => {
    const { status, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  };
  run('git', ['clone', '--quiet', ROOT, folder], parent);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  run('npm', ['run', 'build'], folder);
  const dist = join(folder, 'dist');
  const files = readdirSync(dist, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    files
      .filter((file) => file.isFile())
      .map(({ parentPath, name: file }) => join(parentPath, file))
      .map((path) => [
        relative(dist, path),
        createHash('sha256').update(readFileSync(path)).digest('hex'),
      ]),
  );
}

test('a build is the same in two folders', { timeout: 2 * BUILD_MS }, () => {
  const here = built('here');
  expect(Object.keys(here).length).toBeGreaterThan(100);
  expect(built('elsewhere')).toEqual(here);
});
