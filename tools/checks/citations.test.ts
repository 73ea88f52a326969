/** Every statement of the specification has a test, and every number that is cited has a statement or a rule. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesIn, ROOT } from './files.ts';

/** Where numbers are defined: `**[SCR12]**` begins a statement or a rule. */
const DEFINED_IN = ['docs/specification.md', 'docs/protocol.md', 'RULES.md'];
const SPECIFICATION = 'docs/specification.md';
const COVERAGE = 'docs/spec-coverage.md';
const PROTOCOL = 'docs/protocol.md';
const CITED_IN = [
  'README.md',
  'ARCHITECTURE.md',
  'RULES.md',
  'docs',
  'common',
  'server',
  'client',
  'dev',
  'tools',
  'e2e',
  'bench',
];
/** Where the paths of the table begin. */
const STARTS = ['', 'client/src/', 'e2e/', 'server/test/'];

/** `[SCR12]`, `[SCR6–9]`, `[AIM9, SCR1–3]` */
const CITATION = /\[([A-Z]{2,4}\d+(?:–\d+)?(?:, [A-Z]{2,4}\d+(?:–\d+)?)*)\]/g;
const DEFINITION = /\*\*\[([A-Z]{2,4}\d+)\]\*\*/g;

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

function definedIn(file: string): string[] {
  if (!existsSync(join(ROOT, file))) return [];
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

interface Row {
  readonly ids: readonly string[];
  /** The paths in the columns of code and of tests. */
  readonly code: readonly string[];
  readonly tests: readonly string[];
}

function rows(table: string): Row[] {
  const paths = (cell: string) => [...cell.matchAll(/`([\w./-]+)`/g)].map(([, path = '']) => path);
  return table
    .split('\n')
    .filter((line) => line.startsWith('| ['))
    .map((line) => line.split(' | '))
    .map(([first = '', code = '', tests = '']) => ({
      ids: cited(first.slice(0, first.indexOf(']') + 1)),
      code: paths(code),
      tests: paths(tests).filter((path) => /\.(?:test|spec)\.tsx?$/.test(path)),
    }));
}

const isThere = (path: string) => STARTS.some((start) => existsSync(join(ROOT, start + path)));

describe('the specification', () => {
  const statements = definedIn(SPECIFICATION);
  const table = rows(read(COVERAGE));

  test('each statement has one row, in its order, with code and a test that exist', () => {
    expect(table.flatMap(({ ids }) => ids)).toEqual(statements);
    const bad = table.filter(
      ({ code, tests }) =>
        code.length === 0 || tests.length === 0 || ![...code, ...tests].every(isThere),
    );
    expect(bad).toEqual([]);
  });
});

test('every rule of the protocol is named by a test', () => {
  const tests = CITED_IN.flatMap((place) => filesIn(place, /\.(?:test|spec)\.tsx?$/));
  const named = new Set(tests.flatMap((file) => cited(read(file))));
  const rules = definedIn(PROTOCOL);
  expect(rules.length).toBeGreaterThan(30);
  expect(rules.filter((id) => !named.has(id))).toEqual([]);
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
