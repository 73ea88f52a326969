/**
 * The imports of the pages most people see first, followed from file to file. Anything heavy that shows
 * nothing at first loads later, by `import()`; page-weight.ts measures the rest.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const CLIENT = resolve(import.meta.dirname, '..', '..', 'client', 'src');

/** The schemas and their hash function, the socket, the dialogs, the toasts, the long list. */
const LATER = [
  'zod',
  '@noble/hashes',
  'socket.io-client',
  'radix-ui',
  'react-hot-toast',
  '@tanstack/react-virtual',
  'country-flag-icons',
];

/** Imports that run: neither type-only imports nor `import()`. */
const IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm;

/** The packages a file imports directly or indirectly, each with the import path to it. */
function packagesFrom(file: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const seen = new Set<string>();
  const follow = (path: string, way: readonly string[]): void => {
    if (seen.has(path)) return;
    seen.add(path);
    if (!/\.tsx?$/.test(path)) return;
    for (const [, specifier = ''] of readFileSync(path, 'utf8').matchAll(IMPORT)) {
      if (specifier.startsWith('.')) follow(resolve(dirname(path), specifier), [...way, path]);
      else if (!found.has(specifier)) found.set(specifier, [...way, path]);
    }
  };
  follow(join(CLIENT, file), []);
  return found;
}

test.each(['main.tsx', 'app/pages/HomePage.tsx', 'app/pages/RankingPage.tsx'])(
  '%s imports nothing that can come later',
  (file) => {
    const packages = packagesFrom(file);
    expect(packages.has('styled-components')).toBe(true);
    const early = [...packages].filter(([name]) =>
      LATER.some((later) => name === later || name.startsWith(`${later}/`)),
    );
    expect(early).toEqual([]);
  },
);
