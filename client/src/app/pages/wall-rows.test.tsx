import { describe, expect, test } from 'vitest';
import { ALICE, BOB, walletOf } from '../../../../common/testing/fixtures.ts';
import { NATIONS, type NationId } from '../../../../common/values/nations.ts';
import type { Scene } from '../../features/big-screen/scenes.ts';
import type { RankedRow } from '../../features/ranking/week-rows.ts';
import { listTitle, wallRows } from './wall-rows.tsx';

const CAROL = walletOf(3);
const row = (walletAddress: typeof ALICE, rank: number, nationId: NationId): RankedRow => ({
  walletAddress,
  rank,
  nationId,
  nationName: NATIONS[nationId].name,
  name: null,
  gdp: 30_000 - 1000 * rank,
  denaHoldings: '5',
  presidentWallet: null,
  presidentStakedCount: 0,
});
const rows = [row(ALICE, 1, 'usa'), row(BOB, 2, 'italy'), row(CAROL, 3, 'italy')];
const scene = (over: Partial<Scene>): Scene => ({
  id: 'one',
  holder: '',
  taken: () => '',
  stands: null,
  closeness: 0,
  people: [],
  ...over,
});

describe('[SCR77] the list of a scene', () => {
  test('two nations have places of their own, and gaps between those', () => {
    const race = scene({ nations: ['italy', 'china'] });
    expect(listTitle(race)).toBe('The best of Italy and China');
    expect(wallRows(race, rows).map(({ among, behind }) => [among, behind])).toEqual([
      [1, null],
      [2, 1000],
    ]);
    expect(listTitle({})).toBe('Top 10');
    expect(wallRows(null, rows).map(({ behind }) => behind)).toEqual([null, 1000, 1000]);
  });

  test('[PRE1] a presidency has each one’s cultural NFTs, also of who is far down, and what they are short of', () => {
    const far = walletOf(4);
    const race = scene({
      nations: ['italy'],
      candidates: [
        { walletAddress: far, name: 'far.eth', stakedCount: 2 },
        { walletAddress: CAROL, name: null, stakedCount: 2 },
      ],
    });
    expect(listTitle(race)).toBe('Cultural NFTs of Italy');
    const listed = wallRows(race, rows);
    expect(listed.map(({ walletAddress, figure }) => [walletAddress, figure])).toEqual([
      [far, '2 NFTs'],
      [CAROL, '2 NFTs'],
      [BOB, '0 NFTs'],
    ]);
    expect(listed.slice(1).map(({ beside }) => beside)).toEqual(['1 short', '3 short']);
    expect(listed[0]).toMatchObject({ among: 1, name: 'far.eth', nationName: 'Italy' });
  });
});
