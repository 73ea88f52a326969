import { expect, test } from 'vitest';
import { TokenBucket } from './token-bucket.ts';

const LIMITS = { burst: 3, perSecond: 2, floodAfter: 4 };

function take(bucket: TokenBucket, times: number, at: number) {
  return Array.from({ length: times }, () => bucket.take(at));
}

test('tokens come back at the steady rate, and never more than a burst of them', () => {
  const bucket = new TokenBucket(LIMITS, 0);
  take(bucket, 3, 0);
  expect(take(bucket, 2, 500)).toEqual(['yes', 'not-now']);
  expect(take(bucket, 4, 60_000)).toEqual(['yes', 'yes', 'yes', 'not-now']);
});

test('this many refusals in a row are a flood; one message that passes in between starts over', () => {
  const bucket = new TokenBucket(LIMITS, 0);
  take(bucket, 3, 0);
  expect(take(bucket, 3, 0)).toEqual(['not-now', 'not-now', 'not-now']);
  expect(bucket.take(500)).toBe('yes');
  expect(take(bucket, 4, 500)).toEqual(['not-now', 'not-now', 'not-now', 'flood']);
});
