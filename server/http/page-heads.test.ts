import { describe, expect, test } from 'vitest';
import { address } from '../../common/values/address.ts';
import { playerAlternates } from '../../common/values/alternates.ts';
import { revSchema } from '../../common/values/ids.ts';
import { weekOf } from '../../common/values/week.ts';
import { Board } from '../leaderboard/board.ts';
import { joining } from '../store/testing/fixtures.ts';
import { pageHeads } from './page-heads.ts';

const board = new Board();
const wallets = ['1', '2', '3', '4'].map((digit) => address(`0x${digit.repeat(40)}`));
wallets.forEach((wallet, i) => {
  const { event } = joining(wallet);
  const row = { ...event.row, name: i === 0 ? 'marco.eth' : null, gdp: 18_000 - i };
  board.apply({ ...event, row, rev: revSchema.parse(`${i + 1}`.padStart(16, '0')) });
});
const [marco, other] = wallets;
if (!marco || !other) throw new Error('two players are needed');
const stranger = address(`0x${'9'.repeat(40)}`);

const away = () => Promise.reject(new Error('the store is away'));
type Parts = Parameters<typeof pageHeads>[0];
const WEEK = weekOf('2026-W40') ?? 0;

const seasons: Parts['seasons'] = {
  isKnown: true,
  has: (week) => week === WEEK || week === WEEK + 1,
  list: (_limit, before) => [
    {
      id: before === WEEK + 1 ? '2026-W40' : '2026-W41',
      from: '2026-09-28T00:00:00.000Z',
      to: '2026-10-05T00:00:00.000Z',
      state: before === WEEK + 1 ? 'final' : 'running',
      players: 5123,
      champion: null,
      nations: [],
    },
  ],
  standings: (_week, wallet) =>
    Promise.resolve({
      own:
        wallet === marco
          ? {
              rank: 17,
              walletAddress: marco,
              name: 'marco.eth',
              nationId: 'italy',
              gained: 4100,
              gdp: 18_000,
              passed: 31,
            }
          : null,
      chase: null,
      best: [],
      presidents: [],
    }),
  placesOf: () =>
    Promise.resolve(
      [1, 2, 3, 4].map((rank, n) => ({ id: `2026-W${40 - n}`, rank, gained: 1, players: 1234 })),
    ),
};
const heads = pageHeads({ board, seasons });
const withoutStore = pageHeads({
  board,
  seasons: { ...seasons, placesOf: away, standings: away },
});

describe('a shared link to a player', () => {
  test('[SCR64] says name, rank, GDP, nation and the last places in weeks', async () => {
    expect(await heads(`/Player/${marco}/`, {})).toEqual({
      title: '#1 marco.eth',
      description:
        'GDP $18,000 for Italy, rank 1 of 4. Weeks: #1 of 1,234 in 2026-W40, #2 of 1,234 in 2026-W39, #3 of 1,234 in 2026-W38.',
      links: playerAlternates(marco, 'marco.eth'),
    });
  });

  test('says the rest without the store; of a stranger nothing', async () => {
    const head = await withoutStore(`/player/${marco}`, {});
    expect(head?.description).toBe('GDP $18,000 for Italy, rank 1 of 4.');
    expect(await heads(`/player/${stranger}`, {})).toBeNull();
  });
});

describe('[SCR75] a shared link to a circle', () => {
  test('says how many it names, and who of them is first', async () => {
    const five = [...wallets, `0x${'5'.repeat(40)}`].toReversed().join();
    expect(await heads('/ranking', { with: five })).toEqual({
      title: 'Circle of 5 players',
      description: 'marco.eth is ahead, #1 of 4 players.',
      links: [],
    });
    const one = await heads('/ranking', { with: other });
    expect(one?.description).toBe('0x2222…2222 is ahead, #2 of 4 players.');
  });

  test('says of strangers that none plays; of nobody nothing', async () => {
    const none = await heads('/Ranking/', { with: stranger });
    expect(none?.description).toBe('None of them plays yet.');
    for (const named of ['', 'marco.eth,0x12', undefined, ['a', 'b']]) {
      expect(await heads('/ranking', { with: named })).toBeNull();
    }
    expect(await heads('/learn', { with: marco })).toBeNull();
  });
});

describe('[SCR78] a shared link to a player’s week', () => {
  test('says their place, what they gained and whom they passed', async () => {
    expect(await heads('/season/2026-w40', { player: marco })).toEqual({
      title: 'marco.eth in Week 40 of 2026',
      description: '#17 of 5,123, +$4,100, passed 31 overall.',
      links: [],
    });
    const running = await heads('/season/2026-W41', { player: marco });
    expect(running?.description).toBe('So far: #17 of 5,123, +$4,100, passed 31 overall.');
  });

  test('says nothing of a week or a player that it lacks, nor without the store', async () => {
    for (const [path, player] of [
      ['/season/2026-W40', other],
      ['/season/2026-W40', 'marco.eth'],
      ['/season/2026-W40', undefined],
      ['/season/2026-W42', marco],
      ['/season/2026-W60', marco],
      ['/season', marco],
    ] as const) {
      expect(await heads(path, { player })).toBeNull();
    }
    expect(await withoutStore('/season/2026-W40', { player: marco })).toBeNull();
  });
});
