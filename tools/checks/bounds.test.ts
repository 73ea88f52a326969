/** What docs/operating.md says is kept for strangers' keys is what the code keeps. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, sourceFiles } from './files.ts';

const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const operating = text('docs/operating.md');
/** `| what | 10,000 | \`NAME\` in \`path\` |` */
const ROWS = /\| ([0-9,]+) +\| `([A-Z_]+)` in `([\w./-]+)`/g;

test('each named bound has its value', () => {
  const said = [...operating.matchAll(ROWS)].map(([, most = '', name = '', path = '']) => ({
    name,
    path,
    most: Number(most.replaceAll(',', '')),
  }));
  expect(said.length).toBeGreaterThanOrEqual(8);
  const found = said.map(({ name, path }) => {
    const [, value = ''] = new RegExp(`const ${name} = ([0-9_ *]+);`).exec(text(path)) ?? [];
    const factors = value.replaceAll('_', '').split('*').map(Number);
    return { name, path, most: factors.reduce((product, factor) => product * factor, 1) };
  });
  expect(found).toEqual(said);
});

test('every map of recent keys is named beside them', () => {
  const users = sourceFiles('server').filter(
    (file) =>
      !/\.test\.ts$|\/testing\/|lib\/budget\.ts$/.test(file) &&
      /new (RecentMap|Budget)\b/.test(text(file)),
  );
  expect(users.length).toBeGreaterThanOrEqual(5);
  expect(users.filter((file) => !operating.includes(`\`${file}\``))).toEqual([]);
});
