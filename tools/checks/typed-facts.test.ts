/**
 * The game's figures are defined once, in common/rules and common/values; client/src/views/facts.ts turns
 * them into texts. This test reads the texts of the pages and the development tools, and refuses a figure
 * typed a second time.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LOCK_DAYS, LOCK_MS } from '../../common/rules/lock.ts';
import { FACTS } from '../chaos/model/facts.ts';
import { filesIn, ROOT } from './files.ts';

const FOLDERS = ['client', 'dev'];
const PRODUCT = /\.(?:tsx?|html)$/;
/** Tests state the specification's figures on purpose. The outlines are coordinates. */
const NOT_READ = /(?:\.test\.tsx?|\/testing\/.*|\/maps\/outlines\.ts)$/;

/** What each pattern refuses. */
const TYPED = [
  // Three or more digits are not a lock: development's clock moves at most a year ahead.
  { what: 'a lock in days', pattern: /\b(?:\d{1,2}|seven)[\s-]+days?\b/gi },
  { what: 'a week in ms', pattern: /\b7 \* 24\b|\bWEEK_MS\b|\b604_?800_?000\b/g },
  { what: 'an amount of DENA', pattern: /\d(?:\s+|<\/?\w+>)*DENA\b/g },
  // In code a thousand is 1_000; players read it like this.
  { what: 'a grouped figure', pattern: /\b\d{1,3}(?:,\d{3})+\b(?!\.\d)/g },
  { what: 'the rate of DENA', pattern: /\b0\.1\b[^\n{]*\b(?:GDP|DENA)\b/g },
  { what: 'a figure of land', pattern: /\d\s*km²/g },
  { what: 'a figure of production', pattern: /\d\.\d+x\b/g },
  { what: 'a range', pattern: /\b\d{3,4}[-–]\d{3,4}\b/g },
  { what: 'a bonus in percent', pattern: /\+\d+\s?%/g },
  { what: 'a polling interval', pattern: /\bevery \d+ s/g },
  { what: 'a second name of a rule', pattern: /\b(?:DENA_PER_DOLLAR|GDP_RATE)\s*=/g },
];

/** Comments are not shown to anyone; a `//` within a string (`https://`) is not a comment. */
function withoutComments(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->/g, ' ')
    .replaceAll(/(^|[\s;{}(,])\/\/.*$/gm, '$1');
}

/** The figures typed in a text, each with the match. */
function typedFacts(text: string): string[] {
  const shown = withoutComments(text);
  return TYPED.flatMap(({ what, pattern }) =>
    [...shown.matchAll(pattern)].map(([found]) => `${what}: ${found}`),
  );
}

const files = FOLDERS.flatMap((folder) => filesIn(folder, PRODUCT)).filter(
  (path) => !NOT_READ.test(path),
);

test('the documents name the lock of the rules', () => {
  const wrong = ['docs/specification.md', 'RULES.md'].flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n- ')
      .filter((statement) => /\b(un)?lock|LCK/i.test(statement))
      .flatMap((statement) =>
        [...statement.matchAll(/(\d+)[\s-]days?\b/g)]
          .filter(([, days]) => Number(days) !== LOCK_DAYS)
          .map(([found]) => `${file}: ${found} in ${statement.slice(0, 80)}`),
      ),
  );
  expect(wrong).toEqual([]);
});

test('the lock of the independent model is that of the rules', () => {
  expect(FACTS.lockMs).toBe(LOCK_MS);
});

test('no page or development tool repeats a figure of the rules', () => {
  expect(files).toContain('client/src/features/dena-staking/StakeForm.tsx');
  expect(files).toContain('client/index.html');
  expect(files).toContain('dev/bar/dev-bar.ts');
  const found = files.flatMap((path) =>
    typedFacts(readFileSync(join(ROOT, path), 'utf8')).map((fact) => `${path}: ${fact}`),
  );
  expect(found).toEqual([]);
});
