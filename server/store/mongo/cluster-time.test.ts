import { Timestamp } from 'mongodb';
import { expect, test } from 'vitest';
import { revAt, revUpTo } from './cluster-time.ts';

const SECOND = 1_700_000_000;

function at(t: number, i: number): Timestamp {
  return new Timestamp({ t, i });
}

test('a rev is the time, its low bits the place', () => {
  expect(revAt(at(SECOND, 7), 0)).toBe('6553f10000001c00');
  expect(revAt(at(SECOND, 7), 1)).toBe('6553f10000001c01');
  expect(revUpTo(at(SECOND, 7))).toBe('6553f10000001fff');
});
