/**
 * One word per thing in what players read (the glossary of CONTRIBUTING.md): in the texts of pages,
 * refusals, feeds and calendars, and in the documents that speak to players. Code and the wire keep
 * their names.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';
import { filesIn, ROOT } from './files.ts';

const SOURCES = [
  'client/src',
  'common/rules',
  'common/values',
  'server/game',
  'server/http/routes',
  'server/http/formats',
  'server/http/pages.ts',
];
const DOCUMENTS = ['README.md', 'RULES.md', 'docs/specification.md'];

/** What is not said, and what is said instead. */
const SAID: readonly { readonly not: RegExp; readonly but: string }[] = [
  { not: /\bworks? of art\b/i, but: 'cultural NFT' },
  {
    not: /\b(?:an?|any|each|every|one|per|with) copy\b|\bcopy’s\b|\bcopies\b(?! (?:it|its|the)\b)/i,
    but: '3 × The Colosseum',
  },
  {
    not: /\b(?:an?|the|its|their|your|each|no|first|whole|nations?’s?) works?\b(?! (?:of|out|like|for|with|by)\b)|\band works\b/i,
    but: 'landmark',
  },
  {
    not: /\bfree DENA\b|\bDENA (?:free|to spend)\b|\bhave\b[^.]*\bDENA to stake\b/i,
    but: 'DENA left to stake',
  },
  { not: /\bspent\b/i, but: 'paid for resources' },
];

/** The sentences of a module: in its strings, its templates and between its tags. */
function textsIn(file: string, source: string): string[] {
  const texts: string[] = [];
  new Visitor({
    Literal: ({ value }) => void (typeof value === 'string' && texts.push(value)),
    JSXText: ({ value }) => void texts.push(value),
    TemplateLiteral: ({ quasis }) =>
      void texts.push(quasis.map(({ value }) => value.raw).join('…')),
  }).visit(parseSync(file, source).program);
  // Style sheets are templates, too.
  return texts.filter((text) => /\w \w/.test(text) && !/: [^;]*;\n/.test(text));
}

function faultsIn(place: string, texts: readonly string[]): string[] {
  return texts.flatMap((text) =>
    SAID.flatMap(({ not, but }) => {
      const found = not.exec(text)?.[0];
      return found ? [`${place} says “${found}” (${text.trim().slice(0, 60)}), not “${but}”`] : [];
    }),
  );
}

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

test('players read one word for each thing', () => {
  const files = SOURCES.flatMap((place) => filesIn(place, /\.tsx?$/)).filter(
    (file) => !/\.test\.|\/testing\//.test(file),
  );
  const texts = new Map(files.map((file) => [file, textsIn(file, read(file))]));
  expect([...texts.values()].flat().length).toBeGreaterThan(1000);
  expect([...texts].flatMap(([file, found]) => faultsIn(file, found))).toEqual([]);
});

test('readers of the documents, too', () => {
  // Code and the wire's names stand between backticks.
  const faults = DOCUMENTS.flatMap((file) =>
    read(file)
      .replaceAll(/```[\s\S]*?```|`[^`]*`/g, '')
      .split(/\n\s*\n/)
      .flatMap((paragraph) => faultsIn(file, [paragraph.replaceAll(/\s+/g, ' ')])),
  );
  expect(faults).toEqual([]);
});

test('the words are found wherever a text may stand', () => {
  const found = faultsIn(
    'a.tsx',
    textsIn(
      'a.tsx',
      '// the work\nconst a = "each copy"; const b = `${n} works of art`; const c = <p>Needs of the work</p>;',
    ),
  );
  expect(found).toHaveLength(3);
});
