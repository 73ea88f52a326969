/**
 * Every statement and every rule is named by a test, and every number that is cited is one of them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn, ROOT } from './files.ts';

/** Where numbers are defined: `**[SCR12]**` begins a statement or a rule. */
const DEFINED_IN = ['docs/specification.md', 'docs/protocol.md', 'RULES.md'];
const CITED_IN = [
  'README.md',
  'ARCHITECTURE.md',
  'RULES.md',
  'docs',
  'common',
  'server',
  'client',
  'client-kit',
  'dev',
  'tools',
  'e2e',
  'bench',
];
/** `[SCR12]`, `[SCR6–9]`, `[AIM9, SCR1–3]` */
const CITATION = /\[([A-Z]{2,4}\d+(?:–\d+)?(?:, [A-Z]{2,4}\d+(?:–\d+)?)*)\]/g;
const DEFINITION = /\*\*\[([A-Z]{2,4}\d+)\]\*\*/g;

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

function definedIn(file: string): string[] {
  return [...read(file).matchAll(DEFINITION)].map(([, id = '']) => id);
}

/** The numbers that a text cites, ranges written out. */
function cited(text: string): string[] {
  return [...text.matchAll(CITATION)].flatMap(([, list = '']) => list.split(', ').flatMap(inRange));
}

function inRange(item: string): string[] {
  const [, prefix = '', first = '', last = first] = /^([A-Z]+)(\d+)(?:–(\d+))?$/.exec(item) ?? [];
  const length = Number(last) - Number(first) + 1;
  return Array.from({ length }, (_, i) => `${prefix}${Number(first) + i}`);
}

/** The names of tests, of their groups and of their steps; in a table's, after its cases. */
const NAMES = /(?:\b(?:test|it|describe|step)(?:\.\w+)*\(|\)\()\s*(['"`])(.*?)\1/g;

test('every statement and every rule is named by a test', () => {
  const tests = CITED_IN.flatMap((place) => filesIn(place, /\.(?:test|spec)\.tsx?$/));
  const names = tests.flatMap((file) =>
    [...read(file).matchAll(NAMES)].map(([, , name = '']) => name),
  );
  const named = new Set(names.flatMap(cited));
  const numbers = DEFINED_IN.flatMap(definedIn);
  expect(numbers.length).toBeGreaterThan(180);
  expect(numbers.filter((id) => !named.has(id))).toEqual([]);
});

test('every number that is cited is defined, and no document is cited that is not in the repository', () => {
  const defined = new Set(DEFINED_IN.flatMap(definedIn));
  const files = CITED_IN.flatMap((place) => filesIn(place, /\.(?:md|tsx?|css|html)$/));
  expect(files.length).toBeGreaterThan(900);
  const lost = files.flatMap((file) => {
    const text = read(file);
    const unknown = cited(text).filter((id) => !defined.has(id));
    const documents = /\b(?:SPEC|DESIGN)\.md\b/.test(text) && !file.endsWith('citations.test.ts');
    return [...unknown, ...(documents ? ['a document'] : [])].map((what) => `${file}: ${what}`);
  });
  expect(lost).toEqual([]);
});
