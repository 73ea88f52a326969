import { expect, test } from 'vitest';
import { originPolicy } from '../../server/http/origin.ts';
import { isAskedByOwnPage, isThisMachine } from './guards.ts';

test.each([
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['192.168.1.7', false],
  ['::ffff:192.168.1.7', false],
  ['fe80::1', false],
  ['2001:db8::1', false],
  [undefined, false],
])('whether %s is this machine: %s', (address, expected) => {
  expect(isThisMachine(address)).toBe(expected);
});

const origin = originPolicy(null);
const asked = (path: string, headers: Readonly<Record<string, string>>) =>
  isAskedByOwnPage({ path, headers: { host: 'localhost:3000', ...headers } }, origin);

test.each([
  ['our own page', { 'sec-fetch-site': 'same-origin' }, true],
  ['the address bar', { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }, true],
  ['curl, which sends no such headers', {}, true],
  [
    'a picture on another site',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' },
    false,
  ],
  [
    'a link on another site',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' },
    false,
  ],
  ['another port of this machine', { 'sec-fetch-site': 'same-site' }, false],
  ['a foreign Origin', { origin: 'https://evil.example' }, false],
  ['a foreign Host', { host: 'evil.example' }, false],
])('an editor is started by %s: %#', (_who, headers, expected) => {
  expect(asked('/__open-in-editor', headers)).toBe(expected);
});

test('a page may be opened by a link from anywhere, but not embedded', () => {
  const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' };
  expect(asked('/ranking', link)).toBe(true);
  expect(asked('/src/main.tsx', { ...link, 'sec-fetch-dest': 'script' })).toBe(false);
});
