/** A suite of which one test passes, and another is skipped because a hook of its `describe` fails. */
import { beforeAll, describe, expect, test } from 'vitest';

test('passes', () => {
  expect(true).toBe(true);
});

describe('a group', () => {
  beforeAll(() => {
    throw new Error('no set could be started');
  });
  test('is skipped', () => undefined);
});
