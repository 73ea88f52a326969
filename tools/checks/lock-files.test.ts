/**
 * The lock files pin exactly the packages that were reviewed, whichever registry they come from.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ROOT } from './files.ts';

const lockSchema = z.object({
  lockfileVersion: z.literal(3),
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      license: z.string().optional(),
      hasInstallScript: z.boolean().optional(),
    }),
  ),
});

const manifestSchema = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()).default({}),
  allowScripts: z.record(z.string(), z.boolean()),
});

/** Licences that may be used and distributed without asking anyone (SPDX). */
const LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'Apache-2',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  // Of browser tables that a tool reads.
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  // Covers single files, which stay unmodified: a modified one would have to be published.
  'MPL-2.0',
  // Of fonts.
  'OFL-1.1',
]);

/** Looked up by hand, where the lock file says none. */
const LOOKED_UP: Readonly<Record<string, string>> = {
  memorystream: 'MIT',
  'parse-cache-control': 'BSD-3-Clause',
  'xmlhttprequest-ssl': 'MIT',
};

const LOCK_FILES = [
  'package-lock.json',
  'bench/package-lock.json',
  'dev/contracts/package-lock.json',
];

function nameOf(path: string): string {
  return path.replace(/^.*node_modules\//, '');
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
}

/** Every package of a lock file except the project itself. */
function packagesOf(path: string) {
  const { '': _project, ...packages } = lockSchema.parse(read(path)).packages;
  return Object.entries(packages);
}

describe.each(LOCK_FILES)('%s', (path) => {
  const packages = packagesOf(path);

  test('names no registry', () => {
    expect(packages.length).toBeGreaterThan(5);
    expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });

  // npm leaves a gap where a registry lacks another platform's package. Remove its entry, and
  // `npm install --package-lock-only` fills it.
  test('has a hash for every package', () => {
    const without = packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
    expect(without.map(([name]) => name)).toEqual([]);
  });

  test('has only packages whose licence allows everyone to use them', () => {
    const others = packages.filter(([name, { license }]) => {
      const licence = LOOKED_UP[nameOf(name)] ?? license ?? 'none';
      const choices = licence.replaceAll(/[()]/g, '').split(' OR ');
      return !choices.some((choice) => LICENCES.has(choice));
    });
    expect(others).toEqual([]);
  });

  test('has no package with install scripts but those that npm is told not to run', () => {
    const { allowScripts } = manifestSchema.parse(read(path.replace('-lock', '')));
    const running = packages.filter(([, { hasInstallScript }]) => hasInstallScript);
    expect(running.filter(([name]) => allowScripts[nameOf(name)] !== false)).toEqual([]);
  });
});

test('packages the benchmarks import from both lock files have one version', () => {
  const { dependencies, devDependencies } = manifestSchema.parse(read('package.json'));
  const game = { ...dependencies, ...devDependencies };
  const bench = packagesOf('bench/package-lock.json').map(
    ([path, { version }]) => [path.replace(/^node_modules\//, ''), version] as const,
  );
  const shared = bench.filter(([name]) => name in game);
  expect(Object.fromEntries(shared)).toEqual(
    Object.fromEntries(shared.map(([name]) => [name, game[name]])),
  );
});
