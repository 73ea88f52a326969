import fc from 'fast-check';
import { Timestamp } from 'mongodb';
import { expect, test } from 'vitest';
import { NoSuchRev, revAt, revUpTo } from './cluster-time.ts';

const SECOND = 1_700_000_000;

function at(t: number, i: number): Timestamp {
  return new Timestamp({ t, i });
}

test('a rev is the time, its low bits the place', () => {
  expect(revAt(at(SECOND, 7), 0)).toBe('6553f10000001c00');
  expect(revAt(at(SECOND, 7), 1)).toBe('6553f10000001c01');
  expect(revUpTo(at(SECOND, 7))).toBe('6553f10000001fff');
});

test('the order of revs is that of times and places', () => {
  const place = fc.record({
    t: fc.integer({ min: SECOND - 2, max: SECOND + 2 }),
    i: fc.integer({ min: 1, max: 2 ** 22 - 1 }),
    ordinal: fc.integer({ min: 0, max: 1023 }),
  });
  fc.assert(
    fc.property(place, place, (a, b) => {
      const order = a.t - b.t || a.i - b.i || a.ordinal - b.ordinal;
      const [first, second] = [a, b].map(({ t, i, ordinal }) => revAt(at(t, i), ordinal));
      expect(Math.sign(order)).toBe(first === second ? 0 : (first ?? '') < (second ?? '') ? -1 : 1);
      expect(revUpTo(at(a.t, a.i)) >= (first ?? '')).toBe(true);
    }),
  );
});

test('what has no place among the revs is refused in words', () => {
  expect(() => revAt(at(SECOND, 2 ** 22), 0)).toThrow(NoSuchRev);
  expect(() => revAt(at(SECOND, 1), 1024)).toThrow(/event 1024 of one transaction/);
  expect(() => revAt(at(SECOND, 1), -1)).toThrow(NoSuchRev);
});
