/** What the documents repeat of the code is current. */
import { expect, test } from 'vitest';
import { generatedFiles } from '../docs/generated.ts';

test('every generated part of a document is as the code has it', () => {
  const files = generatedFiles();
  expect(files.length).toBeGreaterThanOrEqual(3);
  const stale = files.filter(({ isCurrent }) => !isCurrent).map(({ path }) => path);
  expect(stale, 'These are stale: run npm run docs, and commit what it writes.').toEqual([]);
});
