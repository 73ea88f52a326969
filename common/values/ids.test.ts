import { describe, expect, test } from 'vitest';
import { tokenIdSchema } from './ids.ts';

describe('a token id', () => {
  test.each([
    [0, 0n],
    [4, 4n],
    ['2', 2n],
    [2 ** 53 - 1, 2n ** 53n - 1n],
    [String(2n ** 256n - 1n), 2n ** 256n - 1n],
  ])('%s is valid', (text, id) => {
    expect(tokenIdSchema.parse(text)).toBe(id);
  });

  test.each([
    // A contract takes 256 bits; a larger id makes its call fail, which would look like a failing
    // chain.
    [String(2n ** 256n)],
    ['9'.repeat(78)],
    [2 ** 53],
    [-1],
    [1.5],
    ['-1'],
    ['02'],
    ['1e3'],
    [''],
    [null],
  ])('%j is invalid', (value) => {
    expect(tokenIdSchema.safeParse(value).success).toBe(false);
  });
});
