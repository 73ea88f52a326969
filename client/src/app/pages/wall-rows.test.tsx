import { describe, expect, test } from 'vitest';
import { ALICE, BOB, walletOf } from '../../../../common/testing/fixtures.ts';
import { NATIONS, type NationId } from '../../../../common/values/nations.ts';
import type { Scene } from '../../features/big-screen/scenes.ts';
import type { RankedRow } from '../../features/ranking/week-rows.ts';
import { listTitle, othersText, wallRows } from './wall-rows.tsx';

const CAROL = walletOf(3);
const NOBODY = new Set<string>();
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
  test('two nations keep their places among all, and have the gaps between them', () => {
    const race = scene({ nations: ['italy', 'china'] });
    expect(listTitle(race)).toBe('The best of Italy and China');
    expect(
      wallRows(race, rows, NOBODY).map(({ rank, among, behind }) => [among ?? rank, behind]),
    ).toEqual([
      [2, null],
      [3, 1000],
    ]);
    expect(listTitle({})).toBe('Top 10');
    expect(wallRows(null, rows, NOBODY).map(({ behind }) => behind)).toEqual([null, 1000, 1000]);
  });

  test('[SCR59] a week has its ten best, those of two nations, and who one follows among their neighbours', () => {
    const week = Array.from({ length: 20 }, (_, i) => ({
      ...row(walletOf(i + 1), i + 1, i % 2 === 0 ? 'italy' : 'china'),
      week: { gained: 1000 - i, isFinal: false },
    }));
    const shown = (over: Partial<Scene>) => [
      listTitle(over, true),
      ...wallRows(scene(over), week, NOBODY).map(({ rank }) => rank),
    ];
    expect(shown({})).toEqual(['Top 10 of the week', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const ofItaly = { nations: ['italy'] } as const;
    expect(shown(ofItaly).join()).toBe('The best of Italy this week,1,3,5,7,9,11,13,15,17,19');
    const behind = wallRows(scene(ofItaly), week, NOBODY).map((one) => one.behind);
    expect(behind).toEqual([null, ...Array.from({ length: 9 }, () => 2)]);
    expect(shown({ around: walletOf(13) }).join()).toBe(
      'One you follow, and who is near,9,10,11,12,13,14,15,16,17,18',
    );
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
    const listed = (followed = NOBODY) => wallRows(race, rows, followed);
    const shown = listed(new Set([ALICE.toLowerCase(), BOB.toLowerCase()]));
    expect(shown.map(({ among, walletAddress, figure }) => [among, walletAddress, figure])).toEqual(
      [
        [1, far, '2 NFTs'],
        [2, CAROL, '2 NFTs'],
        ['', BOB, '0 NFTs'],
      ],
    );
    expect(shown.slice(1).map(({ beside }) => beside)).toEqual(['needs 1', 'needs 3']);
    expect(shown[0]).toMatchObject({ name: 'far.eth', nationName: 'Italy' });
    expect(listed()).toHaveLength(2);
    const many = race.candidates?.map((one, i) => ({ ...one, stakedCount: i === 0 ? 12 : 1 }));
    const figures = wallRows({ ...race, ...(many && { candidates: many }) }, rows, NOBODY);
    expect(figures.map(({ figure }) => figure)).toEqual(['12 NFTs', '\u20071 NFT']);
    const elsewhere = wallRows(race, rows.slice(0, 1), NOBODY).map(({ nationName }) => nationName);
    expect(elsewhere).toEqual(['Italy', 'Italy']);
    const others = (players: number, over: Partial<Scene> = race) =>
      othersText(over, 2, [{ nationId: 'italy', players }]);
    expect(others(1002)).toBe('1,000 others of Italy have none staked');
    expect(others(3)).toBe('1 other of Italy has none staked');
    expect([others(2), others(9, { nations: ['italy'] })]).toEqual([null, null]);
    expect(othersText(race, 10, [{ nationId: 'italy', players: 99 }])).toBeNull();
  });
});
