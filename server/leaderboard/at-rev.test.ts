import { beforeEach, expect, test } from 'vitest';
import { epochSchema, revSchema } from '../../common/values/ids.ts';
import { AtRev } from './at-rev.ts';

const revOf = (n: number) => revSchema.parse(String(n).padStart(16, '0'));

const board = { epoch: epochSchema.parse('first'), rev: revOf(1) };
let nowMs: number;
let times: number;

beforeEach(() => {
  Object.assign(board, { epoch: epochSchema.parse('first'), rev: revOf(1) });
  nowMs = 0;
  times = 0;
});

/** Each value is another. */
async function make(): Promise<number> {
  times += 1;
  const value = times;
  await new Promise(setImmediate);
  return value;
}

test('a value is made once, however many ask, until the next rev or another epoch', async () => {
  const made = new AtRev<number>(board);
  const values = await Promise.all(Array.from({ length: 50 }, () => made.take('a', make)));
  expect(new Set([...values, made.ready('a')])).toEqual(new Set([1]));
  expect(await made.take('b', make)).toBe(2);
  board.rev = revOf(2);
  expect(made.ready('a')).toBeUndefined();
  expect(await made.take('a', make)).toBe(3);
  // A board that was loaded again may be behind.
  board.rev = revOf(1);
  expect(made.ready('a')).toBeUndefined();
  Object.assign(board, { epoch: epochSchema.parse('restored'), rev: revOf(2) });
  expect(await made.take('a', make)).toBe(4);
});

test('callers that know a commit which the one under way may lack all get the next one', async () => {
  const made = new AtRev<number>(board);
  const first = made.take('a', make);
  const later: (typeof first)[] = [];
  for (let n = 2; n < 22; n += 1) {
    board.rev = revOf(n);
    later.push(made.take('a', make));
  }
  expect(await first).toBe(1);
  expect(new Set(await Promise.all(later))).toEqual(new Set([2]));
});

test('a failure reaches everyone who waits, and is not cached', async () => {
  const made = new AtRev<number>(board);
  const failing = () => make().then(() => Promise.reject(new Error('the store is away')));
  const asked = await Promise.allSettled([1, 2, 3].map(() => made.take('a', failing)));
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(times).toBe(1);
  expect(await made.take('a', make)).toBe(2);
});

test('a settled value outlives every commit, but not its data set', async () => {
  const made = new AtRev<number>(board, { isSettled: (value) => value === 1 });
  await made.take('a', make);
  board.rev = revOf(2);
  expect(await made.take('a', make)).toBe(1);
  expect(await made.take('b', make)).toBe(2);
  board.rev = revOf(3);
  expect(made.ready('b')).toBeUndefined();
  board.epoch = epochSchema.parse('restored');
  expect(made.ready('a')).toBeUndefined();
});

test('a fresh value is used though there were commits, and an old one is not though there were none', async () => {
  const made = new AtRev<number>(board, { freshMs: 1000, maxAgeMs: 60_000, now: () => nowMs });
  await made.take('a', make);
  board.rev = revOf(2);
  nowMs = 999;
  expect(made.ready('a')).toBe(1);
  nowMs = 1000;
  expect(made.ready('a')).toBeUndefined();
  await made.take('a', make);
  nowMs = 60_999;
  expect(made.ready('a')).toBe(2);
  nowMs = 61_000;
  expect(made.ready('a')).toBeUndefined();
  // A clock that was set back.
  await made.take('a', make);
  nowMs = 0;
  expect(made.ready('a')).toBeUndefined();
});

test('the cache is bounded in bytes: the least recently asked for goes first', async () => {
  const made = new AtRev<string>(board, { bytesOf: ({ length }) => length, mostBytes: 33 });
  const take = (key: string, length = 10) =>
    made.take(key, () => Promise.resolve('x'.repeat(length)));
  for (const key of ['a', 'b', 'c']) await take(key);
  expect(made.ready('a')).toBeDefined();
  await take('d');
  expect(['b', 'c', 'a', 'd'].map((key) => made.ready(key)?.length)).toEqual([
    undefined,
    10,
    10,
    10,
  ]);
  // Longer than everything that may be cached.
  expect(await take('e', 100)).toHaveLength(100);
  expect(made.ready('e')).toBeUndefined();
});
