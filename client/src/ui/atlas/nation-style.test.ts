import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NATION_IDS } from '../../../../common/values/nations.ts';
import { NATION_STYLES } from './nation-style.ts';

const THEME = join(import.meta.dirname, '..', 'theme');

test.each(NATION_IDS)('%s has its colour in both themes and in print', (id) => {
  const token = `--nation-${id}`;
  expect(NATION_STYLES[id].colour).toBe(`var(${token})`);
  const count = (file: string) =>
    readFileSync(join(THEME, file), 'utf8').split(`${token}: #`).length - 1;
  expect(count('tokens.css')).toBe(2);
  expect(count('page.css')).toBe(1);
});
