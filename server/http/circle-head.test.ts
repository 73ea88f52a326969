import { expect, test } from 'vitest';
import { address } from '../../common/values/address.ts';
import { Board } from '../leaderboard/board.ts';
import { joining } from '../store/testing/fixtures.ts';
import { revSchema } from '../../common/values/ids.ts';
import { circleHeads } from './circle-head.ts';

const board = new Board();
const wallets = ['1', '2', '3', '4'].map((digit) => address(`0x${digit.repeat(40)}`));
wallets.forEach((wallet, i) => {
  const { event } = joining(wallet);
  const row = { ...event.row, name: i === 0 ? 'marco.eth' : null, gdp: 18_000 - i };
  board.apply({ ...event, row, rev: revSchema.parse(`${i + 1}`.padStart(16, '0')) });
});
const head = circleHeads(board);

test('[SCR75] a shared link to a circle says how many it names, and who of them is first', () => {
  expect(head([...wallets, `0x${'5'.repeat(40)}`].toReversed().join())).toEqual({
    title: 'A circle of 5',
    description: 'marco.eth is ahead, #1 of 4 players.',
    links: [],
  });
  expect(head(wallets[1])?.description).toBe('0x2222…2222 is ahead, #2 of 4 players.');
});

test('of strangers it says that none plays; of nobody nothing', () => {
  expect(head(`0x${'9'.repeat(40)}`)?.description).toBe('None of them plays yet.');
  for (const named of ['', 'marco.eth,0x12', undefined, ['a', 'b']]) expect(head(named)).toBeNull();
});
