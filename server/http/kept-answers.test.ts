import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { epochSchema } from '../../common/values/ids.ts';
import { Board } from '../leaderboard/board.ts';
import { choose, SmallGame, stake } from '../leaderboard/testing/fixtures.ts';
import { keepAnswers, keptReply, unknownPast } from './kept-answers.ts';

const BYTES = 10_000;

function start() {
  const game = new SmallGame();
  const board = new Board();
  game.playOn(board, choose(1, 'usa'));
  const kept = keepAnswers(board, BYTES);
  let times = 0;
  const making =
    (isSettled: boolean, text = 'page') =>
    async () => {
      times += 1;
      const json = JSON.stringify(`${text} ${times}`);
      await new Promise(setImmediate);
      return { json, headers: {}, isSettled };
    };
  const take = async (name: string, make: ReturnType<typeof making>) => {
    const { body, isReady, rev } = await kept.take(name, 'br', make);
    return { json: brotliDecompressSync(body).toString(), isReady, rev };
  };
  return { game, board, kept, making, take, times: () => times };
}

test('a settled answer is made once, however many ask, and whatever is committed', async () => {
  const { game, board, making, take, times } = start();
  const answers = await Promise.all(Array.from({ length: 50 }, () => take('a', making(true))));
  game.playOn(board, stake(1, 10));
  answers.push(await take('a', making(true)));
  expect(times()).toBe(1);
  expect(new Set(answers.map(({ json }) => json)).size).toBe(1);
  expect(answers.filter(({ isReady }) => !isReady).length).toBe(1);
});

test('a name that is hidden makes every answer again, under another tag', async () => {
  const { board, making, times } = start();
  let count = 0;
  const kept = keepAnswers(board, BYTES, { get count() { return count; } }); // prettier-ignore
  const tag = async () => {
    const reply = keptReply(await kept.take('a', 'br', making(true)), { name: 'a', headers: {} });
    return reply.headers['ETag'];
  };
  const before = await tag();
  expect(await tag()).toBe(before);
  expect(times()).toBe(1);
  count = 1;
  expect(await tag()).not.toBe(before);
  expect(times()).toBe(2);
});

test('any other is kept for its rev only', async () => {
  const { game, board, kept, making, take, times } = start();
  await take('a', making(false));
  await take('a', making(false));
  expect(times()).toBe(1);
  game.playOn(board, stake(1, 10));
  expect(kept.current('a', 'br')).toBe(null);
  const again = await take('a', making(false));
  expect(again).toEqual({ json: '"page 2"', isReady: false, rev: board.rev });
  expect(kept.current('a', 'br')).toMatchObject({ rev: board.rev });
});

test('callers that know a commit which the answer under way may lack all get the next one', async () => {
  const { game, board, making, take, times } = start();
  const { rev } = board;
  const first = take('a', making(false));
  const later: (typeof first)[] = [];
  for (let n = 0; n < 20; n += 1) {
    game.playOn(board, stake(1, 10));
    later.push(take('a', making(false)));
  }
  expect(await first).toMatchObject({ json: '"page 1"', rev });
  const answers = await Promise.all(later);
  expect(answers.every((answer) => answer.rev === board.rev)).toBe(true);
  expect(times()).toBe(2);
});

test('nothing of another data set is sent', async () => {
  const { game, board, making, take, times } = start();
  await take('a', making(true));
  game.epoch = epochSchema.parse('restored');
  await board.load(game.snapshot());
  await take('a', making(true));
  expect(times()).toBe(2);
});

test('a failure reaches everyone who waits, and is not kept', async () => {
  const { making, take } = start();
  const failing = async () => {
    await new Promise(setImmediate);
    throw new Error('the store is away');
  };
  const asked = await Promise.allSettled([1, 2, 3].map(() => take('a', failing)));
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect((await take('a', making(true))).isReady).toBe(false);
});

test('what is kept is bounded in bytes: the least recently asked for goes first', async () => {
  const { making, take, times } = start();
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  for (const name of names) await take(name, making(true));
  const before = times();
  await take('a', making(true));
  expect(times()).toBe(before);
  for (let n = 0; n < 6; n += 1) {
    await take(`other ${n}`, making(true));
    await take('a', making(true));
  }
  expect(times()).toBe(before + 6);
  await take('b', making(true));
  expect(times()).toBe(before + 7);
  // Longer than everything that may be kept.
  const random = Array.from({ length: BYTES }, () => Math.random().toString(36)).join('');
  await take('long', making(true, random));
  expect((await take('long', making(true))).isReady).toBe(false);
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
