import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compileContracts } from './compile.ts';

test('contracts are compiled once, and again only if the result was damaged', async () => {
  const cacheDir = await mkdtemp(join(tmpdir(), 'denaria-compile-'));
  const first = await compileContracts(cacheDir);
  expect(first.cached).toBe(false);
  expect(first.contracts.Dena).toMatch(/^0x60/);

  const began = performance.now();
  expect(await compileContracts(cacheDir)).toEqual({ ...first, cached: true });
  expect(performance.now() - began).toBeLessThan(500);

  const [file = ''] = await readdir(cacheDir);
  await writeFile(join(cacheDir, file), '{"Dena":"0x60');
  expect(await compileContracts(cacheDir)).toEqual(first);
  expect(await readdir(cacheDir)).toEqual([file]);
  await rm(cacheDir, { recursive: true });
});
