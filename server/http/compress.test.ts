import { expect, test } from 'vitest';
import { codingFor } from './compress.ts';

test.each([
  [undefined, 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['gzip;q=0', 'identity'],
  ['*', 'identity'],
  ['br;q=0, *', 'identity'],
  ['gzip; q=0.001', 'gzip'],
  ['gzip;q=x', 'identity'],
])('a client that accepts %j gets %s', (accepted, coding) => {
  expect(codingFor(accepted)).toBe(coding);
});
