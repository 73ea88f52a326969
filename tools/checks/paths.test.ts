/** Every file that a document or a comment names by its path is there. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesIn, ROOT } from './files.ts';

const DOCUMENTS = [
  'README.md',
  'ARCHITECTURE.md',
  'RULES.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'docs',
  'bench/README.md',
];
const CODE = ['common', 'server', 'client-kit', 'client/src', 'dev', 'tools', 'e2e', 'bench'];

/** `a/path/in/backticks.ts`: at least a folder and a file, or a document's own short form. */
const NAMED = /`((?:[\w.-]+\/)*[\w.-]+\.(?:ts|tsx|mjs|md|sol|html|css|json|ya?ml))`/g;
/** A Markdown link to a file. */
const LINKED = /\]\((?!https?:)([^)#\s]+)/g;
/** Where short forms begin, as in ARCHITECTURE.md. */
const SHORT_FORMS = ['', 'client/src/', 'e2e/', 'server/'];
/** A method of Express, and the endings of tests. */
const NO_FILES = new Set(['response.json', '.spec.ts', '.test.ts']);

/**
 * Whether a name leads to a file: from the root, from a short form's beginning, or beside `from`.
 */
function leads(named: string, from: string): boolean {
  const beside = join(dirname(from), named);
  const places = [...SHORT_FORMS.map((start) => start + named), beside];
  return places.some((place) => existsSync(join(ROOT, place)));
}

const basenames = new Set(
  [...CODE, 'deploy', 'docs', '.github'].flatMap((place) =>
    existsSync(join(ROOT, place)) ? filesIn(place, /./).map((file) => file.split('/').at(-1)) : [],
  ),
);

/** The paths a text names that do not exist. A bare file name may match any file. */
function lost(text: string, from: string): string[] {
  return [...text.matchAll(NAMED)]
    .map(([, named = '']) => named)
    .filter((named) => !NO_FILES.has(named) && !leads(named, from))
    .filter((named) => named.includes('/') || !basenames.has(named))
    .map((named) => `${from}: ${named}`);
}

describe('what is named is there', () => {
  test('in the documents, links included', () => {
    const documents = DOCUMENTS.flatMap((place) => filesIn(place, /\.md$/));
    expect(documents.length).toBeGreaterThanOrEqual(7);
    const links = documents.flatMap((from) =>
      [...readFileSync(join(ROOT, from), 'utf8').matchAll(LINKED)]
        .map(([, target = '']) => target)
        .filter((target) => !existsSync(join(ROOT, dirname(from), target)))
        .map((target) => `${from}: ${target}`),
    );
    const names = documents.flatMap((from) => lost(readFileSync(join(ROOT, from), 'utf8'), from));
    expect([...links, ...names]).toEqual([]);
  });

  test('in the comments of the code', () => {
    const code = CODE.flatMap((place) => filesIn(place, /\.tsx?$/)).filter(
      (file) => !file.startsWith('tools/checks/'),
    );
    const named = code.flatMap((from) => {
      const text = readFileSync(join(ROOT, from), 'utf8');
      const comments = [...text.matchAll(/^\s*(?:\/\*\*|\*|\/\/).*$/gm)].map(([line]) => line);
      return lost(comments.join('\n'), from);
    });
    expect(named).toEqual([]);
  });
});
