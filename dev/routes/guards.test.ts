import type { Request, RequestHandler, Response } from 'express';
import { expect, test } from 'vitest';
import { originPolicy } from '../../server/http/origin.ts';
import { Problem } from '../../server/http/problem.ts';
import { ownPagesOnly, thisMachineOnly } from './guards.ts';

/** Whether a guard lets a request pass. */
function passes(guard: RequestHandler, request: object): boolean {
  let isPassed = false;
  try {
    // eslint-disable-next-line typescript/no-unsafe-type-assertion -- what the guards read of a request
    void guard(request as Request, {} as Response, () => (isPassed = true));
  } catch (error) {
    expect(error).toBeInstanceOf(Problem);
  }
  return isPassed;
}

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['192.168.1.7', false],
  ['::ffff:192.168.1.7', false],
  ['fe80::1', false],
  [undefined, false],
])('whether %s is this machine: %s', (remoteAddress, expected) => {
  expect(passes(thisMachineOnly, { socket: { remoteAddress } })).toBe(expected);
});

const origin = originPolicy(null);
const asked = (path: string, headers: Readonly<Record<string, string>>) =>
  passes(ownPagesOnly(origin), { path, headers: { host: 'localhost:3000', ...headers } });

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
