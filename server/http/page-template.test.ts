import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filled, rehearsed, slotted } from './page-template.ts';

const INDEX = readFileSync(join(import.meta.dirname, '../../client/index.html'), 'utf8');

const FILLING = {
  __CSP_NONCE__: 'a nonce',
  __OWN_ORIGIN__: 'http://own',
  __PAGE_TITLE__: 'a player',
  __PAGE_DESCRIPTION__: 'what is said of them',
  __PAGE_LINKS__: '<link>',
};

test('a text that spells a placeholder, or a pattern, fills its slot as it is', () => {
  const html = '__PAGE_TITLE__ __CSP_NONCE____OWN_ORIGIN__ __PAGE_TITLE__';
  const named = '__CSP_NONCE__ $& $1 __PAGE_LINKS__';
  expect(filled(html, { ...FILLING, __PAGE_TITLE__: named })).toBe(
    `${named} a noncehttp://own ${named}`,
  );
});

test('[SCR75] a page that was built without slots says by them what it is about', () => {
  const said = filled(slotted(INDEX), FILLING);
  expect(said).toContain('<title>a player · Denaria</title>');
  expect(said).toContain('property="og:title" content="a player · Denaria"');
  expect(said.split('what is said of them')).toHaveLength(3);
  const lines = (html: string) => html.split('\n').length;
  expect(lines(said)).toBe(lines(INDEX));
});

test('[SCR68] a rehearsal’s page says so in its descriptions, and without scripts; the rest of it stays', () => {
  const html = `${INDEX}<meta property="og:title" content="__PAGE_TITLE__ · Denaria"><script nonce="__CSP_NONCE__">__PAGE_LINKS__`;
  const said = filled(rehearsed(html), FILLING);
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
  expect(said.replaceAll(words, '')).toBe(filled(html, FILLING));
});
