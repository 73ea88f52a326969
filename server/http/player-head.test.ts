import { expect, test } from 'vitest';
import { playerAlternates } from '../../common/values/alternates.ts';
import { address } from '../../common/values/address.ts';
import { Board } from '../leaderboard/board.ts';
import { joining } from '../store/testing/fixtures.ts';
import { revSchema } from '../../common/values/ids.ts';
import { playerHeads } from './player-head.ts';

const wallet = address(`0x${'1'.repeat(40)}`);
const board = new Board();
const { event } = joining(wallet);
const row = { ...event.row, name: 'marco.eth' };
board.apply({ ...event, row, rev: revSchema.parse('0'.repeat(15) + '1') });

const placed = (...ranks: number[]) => ({
  placesOf: () =>
    Promise.resolve(
      ranks.map((rank, n) => ({ id: `2026-W${40 - n}`, rank, gained: 1, players: 1234 })),
    ),
});

test('[SCR64] a shared link says name, rank, GDP, nation and the last places in weeks', async () => {
  expect(await playerHeads({ board, seasons: placed(1, 2, 3, 4) })(wallet)).toEqual({
    title: '#1 marco.eth',
    description:
      'GDP $18,000 for Italy, rank 1 of 1. Weeks: #1 of 1,234 in 2026-W40, #2 of 1,234 in 2026-W39, #3 of 1,234 in 2026-W38.',
    links: playerAlternates(wallet, 'marco.eth'),
  });
});

test('without the store it says the rest; of a stranger nothing', async () => {
  const seasons = { placesOf: () => Promise.reject(new Error('the store is away')) };
  const head = playerHeads({ board, seasons });
  expect((await head(wallet))?.description).toBe('GDP $18,000 for Italy, rank 1 of 1.');
  expect(await head(address(`0x${'2'.repeat(40)}`))).toBeNull();
});
