import { expect, test } from 'vitest';
import { clientVersion, isOfPage, MIN_PROTOCOL_VERSION, PROTOCOL_VERSION } from './version.ts';

test('the lowest served version is no newer than the protocol', () => {
  expect(MIN_PROTOCOL_VERSION).toBeLessThanOrEqual(PROTOCOL_VERSION);
});

test.each([1, '1', 2, '7', 999_999])('[PRO1] %j is accepted, from pages and others', (said) => {
  expect(clientVersion(said, true)).toBe(Number(said));
  expect(clientVersion(said, false)).toBe(Number(said));
});

test.each([undefined, null, '', 0, '0', -1, 1.5, '1.5', '01', '3, 3', NaN, 'three', 1e21, {}, [3]])(
  '[PRO1] %j counts as absent: a page is an old one, another client is sent everything',
  (said) => {
    expect(clientVersion(said, true)).toBe(2);
    expect(clientVersion(said, false)).toBe(PROTOCOL_VERSION);
  },
);

test('a page is recognised by what browsers say about where a request comes from', () => {
  expect(isOfPage({ origin: 'https://denaria.example' })).toBe(true);
  const asked = (site: string, dest: string) =>
    isOfPage({ 'sec-fetch-site': site, 'sec-fetch-dest': dest });
  expect(asked('same-origin', 'empty')).toBe(true);
  // A typed URL, and a linked one.
  expect(asked('none', 'document')).toBe(false);
  expect(asked('cross-site', 'document')).toBe(false);
  expect(isOfPage({ 'user-agent': 'Mozilla/5.0', 'sec-fetch-mode': 'cors' })).toBe(false);
});
