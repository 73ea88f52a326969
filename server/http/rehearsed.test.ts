import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PageTemplate } from './page-template.ts';
import { rehearsed } from './rehearsed.ts';

const INDEX = readFileSync(join(import.meta.dirname, '../../client/index.html'), 'utf8');

test('[SCR68] a rehearsal’s page says so in its descriptions, and without scripts; the rest of it stays', () => {
  const filling = {
    __CSP_NONCE__: 'a nonce',
    __OWN_ORIGIN__: 'http://own',
    __PAGE_TITLE__: 'a player',
    __PAGE_DESCRIPTION__: 'what is said of them',
    __PAGE_LINKS__: '<link>',
  };
  const html = `${INDEX}<meta property="og:title" content="__PAGE_TITLE__ · Denaria"><script nonce="__CSP_NONCE__">__PAGE_LINKS__`;
  const plain = PageTemplate.from(html);
  const said = rehearsed(plain).plain(filling).toString();
  const words = 'Rehearsal: nothing here is on Mainnet. ';
  for (const text of [
    'name="description"\n      content="',
    'property="og:title" content="',
    'property="og:description"\n      content="',
    '<noscript>\n      <p>',
  ]) {
    expect(said).toContain(text + words);
  }
  expect(said).toContain(`content="${words}a player · Denaria"`);
  expect(said.split(words)).toHaveLength(6);
  expect(said.replaceAll(words, '')).toBe(plain.plain(filling).toString());
});
