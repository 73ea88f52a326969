import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

test('in a folder named with # a build says what to do', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'denaria-folder-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  const folder = join(parent, '#1');
  await mkdir(join(folder, 'tools'), { recursive: true });
  for (const file of ['package.json', join('tools', 'check-folder.mjs')]) {
    await cp(join(ROOT, file), join(folder, file));
  }
  const { status, stderr } = spawnSync('npm', ['run', 'build'], { cwd: folder, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toMatch(/can't be built or developed in .*Move it to a folder without them\.\n/);
});
