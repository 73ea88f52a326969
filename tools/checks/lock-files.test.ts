/** The lock files pin exactly the packages that were reviewed, whichever registry they come from. */
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
    }),
  ),
});

const manifestSchema = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()).default({}),
});

/**
 * Other platforms' packages that the registry in use did not have when they were locked. If a registry has
 * them, `npm run lock:hashes` writes their hashes, and they are removed from this list.
 */
const WITHOUT_HASH = new Set([
  ...['darwin-amd64', 'darwin-arm64', 'linux-arm64', 'win32-amd64'].map(
    (platform) => `@foundry-rs/anvil-${platform}`,
  ),
  ...['darwin-arm64', 'darwin-x64', 'win32-arm64', 'win32-x64'].map(
    (platform) => `@oxlint-tsgolint/${platform}`,
  ),
  ...[
    'android-arm-eabi',
    'android-arm64',
    'darwin-arm64',
    'darwin-x64',
    'freebsd-x64',
    'linux-arm-gnueabihf',
    'linux-arm-musleabihf',
    'linux-arm64-musl',
    'linux-ppc64-gnu',
    'linux-riscv64-gnu',
    'linux-riscv64-musl',
    'linux-s390x-gnu',
    'linux-x64-musl',
    'openharmony-arm64',
    'win32-arm64-msvc',
    'win32-ia32-msvc',
    'win32-x64-msvc',
  ].map((platform) => `@oxlint/binding-${platform}`),
  ...['darwin-arm64', 'darwin-x64', 'linux-arm', 'win32-x64'].map(
    (platform) => `@msgpackr-extract/msgpackr-extract-${platform}`,
  ),
]);

const LOCK_FILES = ['package-lock.json', 'bench/package-lock.json'];

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
    expect(packages.length).toBeGreaterThan(100);
    expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});

test('every package has a hash, except those listed above', () => {
  const without = LOCK_FILES.flatMap(packagesOf)
    .filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(without.toSorted()).toEqual([...WITHOUT_HASH].toSorted());
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
