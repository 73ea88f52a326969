import { expect, test } from 'vitest';
import { parseInput } from './parse.ts';
import { queryInstant } from './query.ts';

test.each([
  ['2026-01-31T18:00Z', ': yours has no seconds.'],
  ['2026-01-31T18:00+02:00', ': yours has no seconds.'],
  [
    '2026-01-31T18:00:00 02:00',
    ': yours has a space in place of its +, which a URL writes as %2B.',
  ],
  ['2026-01-31T18:00 02:00', ': yours has a space in place of its +, which a URL writes as %2B.'],
  ['2026-01-31T18:00:00', ': yours has no time zone.'],
  ['2026-01-31', '.'],
  ['2026-02-31T18:00:00Z', '.'],
  [['2026-01-31T18:00:00Z'], '.'],
])('a moment that isn’t one is refused with what is wrong: %j', (text, what) => {
  expect(parseInput(queryInstant('at'), text)).toEqual({
    ok: false,
    sentence: `at is a moment in ISO 8601, such as 2026-01-31T18:00:00.000Z${what}`,
  });
});
