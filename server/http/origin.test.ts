import { describe, expect, test } from 'vitest';
import { originPolicy } from './origin.ts';

describe('without a public origin', () => {
  const policy = originPolicy(null);

  test.each([
    ['localhost:3000', 'http://localhost:3000'],
    ['LOCALHOST:3000', 'http://localhost:3000'],
    ['127.8.9.1', 'http://127.8.9.1'],
    ['[::1]:3000', 'http://[::1]:3000'],
    ['game.localhost:80', 'http://game.localhost'],
  ])('a request to %s reaches %s', (host, origin) => {
    expect(policy.own({ host })).toBe(origin);
  });

  test.each([
    'evil.example:3000',
    'localhost.evil.example',
    'evil.example/@localhost',
    'user@localhost:3000',
    '0.0.0.0:3000',
    '',
    undefined,
  ])('a request to %s reaches no origin of ours', (host) => {
    expect(policy.own({ host })).toBeNull();
    expect(policy.allows({ host })).toBe(false);
  });

  test('only a page of exactly this origin may act, and clients that are not a page', () => {
    const host = 'localhost:3000';
    expect(policy.allows({ host })).toBe(true);
    expect(policy.allows({ host, origin: 'http://localhost:3000' })).toBe(true);
    for (const origin of [
      'http://localhost:3001',
      'https://localhost:3000',
      'http://127.0.0.1:3000',
      'http://evil.example',
      'null',
      '',
    ]) {
      expect(policy.allows({ host, origin })).toBe(false);
    }
  });
});

describe('with a public origin', () => {
  const policy = originPolicy('https://play.example.org');

  test('only that one is allowed, under whatever name the request came', () => {
    const origin = 'https://play.example.org';
    expect(policy.allows({ host: '10.0.0.3:3000', origin })).toBe(true);
    expect(policy.allows({ host: 'localhost:3000', origin: 'http://localhost:3000' })).toBe(false);
    expect(policy.own({ host: 'localhost:3000' })).toBe(origin);
  });
});
