import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALICE, BOB, walletOf } from '../../../../common/testing/fixtures.ts';
import { direct, directed, sentenceOf, UNDIRECTED, type OnAir } from './director.ts';
import { scenesOf, type Facts, type Scene } from './scenes.ts';

const CAROL = walletOf(3);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const scene = (id: string, closeness: number, over: Partial<Scene> = {}): Scene => ({
  id,
  news: null,
  stands: id,
  closeness,
  isFollowed: false,
  people: [],
  ...over,
});

/** What a screen shows, second by second. */
function watch(
  seconds: number,
  scenesAt: (nowMs: number) => readonly Scene[],
  isHeldAt: (nowMs: number) => boolean = () => false,
): (OnAir | null)[] {
  const shown: (OnAir | null)[] = [];
  for (let s = 0; s < seconds; s += 1) {
    const nowMs = s * SECOND;
    shown.push(direct(shown.at(-1) ?? null, scenesAt(nowMs), nowMs, isHeldAt(nowMs)));
  }
  return shown;
}

/** Each scene in its order, with the seconds that it stayed. */
function runsOf(shown: readonly (OnAir | null)[]): { id: string | undefined; s: number }[] {
  const runs: { id: string | undefined; s: number }[] = [];
  for (const onAir of shown) {
    const last = runs.at(-1);
    if (last && last.id === onAir?.id) last.s += 1;
    else runs.push({ id: onAir?.id, s: 1 });
  }
  return runs;
}

describe('[SCR77] the director', () => {
  const scenes = [scene('top', 0.2), scene('wide', 0.1), scene('close', 0.9)];

  test('begins with the top, then goes to the smallest gap that was not shown lately', () => {
    const runs = runsOf(watch(113, () => scenes));
    expect(runs).toEqual([
      { id: 'top', s: 28 },
      { id: 'close', s: 28 },
      { id: 'wide', s: 28 },
      { id: 'close', s: 28 },
      { id: 'top', s: 1 },
    ]);
  });

  test('goes to what has just happened after 20 s, and tells it once', () => {
    const news = [
      scene('top', 0.2),
      scene('wide', 0.1, { news: { text: 'It was taken', atMs: 5000 } }),
      scene('close', 0.9),
    ];
    const runs = runsOf(watch(77, (nowMs) => (nowMs < 5000 ? scenes : news)));
    expect(runs.map(({ id, s }) => `${id} ${s}`)).toEqual([
      'top 20',
      'wide 28',
      'close 28',
      'top 1',
    ]);
  });

  test('a held scene stays until it is let go, or has nothing to say', () => {
    const held = watch(
      300,
      () => scenes,
      (nowMs) => nowMs < 200 * SECOND,
    );
    expect(runsOf(held)[0]).toEqual({ id: 'top', s: 200 });
    const ends = watch(
      100,
      (nowMs) => (nowMs < 50 * SECOND ? scenes : scenes.slice(1)),
      () => true,
    );
    expect(runsOf(ends).map(({ id, s }) => `${id} ${s}`)).toEqual(['top 50', 'close 50']);
  });

  test('each scene stays 20 to 30 s, none comes twice in a row, and those one follows come every minute, whatever happens', () => {
    const race = fc.record({
      closeness: fc.double({ min: 0, max: 1, noNaN: true }),
      isFollowed: fc.boolean(),
      news: fc.array(fc.nat(600)),
    });
    fc.assert(
      fc.property(fc.array(race, { minLength: 2, maxLength: 9 }), (races) => {
        const shown = watch(600, (nowMs) =>
          races.map(({ closeness, isFollowed, news }, i) => {
            const past = news.map((s) => s * SECOND).filter((atMs) => atMs <= nowMs);
            const happened = past.length > 0 && { text: 'It was taken', atMs: Math.max(...past) };
            return scene(String(i), closeness, { isFollowed, news: happened || null });
          }),
        );
        const runs = runsOf(shown);
        for (const { s } of runs.slice(0, -1)) {
          expect(s).toBeGreaterThanOrEqual(20);
          expect(s).toBeLessThan(30);
        }
        if (!races.some(({ isFollowed }) => isFollowed)) return;
        const isFollowed = runs.map(({ id }) => races[Number(id)]?.isFollowed);
        for (const [i, run] of isFollowed.entries())
          if (!run && i + 1 < runs.length) expect(isFollowed[i + 1]).toBe(true);
      }),
    );
  });
});

describe('[SCR77] what the screen says', () => {
  const row = (walletAddress: typeof ALICE, name: string, rank: number, figure: number) => ({
    walletAddress,
    name,
    rank,
    figure,
    nationId: 'italy' as const,
  });
  const [anna, ben, cleo] = [
    row(ALICE, 'anna.eth', 1, 20_000),
    row(BOB, 'ben.eth', 2, 19_470),
    row(CAROL, 'cleo.eth', 3, 19_470),
  ];
  const facts: Facts = {
    nowMs: 0,
    leftMs: null,
    rows: [anna, ben, cleo],
    nations: [
      { nationId: 'italy', figure: 50_000 },
      { nationId: 'usa', figure: 48_800 },
      { nationId: 'china', figure: 0 },
    ],
    candidates: {},
    moves: [],
    followed: [],
    changes: new Map(),
  };
  const said = (over: Partial<Facts> = {}) =>
    scenesOf({ ...facts, ...over }).map(({ stands }) => stands);

  test('how small the gaps are, of those one follows too', () => {
    const candidates = {
      italy: [
        { ...cleo, stakedCount: 3 },
        { ...ben, stakedCount: 2 },
      ],
      china: [{ ...anna, stakedCount: 1 }],
    };
    expect(said({ candidates, followed: [CAROL, BOB, '0x00'] })).toEqual([
      'ben.eth is $530 behind anna.eth, who leads',
      'The United States is $1,200 behind Italy',
      'ben.eth needs 2 more cultural NFTs to preside over Italy',
      null,
      'cleo.eth, #3, is level with ben.eth',
      'ben.eth, #2, is $530 behind anna.eth',
    ]);
    expect(said({ leftMs: 30 * MINUTE, followed: [ALICE] })).toEqual([
      '30 min left: ben.eth is $530 behind anna.eth, who leads the week',
      'The United States is $1,200 behind Italy this week',
      'anna.eth, #1 this week, is $530 ahead of ben.eth',
    ]);
    expect(said({ rows: [anna], nations: [] })).toEqual([]);
  });

  test('who has just taken a lead; after ten minutes, how things stand', () => {
    const presidents = [['italy', ALICE]] as const;
    const candidates = { italy: [{ ...anna, stakedCount: 1 }] };
    const before = directed(UNDIRECTED, 'all', { ...facts, candidates, presidents }, null);
    expect(before.scenes.map(({ news }) => news)).toEqual([null, null, null]);
    const after = {
      ...facts,
      rows: [
        { ...ben, rank: 1, figure: 21_000 },
        { ...anna, rank: 2 },
      ],
      nations: [
        { nationId: 'usa' as const, figure: 50_700 },
        { nationId: 'italy' as const, figure: 50_000 },
      ],
      candidates: { italy: [{ ...ben, stakedCount: 2 }] },
      presidents: [['italy', BOB]] as const,
      moves: [{ ...anna, atMs: 0, words: 'staked 50 DENA' }],
      followed: [ALICE],
    };
    const changed = directed(before, 'all', { ...after, nowMs: MINUTE }, null);
    const at = (nowMs: number) =>
      directed(changed, 'all', { ...after, nowMs }, null).scenes.map((one) =>
        sentenceOf(one, new Map()),
      );
    expect(at(MINUTE)).toEqual([
      'ben.eth took the lead from anna.eth just now',
      'The United States passed Italy just now',
      'ben.eth became President of Italy just now',
      'anna.eth staked 50 DENA 1 min ago',
    ]);
    expect(at(10 * MINUTE)[0]).toBe('ben.eth took the lead from anna.eth 9 min ago');
    expect(at(11 * MINUTE)).toEqual([
      'anna.eth is $1,000 behind ben.eth, who leads',
      'Italy is $700 behind the United States',
      null,
      'anna.eth, #2, is $1,000 behind ben.eth',
    ]);
    // Another race has leads of its own.
    expect(directed(changed, '2026-W48', { ...facts, presidents: [] }, null).changes.size).toBe(0);
  });
});
