import fc from 'fast-check';
import { Timestamp } from 'mongodb';
import { expect, test } from 'vitest';
import { StoreUnavailable } from '../store.ts';
import { clusterTime, NoSuchRev, Revs } from './cluster-time.ts';

const SWITCH = 1_700_000_000;
const revs = new Revs({ ordinalsFrom: SWITCH });

function at(t: number, i: number): Timestamp {
  return new Timestamp({ t, i });
}

test('before the switch a rev is the bare time, from it on its low bits hold the place', () => {
  expect(revs.of(at(SWITCH - 1, 7), 0)).toBe('6553f0ff00000007');
  expect(revs.of(at(SWITCH, 7), 0)).toBe('6553f10000001c00');
  expect(revs.of(at(SWITCH, 7), 1)).toBe('6553f10000001c01');
  expect(revs.upTo(at(SWITCH, 7))).toBe('6553f10000001fff');
  expect(revs.upTo(at(SWITCH - 1, 7))).toBe('6553f0ff00000007');
});

test('a data set that names no such second keeps bare times', () => {
  expect(new Revs({}).of(at(SWITCH, 2 ** 31), 0)).toBe('6553f10080000000');
});

test('the order of revs is that of times and places, on both sides of the switch', () => {
  const place = fc
    .tuple(
      fc.integer({ min: SWITCH - 2, max: SWITCH + 2 }),
      fc.integer({ min: 1, max: 2 ** 22 - 1 }),
      fc.integer({ min: 0, max: 1023 }),
    )
    .map(([t, i, ordinal]) => ({ t, i, ordinal: t < SWITCH ? 0 : ordinal }));
  fc.assert(
    fc.property(place, place, (a, b) => {
      const order = a.t - b.t || a.i - b.i || a.ordinal - b.ordinal;
      const [first, second] = [a, b].map(({ t, i, ordinal }) => revs.of(at(t, i), ordinal));
      expect(Math.sign(order)).toBe(first === second ? 0 : (first ?? '') < (second ?? '') ? -1 : 1);
      expect(revs.upTo(at(a.t, a.i)) >= (first ?? '')).toBe(true);
    }),
  );
});

test('what has no place among the revs is refused in words', () => {
  expect(() => revs.of(at(SWITCH, 2 ** 22), 0)).toThrow(NoSuchRev);
  expect(() => revs.of(at(SWITCH, 1), 1024)).toThrow(/event 1024 of one transaction/);
  expect(() => revs.of(at(SWITCH, 1), -1)).toThrow(NoSuchRev);
  expect(() => revs.of(at(SWITCH - 1, 1), 1)).toThrow(/one event a transaction before/);
});

test('a set that does not report its time yet is unavailable, and not a bug', async () => {
  const answers: object[] = [{ ok: 1 }, { ok: 1, operationTime: at(SWITCH, 7) }];
  const client = { db: () => ({ command: async () => answers.shift() }) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that it needs of a client
  const ask = () => clusterTime(client as never);
  await expect(ask()).rejects.toThrow(StoreUnavailable);
  expect(await ask()).toEqual(at(SWITCH, 7));
});
