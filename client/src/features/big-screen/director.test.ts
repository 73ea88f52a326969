import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALICE, BOB, walletOf } from '../../../../common/testing/fixtures.ts';
import { directed, sentenceOf, UNDIRECTED, type Direction } from './director.ts';
import { scenesOf, type Facts, type Scene } from './scenes.ts';

const CAROL = walletOf(3);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const scene = (id: string, closeness: number, over: Partial<Scene> = {}): Scene => ({
  id,
  holder: 'anna.eth',
  taken: (from) => `It was taken from ${from}`,
  stands: id,
  closeness,
  people: [],
  ...over,
});

/** What a screen shows, second by second. */
function watch(
  seconds: number,
  scenesAt: (nowMs: number) => readonly Scene[],
  heldAt: (nowMs: number) => string | null = () => null,
): (string | undefined)[] {
  let direction = UNDIRECTED;
  return Array.from({ length: seconds }, (_, s) => {
    const nowMs = s * SECOND;
    direction = directed(direction, 'all', scenesAt(nowMs), nowMs, heldAt(nowMs));
    return direction.onAir?.id;
  });
}

/** Each scene in its order, with the seconds that it stayed. */
function runsOf(shown: readonly (string | undefined)[]): { id: string | undefined; s: number }[] {
  const runs: { id: string | undefined; s: number }[] = [];
  for (const id of shown) {
    const last = runs.at(-1);
    if (last && last.id === id) last.s += 1;
    else runs.push({ id, s: 1 });
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
      { id: 'top', s: 28 },
      { id: 'close', s: 1 },
    ]);
  });

  test('while nothing happens the top is every third scene at least, or every second beside those one follows', () => {
    const gap = fc.double({ min: 0, max: 1, noNaN: true });
    const gaps = fc.array(gap, { minLength: 2, maxLength: 9 });
    fc.assert(
      fc.property(gap, gaps, fc.boolean(), (ofTop, others, hasFollowed) => {
        const races = [
          scene('top', ofTop),
          ...others.map((closeness, i) => scene(String(i), closeness)),
          ...(hasFollowed ? [scene('one', 0.5, { around: 'one' })] : []),
        ];
        const shown = runsOf(watch(600, () => races)).map(({ id }) => id);
        const period = hasFollowed ? 4 : 3;
        for (let i = period; i <= shown.length; i += 1)
          expect(shown.slice(i - period, i)).toContain('top');
      }),
    );
  });

  test('from a minute before the end of a week its top stays, and says how it stands', () => {
    const endMs = 300 * SECOND;
    const week = (nowMs: number) => {
      const isFinish = nowMs >= endMs - 90 * SECOND;
      const holder = nowMs < endMs - 50 * SECOND ? 'anna.eth' : 'ben.eth';
      const hot = scene('hot', 0.9, { holder: String(Math.floor(nowMs / MINUTE)) });
      const own = scene('own', 0.9, { around: 'own' });
      return [scene('top', 0.1, { holder, isFinish }), hot, scene('wide', 0.1), own];
    };
    for (const lateS of [0, 7, 13, 19, 25]) {
      const shown = watch(300 - lateS, (nowMs) => week(nowMs + lateS * SECOND));
      expect(new Set(shown.slice(-60))).toEqual(new Set(['top']));
      for (const { s } of runsOf(shown).slice(0, -1)) expect(s).toBeGreaterThanOrEqual(20);
    }
    let direction = UNDIRECTED;
    const saidAt = (s: number) => {
      const scenes = week(s * SECOND);
      direction = directed(direction, 'week', scenes, s * SECOND, null);
      return scenes[0] && sentenceOf(scenes[0], direction, s * SECOND);
    };
    expect([240, 251, 260, 280, 299].map(saidAt)).toEqual([
      'top',
      'It was taken from anna.eth just now',
      'It was taken from anna.eth just now',
      'top',
      'top',
    ]);
    // Somebody who holds another scene keeps it.
    const held = watch(300, week, () => 'wide');
    expect(held.at(-1)).toBe('wide');
  });

  test('goes to what has just happened after 20 s, and tells it once', () => {
    const news = [
      scene('top', 0.2),
      scene('wide', 0.1, { holder: 'ben.eth' }),
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

  test('what says the same as before gives way to what is new, and says it another way', () => {
    const changing = (nowMs: number) => [
      scene('rare', 0.2),
      scene('same', 0.5),
      scene('too', 0.5),
      scene('new', 0.1, { stands: `${Math.floor(nowMs / MINUTE)}` }),
    ];
    const shown = runsOf(watch(20 * 60, changing)).map(({ id }) => id);
    const times = (one: string) => shown.filter((id) => id === one).length;
    expect(times('new')).toBeGreaterThan(times('same'));
    expect(times('same')).toBeGreaterThan(times('rare'));
    expect(times('rare')).toBeGreaterThan(0);

    const two = [scene('a', 0.5, { also: 'b' }), scene('c', 0.5, { also: null })];
    let direction = UNDIRECTED;
    const said = Array.from({ length: 6 }, (_, i) => {
      const nowMs = i * 30 * SECOND;
      direction = directed(direction, 'all', two, nowMs, null);
      const onAir = two.find(({ id }) => id === direction.onAir?.id);
      return onAir && sentenceOf(onAir, direction, nowMs);
    });
    expect(said).toEqual(['a', 'c', 'b', 'c', 'a', 'c']);
  });

  test('a held scene stays until it is let go, or has nothing to say', () => {
    const held = watch(
      300,
      () => scenes,
      (nowMs) => (nowMs < 200 * SECOND ? 'top' : null),
    );
    expect(runsOf(held)[0]).toEqual({ id: 'top', s: 200 });
    const ends = watch(
      100,
      (nowMs) => (nowMs < 50 * SECOND ? scenes : scenes.slice(1)),
      () => 'top',
    );
    expect(runsOf(ends).map(({ id, s }) => `${id} ${s}`)).toEqual([
      'top 50',
      'close 28',
      'wide 22',
    ]);
    // After a cut it is there again, if it still exists.
    const after = (heldId: string) => directed(UNDIRECTED, 'all', scenes, 0, heldId).onAir?.id;
    expect([after('close'), after('gone')]).toEqual(['close', 'top']);
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
            const holder = String(news.filter((at) => at * SECOND <= nowMs).length);
            return scene(i === 0 ? 'top' : String(i), closeness, {
              holder,
              ...(isFollowed && { around: holder }),
            });
          }),
        );
        const runs = runsOf(shown);
        for (const { s } of runs.slice(0, -1)) {
          expect(s).toBeGreaterThanOrEqual(20);
          expect(s).toBeLessThan(30);
        }
        if (!races.some(({ isFollowed }) => isFollowed)) return;
        const isFollowed = runs.map(({ id }) => races[id === 'top' ? 0 : Number(id)]?.isFollowed);
        for (const [i, run] of isFollowed.entries())
          if (!run && i + 1 < runs.length) expect(isFollowed[i + 1]).toBe(true);
      }),
    );
  });
});

describe('[SCR77] what the screen says', () => {
  const row = (walletAddress: typeof ALICE, name: string, rank: number, gdp: number) => ({
    walletAddress,
    name,
    rank,
    gdp,
  });
  const [anna, ben, cleo] = [
    row(ALICE, 'anna.eth', 1, 20_000),
    row(BOB, 'ben.eth', 2, 19_470),
    row(CAROL, 'cleo.eth', 3, 19_470),
  ];
  const facts: Facts = {
    leftMs: null,
    rows: [anna, ben, cleo],
    nations: [
      { nationId: 'italy', gdp: 50_000 },
      { nationId: 'usa', gdp: 48_800 },
      { nationId: 'china', gdp: 0 },
    ],
    presidencies: [],
    followed: new Set(),
  };
  const followed = (...wallets: string[]) => new Set(wallets.map((one) => one.toLowerCase()));
  const said = (over: Partial<Facts> = {}) =>
    scenesOf({ ...facts, ...over }).map(({ stands }) => stands);

  test('how small the gaps are, of those one follows too', () => {
    const presidencies: Facts['presidencies'] = [
      [
        'italy',
        [
          { ...cleo, stakedCount: 3 },
          { ...ben, stakedCount: 2 },
        ],
      ],
      ['china', [{ ...anna, stakedCount: 1 }]],
      ['usa', []],
    ];
    expect(said({ presidencies, followed: followed(CAROL, BOB, '0x00') })).toEqual([
      'ben.eth is $530 behind anna.eth, who leads',
      'The United States is $1,200 behind Italy',
      'ben.eth needs 2 more cultural NFTs to pass President cleo.eth of Italy',
      null,
      'ben.eth, #2, is $530 behind anna.eth',
      'cleo.eth, #3, is level with ben.eth',
    ]);
    const runs = (...names: string[]) =>
      scenesOf({
        ...facts,
        nations: [],
        presidencies: [
          [
            'italy',
            [
              { ...cleo, stakedCount: 1 },
              ...names.map((name) => ({ ...ben, name, stakedCount: 1 })),
              { ...anna, stakedCount: 0 },
            ],
          ],
        ],
      })[1];
    const one = 'need 1 more cultural NFT to pass President cleo.eth of Italy';
    expect(runs('ben.eth', 'dan.eth')?.stands).toBe(`ben.eth and dan.eth ${one}`);
    expect(runs('ben.eth', 'dan.eth', 'eva.eth')?.stands).toBe(`ben.eth and 2 others ${one}`);
    expect(runs('ben.eth', 'dan.eth')?.people).toEqual([CAROL, BOB, BOB]);
    // As close as two figures of which one is by 4 % larger.
    expect(scenesOf({ ...facts, presidencies })[2]?.closeness).toBe(1 / 5);
    const ofWeek = facts.rows.map((one) => ({ ...one, gdp: 0, week: { gained: one.gdp } }));
    expect(said({ leftMs: 30 * MINUTE, rows: ofWeek, followed: followed(ALICE) })).toEqual([
      '30 min left: ben.eth is $530 behind anna.eth, who leads the week',
      'The United States is $1,200 behind Italy this week',
      'anna.eth, #1 of the week, is $530 ahead of ben.eth',
    ]);
    expect(said({ leftMs: 14_200, rows: ofWeek })[0]).toMatch(/^15 s left: /);
    expect(said({ rows: [anna], nations: [] })).toEqual([]);
  });

  test('who has just taken a lead; after ten minutes, how things stand', () => {
    const before = scenesOf({
      ...facts,
      followed: followed(ALICE),
      presidencies: [['italy', [{ ...anna, stakedCount: 1 }]]],
    });
    const first = directed(UNDIRECTED, 'all', before, 0, null);
    expect(before.map((one) => sentenceOf(one, first, 0))).toEqual(
      before.map(({ stands }) => stands),
    );
    const after = scenesOf({
      ...facts,
      rows: [
        { ...ben, rank: 1, gdp: 21_000 },
        { ...anna, rank: 2 },
      ],
      nations: [
        { nationId: 'usa', gdp: 50_700 },
        { nationId: 'italy', gdp: 50_000 },
      ],
      presidencies: [['italy', [{ ...ben, stakedCount: 2 }]]],
      followed: followed(ALICE),
    });
    const changed = {
      ...directed(first, 'all', after, MINUTE, null),
      endedMs: new Map(),
      saidMs: new Map(),
    };
    const at = (nowMs: number, direction: Direction = changed) =>
      after.map((one) => sentenceOf(one, direction, nowMs));
    expect(at(MINUTE)).toEqual([
      'ben.eth took the lead from anna.eth just now',
      'The United States passed Italy just now',
      'ben.eth became President of Italy just now',
      'anna.eth fell from #1 to #2 just now',
    ]);
    expect(at(10 * MINUTE)[0]).toBe('ben.eth took the lead from anna.eth 9 min ago');
    const stands = [
      'anna.eth is $1,000 behind ben.eth, who leads',
      'Italy is $700 behind the United States',
      null,
      'anna.eth, #2, is $1,000 behind ben.eth',
    ];
    expect(at(11 * MINUTE)).toEqual(stands);
    // Another race has leads of its own.
    const other = directed(changed, '2026-W48', after, MINUTE, null);
    expect(at(MINUTE, other).slice(0, 3)).toEqual(stands.slice(0, 3));
  });
});
