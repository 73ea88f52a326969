import { expect, test } from 'vitest';
import { refuseOddText } from './json-depth.ts';

function isTooDeep(text: Buffer): boolean {
  try {
    refuseOddText(null, null, text, 'utf-8');
    return false;
  } catch {
    return true;
  }
}

const nested = (levels: number, [open, close]: readonly [string, string]) =>
  Buffer.from(`${open.repeat(levels)}1${close.repeat(levels)}`);

test.each([
  ['arrays', '[', ']'],
  ['objects', '{"a":', '}'],
] as const)('32 levels of %s are taken, 33 are not', (_what, open, close) => {
  expect(isTooDeep(nested(32, [open, close]))).toBe(false);
  expect(isTooDeep(nested(33, [open, close]))).toBe(true);
  expect(isTooDeep(nested(7000, [open, close]))).toBe(true);
});

test('brackets within strings do not count, whatever precedes their quotes', () => {
  const brackets = '[{'.repeat(100);
  for (const text of [
    brackets,
    `\\${brackets}`,
    `"${brackets}`,
    `\\"${brackets}\\`,
    `é${brackets}`,
  ]) {
    expect(isTooDeep(Buffer.from(JSON.stringify({ text, more: [text] })))).toBe(false);
    expect(isTooDeep(Buffer.from(`{"a":${JSON.stringify(text)},"b":${brackets}`))).toBe(true);
  }
});
