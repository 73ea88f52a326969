/**
 * A test's file name says what it needs (CONTRIBUTING.md): the quick tier starts no process, no
 * MongoDB, no chain and no browser, and opens no store on disk; the servers that it asks are in its
 * own process. Each quick test's imports are followed from file to file.
 */
import { expect, test } from 'vitest';
import { sourceFiles } from './files.ts';
import { importsOf, targetOf } from './imports.ts';

/** Packages and our own files that start a process, a browser or a store's thread. */
const STARTS = [
  /^(node:)?(child_process|cluster|worker_threads)$/,
  /^(@playwright\/test|playwright|mongodb-memory-server-core|@foundry-rs\/anvil)/,
  /^tools\/test\/mongo\//,
  /^server\/store\/(embedded|mongo)\/(worker-link|database|connection)\.ts$/,
];

const FOLDERS = ['common', 'server', 'client-kit', 'client', 'dev', 'tools'];

const isQuick = (file: string): boolean =>
  /\.test\.tsx?$/.test(file) && !/\.(integration|long)\.test\./.test(file);

/** Everything a file imports directly or indirectly, each with the file that imports it. */
function reached(test: string): ReadonlyMap<string, string> {
  const found = new Map([[test, test]]);
  for (const file of found.keys()) {
    if (!/^[a-z].*\.tsx?$/.test(file) || !file.includes('/')) continue;
    for (const { specifier } of importsOf(file)) {
      const target = specifier.startsWith('.') ? targetOf(file, specifier) : specifier;
      if (!found.has(target)) found.set(target, file);
    }
  }
  return found;
}

test('no test of the quick tier can start a process, a MongoDB, a chain, a browser or a store on disk', () => {
  const quick = FOLDERS.flatMap(sourceFiles).filter(isQuick);
  expect(quick.length).toBeGreaterThan(80);
  const starts = quick.flatMap((file) =>
    [...reached(file)]
      .filter(([target]) => STARTS.some((pattern) => pattern.test(target)))
      .map(([target, from]) => `${file} reaches ${target} through ${from}`),
  );
  expect(starts).toEqual([]);
});

test('an import that starts something is found', () => {
  const targets = [...reached('server/store/mongo/mongo-store.integration.test.ts').keys()];
  expect(targets).toContain('tools/test/mongo/test-mongo.ts');
});
