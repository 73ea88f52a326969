/**
 * What a file exports, another one imports. A test counts if the file itself uses the name, too:
 * what only tests use is no product. (Helpers of tests, tools and benchmarks are for them.)
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, sourceFiles } from './files.ts';
import { targetOf } from './imports.ts';

const EXPORT =
  /^export (?:declare )?(?:async )?(?:const|let|function\*?|(?:abstract )?class|interface|type|enum) (\w+)/gm;
/** Names in braces that a file imports, or passes on. */
const NAMED = /\b(?:import|export)\s+(?:type\s+)?(?:\w+,\s*)?\{([^}]*)\}\s*from\s*'(\.[^']+)'/g;
/** Of a whole module: every name of it that the importer's text has. */
const WHOLE = /(?:\*\s+as\s+\w+\s+from|\bimport\()\s*'(\.[^']+)'/g;

const FOLDERS = ['common', 'server', 'client-kit', 'client', 'dev', 'tools', 'e2e', 'bench'];
const FOR_TESTS = /\.(?:test|spec)\.tsx?$|\/(?:testing|test)\/|^e2e\//;
const NO_PRODUCT = /^(?:tools|bench)\//;

const files = [...FOLDERS.flatMap(sourceFiles), 'vite.config.ts', 'vitest.config.ts'];
const texts = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));
const wordsIn = (text: string): readonly string[] => text.match(/\w+/g) ?? [];

function usesItself(file: string, name: string): boolean {
  return wordsIn(texts.get(file) ?? '').filter((word) => word === name).length > 1;
}

/** The build or Bombadil loads them by their paths; the package's interface is for others. */
const ENTRIES = new Set([
  'client/src/prerender.tsx',
  'client/src/api/late-code.ts',
  'client-kit/client.ts',
  'e2e/explore/properties.ts',
]);

/** `file name`, of everything that another file imports. */
function importedNames(): Set<string> {
  const found = new Set<string>();
  for (const [from, text] of texts) {
    const named = [...text.matchAll(NAMED)].map(([, names = '', path = '']) => ({ names, path }));
    const whole = [...text.matchAll(WHOLE)].map(([, path = '']) => ({ names: text, path }));
    for (const { names, path } of [...named, ...whole]) {
      const target = targetOf(from, path);
      const isTests = FOR_TESTS.test(from) && !FOR_TESTS.test(target) && !NO_PRODUCT.test(target);
      for (const name of new Set(wordsIn(names))) {
        if (!isTests || usesItself(target, name)) found.add(`${target} ${name}`);
      }
    }
  }
  return found;
}

test('nothing is exported that no other file imports', () => {
  const imported = importedNames();
  const exported = [...texts]
    .filter(([file]) => !/\.(?:test|spec)\.tsx?$/.test(file) && !ENTRIES.has(file))
    .flatMap(([file, text]) =>
      [...text.matchAll(EXPORT)].map(([, name = '']) => `${file} ${name}`),
    );
  expect(exported.length).toBeGreaterThan(1000);
  expect(exported.filter((one) => !imported.has(one))).toEqual([]);
});
