import { expect, test } from 'vitest';
import { epochSchema, REV_ZERO } from '../../common/values/ids.ts';
import { createAnswerCache, cachedReply, unknownPast } from './answer-cache.ts';

const board = { epoch: epochSchema.parse('first'), rev: REV_ZERO };

test('a name that is hidden makes every answer again, under another tag', async () => {
  const mask = { count: 0 };
  const cached = createAnswerCache(board, mask);
  let times = 0;
  const tag = async () => {
    const answer = await cached({ name: 'a', headers: {} }, () => {
      times += 1;
      return { json: '[]', headers: {}, isSettled: true };
    });
    return cachedReply(answer, { headers: {} }).headers['ETag'];
  };
  const before = await tag();
  expect(await tag()).toBe(before);
  expect(times).toBe(1);
  mask.count = 1;
  expect(await tag()).not.toBe(before);
  expect(times).toBe(2);
});

test('one of many callers has it made, compressed as each accepts it', async () => {
  const cached = createAnswerCache(board, { count: 0 });
  const asked = async (accepted: string) => {
    const wanted = { name: 'a', headers: { 'accept-encoding': accepted } };
    const answer = await cached(wanted, () => ({ json: '[]', headers: {}, isSettled: false }));
    return [answer.encoded.coding, answer.isReady];
  };
  expect(await Promise.all(['br', 'br', 'gzip', 'br'].map(asked))).toEqual([
    ['br', false],
    ['br', true],
    ['gzip', false],
    ['br', true],
  ]);
});

test('a past that is not recorded yet is asked for again: not-recorded', () => {
  const problem = unknownPast({ why: 'not-recorded' });
  expect([problem.code, problem.headers]).toEqual(['not-recorded', { 'Retry-After': '5' }]);
});

test('a moment before the game names its first one: before-the-game', () => {
  const problem = unknownPast({ why: 'before-the-game', begunAt: Date.UTC(2026, 10, 1) });
  expect(problem.code).toBe('before-the-game');
  expect(problem.message).toContain('2026-11-01T00:00:00.000Z');
  expect(unknownPast({ why: 'before-the-game', begunAt: null }).message).toMatch(/not begun/);
});
