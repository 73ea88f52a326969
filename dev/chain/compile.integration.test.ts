import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compileContracts } from './compile.ts';

const KEPT = join(import.meta.dirname, '..', '..', '.cache', 'contracts');

test('contracts are compiled once, and again only if the result was damaged', async () => {
  const { contracts } = await compileContracts();
  expect(contracts.Dena).toMatch(/^0x60/);
  const cacheDir = await mkdtemp(join(tmpdir(), 'denaria-compile-'));
  for (const file of await readdir(KEPT)) await writeFile(join(cacheDir, file), '{"Dena":"0x60');
  expect(await compileContracts(cacheDir)).toEqual({ contracts, cached: false });
  expect(await compileContracts(cacheDir)).toEqual({ contracts, cached: true });
  await rm(cacheDir, { recursive: true });
});
