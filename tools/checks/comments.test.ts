/** Comments are read in columns of 100; a linter's directive has to be one line. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn, ROOT } from './files.ts';

const ROOMS = ['bench', 'client', 'client-kit', 'common', 'dev', 'e2e', 'server', 'tools'];
const COMMENT = /^\s*(?:\*|\/\/|\/\*)/;
const DIRECTIVE = /\b(?:ox|es)lint-disable/;
const WIDTH = 100;

test('no comment is wider than 100 columns', () => {
  const files = ROOMS.flatMap((room) => filesIn(room, /\.(?:tsx?|mjs|css)$/));
  const wide = files.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, i) =>
        line.length > WIDTH && COMMENT.test(line) && !DIRECTIVE.test(line)
          ? [`${file}:${i + 1}`]
          : [],
      ),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(wide).toEqual([]);
});
