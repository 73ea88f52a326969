import { describe, expect, it } from 'vitest';
import { address } from '../../../../common/values/address.ts';
import { stakeIdSchema } from '../../../../common/values/ids.ts';
import type { ShownEvent } from '../../live/live-events.ts';
import { ANNA, BEN, event, rev } from '../../testing/event.ts';
import { areAhead, hasLost, newsSince, parseSeen, type Seen } from './news.ts';
import { ownMove } from './use-celebration.ts';
import { newsFacts } from './words.ts';

const YOU = address(`0x${'f'.repeat(40)}`);
const HOUR_MS = 3_600_000;
const seen: Seen = {
  epoch: 'e1',
  rev: rev(5),
  atMs: HOUR_MS,
  rank: 4,
  gdp: 20_000,
  isPresident: true,
};
const now: Seen = { ...seen, rev: rev(9), atMs: 4 * HOUR_MS };

const moved = (
  n: number,
  walletAddress: typeof YOU,
  [gdpBefore, gdpAfter]: readonly [before: number, after: number],
  parts: Partial<ShownEvent> = {},
) => event(n, 'dena-staked', 0, { walletAddress, gdpBefore, gdpAfter, ...parts });

const stakeOf = (id: string, hour: number, isActive: 0 | 1 = 1) => ({
  id,
  isActive,
  unstakeableAt: new Date(hour * HOUR_MS).toISOString(),
  text: `${id} DENA`,
});

const newsOf = (changed: Partial<Seen>, given: Partial<Parameters<typeof newsSince>[3]> = {}) =>
  newsSince(seen, { ...now, ...changed }, YOU, {
    events: [],
    stakes: [],
    changes: [],
    ...given,
  });

const factsOf = (
  news: ReturnType<typeof newsOf>,
  known: Partial<Parameters<typeof newsFacts>[1]> = {},
) =>
  news
    ? newsFacts(news, { nationId: 'italy', president: null, stakes: [], rows: [], ...known })
    : [];

/** Of the only thing that happened. */
const wordsOf = (...args: Parameters<typeof factsOf>) => {
  const facts = factsOf(...args);
  expect(facts).toHaveLength(1);
  return facts[0]?.text;
};

describe('[LB1] places lost', () => {
  const anna = moved(8, ANNA, [20_000, 25_000]);

  it('are news with those who have passed since, the latest first, each once', () => {
    const events = [
      moved(7, BEN, [19_000, 21_000]),
      anna,
      anna,
      // Ahead all the time, behind all the time, and seen before.
      moved(6, address(`0x${'c'.repeat(40)}`), [21_000, 26_000]),
      moved(6, address(`0x${'d'.repeat(40)}`), [18_000, 20_000]),
      moved(5, address(`0x${'e'.repeat(40)}`), [18_000, 21_000]),
    ];
    const news = newsOf({ rank: 6 }, { events });
    expect(wordsOf(news)).toBe('Rank #4\u00A0→\u00A0#6, passed by 0xaAaA…aaAa and 0xbBbB…BBbB.');
    expect(wordsOf(news, { rows: [{ walletAddress: ANNA, name: 'anna.eth' }] })).toMatch(
      /, passed by anna\.eth and 0xbBbB/,
    );
  });

  it('are no news once they are won back', () => {
    expect(newsOf({ rank: 4 }, { events: [anna] })).toBeNull();
    expect(newsOf({ rank: 3, gdp: 26_000 }, { events: [anna] })).toBeNull();
  });

  it('are no news if the player’s own move lost them; they are if it isn’t known who passed', () => {
    const own = moved(8, YOU, [20_000, 10_000]);
    expect(newsOf({ rank: 6, gdp: 10_000 }, { events: [own] })).toBeNull();
    expect(wordsOf(newsOf({ rank: 6 }))).toBe('Rank #4\u00A0→\u00A0#6.');
  });
});

describe('[SCR74] whom one follows', () => {
  const own = { rank: 4, gdp: 20_000 };
  const people = [
    { walletAddress: ANNA, name: 'anna.eth', rank: 3, gdp: 21_000 },
    { walletAddress: BEN, name: 'ben.eth', rank: 9, gdp: 12_000 },
  ];
  const were = { [ANNA]: true, [BEN]: false };
  const since = (is: Partial<Seen>, was: Partial<Seen> = {}, events: readonly ShownEvent[] = []) =>
    newsSince({ ...seen, areAhead: were, ...was }, { ...now, ...is }, YOU, {
      events,
      stakes: [],
      changes: [],
      people,
    });

  it('is ahead or behind by GDP, and at a tie by rank', () => {
    expect(areAhead(own, people)).toEqual(were);
    const tied = people.map((one) => ({ ...one, gdp: own.gdp }));
    expect(areAhead(own, tied)).toEqual(were);
  });

  it('is news when they pass, and when they are passed', () => {
    expect(wordsOf(since({ areAhead: { ...were, [BEN]: true } }))).toBe(
      'ben.eth, whom you follow, passed you.',
    );
    expect(factsOf(since({ areAhead: { ...were, [ANNA]: false } }))).toMatchObject([
      { text: 'You passed anna.eth, whom you follow.', remedy: 'see-mine' },
    ]);
    expect(since({ areAhead: were })).toBeNull();
    // Who was not followed yet has passed nobody.
    expect(since({ areAhead: { ...were, [BEN]: true } }, { areAhead: {} })).toBeNull();
  });

  it('has a line of their own among those who passed', () => {
    const cleo = address(`0x${'c'.repeat(40)}`);
    const events = [
      moved(7, BEN, [12_000, 25_000]),
      moved(8, cleo, [1000, 26_000], { name: 'cleo.eth' }),
    ];
    const news = since({ rank: 6, areAhead: { ...were, [BEN]: true } }, {}, events);
    expect(factsOf(news, { rows: people }).map(({ text }) => text)).toEqual([
      'Rank #4\u00A0→\u00A0#6, passed by cleo.eth.',
      'ben.eth, whom you follow, passed you.',
    ]);
  });
});

it('[SCR72] a week that ended since is news with one’s place in it, if there is one', () => {
  const week = (hour: number, rank?: number) => ({
    season: { id: '1970-W01', to: new Date(hour * HOUR_MS).toISOString(), players: 39 },
    own: rank === undefined ? null : { rank },
  });
  const facts = factsOf(newsOf({}, { week: week(3, 32) }));
  expect(facts).toEqual([
    { atMs: 3 * HOUR_MS, text: 'Week 1 is over: you were #32 of 39.', remedy: 'see-week' },
  ]);
  expect(newsOf({}, { week: week(3) })).toBeNull();
  expect(newsOf({}, { week: week(1, 32) })).toBeNull();
});

it('nothing is news if nothing happened', () => {
  expect(newsOf({})).toBeNull();
  expect(newsOf({ rank: 3, gdp: 30_000 })).toBeNull();
});

it('[CHN1] stakes that ended unbacked are named, with what it cost', () => {
  const ended = (stakeIds: readonly string[]) =>
    moved(8, YOU, [20_000, 15_000], {
      kind: 'stakes-unbacked',
      detail: { stakeIds: stakeIds.map((id) => stakeIdSchema.parse(id)) },
    });
  const stakes = [stakeOf('50', 9, 0), stakeOf('70', 9, 0)];
  const two = newsOf({ gdp: 15_000 }, { events: [ended(['50', '70'])] });
  expect(wordsOf(two, { stakes })).toBe(
    'Your wallet no longer held what was staked, so it ended: 50 DENA and 70 DENA. −$5,000 GDP.',
  );
  const one = newsOf({ gdp: 15_000 }, { events: [ended(['50'])] });
  expect(wordsOf(one)).toBe(
    'Your wallet no longer held what was staked, so it ended: 1 stake. −$5,000 GDP.',
  );
  const others = { ...ended(['50']), walletAddress: ANNA };
  expect(newsOf({}, { events: [others] })).toBeNull();
});

describe('[PRE1] a presidency', () => {
  const none = { events: [], stakes: [], changes: [] };

  it('that was won, and lost again meanwhile', () => {
    const before = { ...seen, isPresident: false };
    expect(wordsOf(newsSince(before, now, YOU, none))).toBe('You are President of Italy.');
    const wonMeanwhile = { ...before, hasWon: true };
    expect(newsSince(wonMeanwhile, now, YOU, none)?.presidency?.is).toBe('won');
    expect(newsSince(wonMeanwhile, { ...now, isPresident: false }, YOU, none)).toMatchObject({
      presidency: { is: 'lost' },
    });
  });

  it('that was lost, and to whom', () => {
    const lost = newsOf({ isPresident: false });
    expect(wordsOf(lost)).toBe('Italy has no President now.');
    const rows = [{ walletAddress: ANNA, name: 'anna.eth' }];
    expect(factsOf(lost, { president: ANNA, rows })).toMatchObject([
      { text: 'The presidency of Italy is anna.eth’s now.', remedy: 'win-back' },
    ]);
  });

  it('that the player’s own loss cost is one fact with it; another’s loss is not theirs', () => {
    const ended = event(8, 'cultural-unstaked', -1200, { walletAddress: YOU });
    const own = newsOf({ isPresident: false, gdp: 18_800 }, { events: [ended] });
    const rows = [{ walletAddress: ANNA, name: 'carey.eth' }];
    expect(wordsOf(own, { president: ANNA, rows })).toBe(
      '−$1,200 · the presidency of Italy is carey.eth’s now',
    );
    const others = newsOf({ isPresident: false }, { events: [{ ...ended, walletAddress: BEN }] });
    expect(wordsOf(others)).toBe('Italy has no President now.');
    expect(others?.presidency?.atMs).toBe(8000);
  });
});

it('[LCK1] the active stakes whose locks ended since', () => {
  const stakes = [
    stakeOf('10', 1),
    stakeOf('20', 2),
    stakeOf('30', 3, 0),
    stakeOf('40', 4),
    stakeOf('50', 5),
  ];
  const news = newsOf({}, { stakes });
  expect(news?.unlocked).toEqual({ stakeIds: ['20', '40'], atMs: 4 * HOUR_MS });
  expect(wordsOf(news, { stakes })).toBe(
    'Unlocked: 20 DENA and 40 DENA. Still earning until you unstake.',
  );
});

it('[SCR72] several things are a fact each, the newest first', () => {
  const passed = moved(8, ANNA, [20_000, 25_000]);
  const ended = moved(7, YOU, [21_000, 20_000], { kind: 'stakes-unbacked' });
  const news = newsOf(
    { rank: 5, isPresident: false },
    { events: [ended, passed], stakes: [stakeOf('20', 2)] },
  );
  const texts = factsOf(news).map(({ text }) => text.slice(0, 8));
  expect(texts).toEqual(['Italy ha', 'Unlocked', 'Rank #4\u00A0', 'Your wal']);
});

it('the events are read only after a loss', () => {
  expect(hasLost(seen, now)).toBe(false);
  expect(hasLost(seen, { ...now, rank: 5 })).toBe(true);
  expect(hasLost(seen, { ...now, gdp: 19_999 })).toBe(true);
});

it('what was saved is read back, and invalid data is ignored', () => {
  expect(parseSeen(JSON.stringify(seen))).toEqual(seen);
  for (const text of [null, '', '{', 'null', '[]', '{"rank":"4"}', '{"atMs":-1e300,"rank":1}']) {
    expect(parseSeen(text)).toBeNull();
  }
});

describe('the player’s own move', () => {
  const rows = [ANNA, BEN, YOU].map((walletAddress) => ({ walletAddress }));
  const passed = [{ walletAddress: ANNA }, { walletAddress: BEN }];
  const mine = (n: number, dollars: number, parts: Partial<ShownEvent> = {}) =>
    event(n, 'dena-staked', dollars, { walletAddress: YOU, rankBefore: 3, rankAfter: 1, ...parts });

  it('has those who were passed, whether or not the ranking includes it yet', () => {
    const move = { id: rev(1), dollars: 500, places: 2, passed };
    expect(ownMove([mine(1, 500)], YOU, rows)).toEqual(move);
    const after = [YOU, ANNA, BEN].map((walletAddress) => ({ walletAddress }));
    expect(ownMove([mine(1, 500)], YOU, after)).toEqual(move);
    expect(ownMove([mine(1, 500, { rankAfter: 3 })], YOU, rows)).toMatchObject({ passed: [] });
  });

  it('is the sum of several, from the first rank to the last', () => {
    const moves = [
      mine(3, 200, { rankBefore: 2, rankAfter: 1 }),
      event(2, 'dena-staked', 900),
      mine(1, 100, { rankBefore: 3, rankAfter: 2 }),
    ];
    expect(ownMove(moves, YOU, rows)).toEqual({ id: rev(3), dollars: 300, places: 2, passed });
  });

  it('may be a loss; the choice of a nation is none', () => {
    const loss = mine(1, -500, { rankBefore: 1, rankAfter: 3 });
    expect(ownMove([loss], YOU, rows)).toMatchObject({ dollars: -500, places: -2, passed: [] });
    expect(ownMove([mine(1, 500, { kind: 'nation-chosen' })], YOU, rows)).toBeNull();
  });
});

it('changes of the rules are news, those that were made since and no others', () => {
  const change = (oil: number, hour: number) => ({
    atMs: hour * HOUR_MS,
    isAnnounced: false,
    changed: [{ rule: 'tradePrices.oil', from: oil - 10, to: oil }],
  });
  const changes = [change(70, 3), change(60, 0)];
  expect(newsOf({}, { changes })).toBeNull();
  const news = newsSince({ ...seen, rules: 1 }, now, YOU, { events: [], stakes: [], changes });
  expect(wordsOf(news)).toBe('Oil costs 70 DENA (60 DENA before).');
  expect(newsSince({ ...seen, rules: 1 }, now, YOU, { events: [], stakes: [], changes: [] })).toBe(
    null,
  );
});
