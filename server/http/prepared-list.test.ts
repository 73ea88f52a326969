import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { epochSchema } from '../../common/values/ids.ts';
import { Board } from '../leaderboard/board.ts';
import { ListText } from '../leaderboard/list-text.ts';
import { choose, SmallGame, stake } from '../leaderboard/testing/fixtures.ts';
import { PreparedList } from './prepared-list.ts';

/** Counts how often the list is serialised, which is as often as it is compressed. */
class CountedText extends ListText {
  times = 0;

  override first(limit: number): string {
    this.times += 1;
    return super.first(limit);
  }
}

function start() {
  const game = new SmallGame();
  const board = new Board();
  game.playOn(board, choose(1, 'usa'));
  const text = new CountedText(board);
  return { game, board, text, list: new PreparedList(board, text, 1000, 'br') };
}

test('a list is prepared once per rev, however many ask, and not at all if nobody does', async () => {
  const { game, board, text, list } = start();
  for (let n = 0; n < 20; n += 1) game.playOn(board, stake(1, 10));
  expect(text.times).toBe(0);
  const lists = await Promise.all(Array.from({ length: 50 }, () => list.take()));
  expect(text.times).toBe(1);
  expect(new Set(lists).size).toBe(1);
  expect(await list.take()).toBe(lists[0]);
});

test('callers that ask while an older one is being prepared all get the next one', async () => {
  const { game, board, text, list } = start();
  const first = list.take();
  const later: (typeof first)[] = [];
  for (let n = 0; n < 20; n += 1) {
    game.playOn(board, stake(1, 10));
    later.push(list.take());
  }
  const { rev } = board;
  const lists = await Promise.all([first, ...later]);
  expect(text.times).toBe(2);
  expect(lists.slice(1).every((answer) => answer.rev === rev)).toBe(true);
});

test('its headers and its body are of one rev, whatever happens while it is compressed', async () => {
  const { game, board, list } = start();
  const { rev } = board;
  const coming = list.take();
  await Promise.resolve();
  game.playOn(board, stake(1, 10));
  const { head, body } = await coming;
  expect(head.join()).toContain(`X-Board-Rev,${rev}`);
  expect(JSON.parse(brotliDecompressSync(body).toString())).toMatchObject([{ gdp: 25_000 }]);
});

test('a list of another data set is a different list, even at the same rev', async () => {
  const { game, board, list } = start();
  const before = await list.take();
  game.epoch = epochSchema.parse('restored');
  await board.load(game.snapshot());
  const after = await list.take();
  expect(after.rev).toBe(before.rev);
  expect(after.head.join()).toContain('X-Board-Epoch,restored');
});
