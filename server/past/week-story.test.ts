import { expect, test } from 'vitest';
import type { SeasonEntry } from '../../common/protocol/seasons.ts';
import { walletOf } from '../../common/testing/fixtures.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import { instantOf } from '../../common/values/instant.ts';
import { weekBegins, WEEK_MS } from '../../common/values/week.ts';
import { RowGame } from '../leaderboard/testing/row-game.ts';
import { WeekStory } from './week-story.ts';

const WEEK = 2966;
const HOUR_MS = 3_600_000;

/** A week that begins with players 1 to 5, of 100 to 500 dollars, each with a name. */
function week() {
  const game = new RowGame();
  const story = new WeekStory(WEEK);
  let order = 0;
  const commit = (player: number, fields: Partial<BoardRow>, gift: readonly number[] = []) => {
    order += 1;
    const own = { gdpOrder: order, culturalOrder: order, name: `p${player}`, ...fields };
    const [share] = gift;
    return game.commit({
      player,
      fields: own,
      resource: {},
      gift: share ? { type: 'wood', share } : null,
      isKnown: true,
    });
  };
  for (let player = 1; player <= 5; player += 1)
    story.add(commit(player, { gdp: player * 100 }).row);
  story.begin();
  return {
    story,
    /** @param hours into the week */
    play: (
      player: number,
      hours: number,
      fields: Partial<BoardRow>,
      ...gift: readonly number[]
    ) => {
      game.now = weekBegins(WEEK) + hours * HOUR_MS;
      story.apply(commit(player, fields, gift));
    },
    /** The highlights of a kind: names, hours into the week, figures. */
    told: async (kind: string, entries: readonly SeasonEntry[] = []) =>
      (await story.end(entries)).highlights.flatMap((one) => {
        if (one.kind !== kind) return [];
        const hours = (instantOf(one.at) - weekBegins(WEEK)) / HOUR_MS;
        return [[one.wallets.map(({ name }) => name).join(' '), hours, one.figures] as const];
      }),
    passed: async () => {
      const { passed: by } = await story.end([]);
      return Object.fromEntries(
        [1, 2, 3, 4, 5, 6].flatMap((player) => {
          const passed = by.get(walletOf(player));
          return passed === undefined ? [] : [[player, passed]];
        }),
      );
    },
  };
}

function entry(player: number, gained: number): SeasonEntry {
  const walletAddress = walletOf(player);
  return { rank: 1, walletAddress, name: `p${player}`, nationId: 'italy', gained, gdp: gained };
}

test('[SEA5] the climb is the commit that took its player up the most, and shows what it says', async () => {
  const { play, told } = week();
  play(1, 1, { gdp: 250 });
  play(1, 2, { gdp: 450 });
  play(2, 3, { gdp: 350 });
  expect(await told('climb')).toEqual([['p1', 2, { from: 4, to: 2 }]]);
  // Joining takes nobody up; who joined has a rank to rise from.
  play(6, 4, { gdp: 10 });
  expect(await told('climb')).toEqual([['p1', 2, { from: 4, to: 2 }]]);
  play(6, 5, { gdp: 1000 });
  expect(await told('climb')).toEqual([['p6', 5, { from: 6, to: 1 }]]);
  // It happened, whatever follows.
  play(6, 6, { gdp: 10 });
  play(6, 7, { gdp: 1000 });
  expect(await told('climb')).toEqual([['p6', 5, { from: 6, to: 1 }]]);
});

test('[SEA5] a player has passed those who were ahead when the week began and are behind when it ends', async () => {
  const { play, passed, told } = week();
  play(5, 1, { gdp: 10 });
  expect(await passed()).toEqual({ 1: 1, 2: 1, 3: 1, 4: 1 });
  // They rose only as another fell.
  expect(await told('climb')).toEqual([]);
  play(3, 2, { gdp: 600 });
  play(3, 3, { gdp: 150 });
  play(3, 4, { gdp: 600 });
  // Joining passes nobody, and nobody passes who joined.
  play(6, 5, { gdp: 700 });
  play(4, 6, { gdp: 800 });
  play(1, 7, { gdp: 300 });
  expect(await passed()).toEqual({ 1: 2, 2: 1, 3: 1, 4: 1 });
});

test('[SEA5] the lead is the longest, also one that goes on from the week before, and of its changes the three that lasted', async () => {
  const { play, told } = week();
  play(4, 10, { gdp: 600 });
  expect(await told('lead')).toEqual([['p4', 10, { ms: WEEK_MS - 10 * HOUR_MS }]]);
  const [five, four] = ['p5 p4', 'p4 p5'];
  play(5, 100, { gdp: 700 });
  play(4, 101, { gdp: 800 });
  // The leader falls.
  play(4, 140, { gdp: 1 });
  play(4, 141, { gdp: 900 });
  expect(await told('lead')).toEqual([['p4', 10, { ms: 90 * HOUR_MS }]]);
  expect(await told('lead-change')).toEqual([
    [four, 10, { gdp: 600 }],
    [four, 101, { gdp: 800 }],
    [four, 141, { gdp: 900 }],
  ]);
  play(5, 142, { gdp: 1000 });
  expect((await told('lead-change'))[2]).toEqual([five, 142, { gdp: 1000 }]);
  const steady = week();
  steady.play(1, 1, { gdp: 120 });
  expect(await steady.told('lead')).toEqual([['p5', 0, { ms: WEEK_MS }]]);
  expect(await steady.told('lead-change')).toEqual([]);
});

test('[SEA5] the finish is between the first two of the race, at the end of the week', async () => {
  const { play, told } = week();
  const race = [entry(1, 40), entry(2, 15)];
  play(1, 1, { gdp: 140 });
  expect(await told('finish', race)).toEqual([['p1 p2', WEEK_MS / HOUR_MS, { gap: 25 }]]);
  expect(await told('finish', [entry(1, 40)])).toEqual([]);
});

test('[SEA5] presidencies are told that were taken, also from nobody, and lost', async () => {
  const { play, told } = week();
  play(1, 1, { culturalCount: 2 });
  play(3, 2, { culturalCount: 1 });
  play(3, 11, { culturalCount: 3 });
  // No change of whom it is.
  play(3, 12, { culturalCount: 4 });
  play(2, 20, { culturalCount: 1 });
  expect(await told('presidency')).toEqual([
    ['p3 p1', 11, { staked: 3 }],
    ['p2', 20, { staked: 1 }],
    ['p1', 1, { staked: 2 }],
  ]);
  play(2, 21, { culturalCount: 0 });
  expect((await told('presidency'))[1]).toEqual(['p2', 21, { staked: 0 }]);
});

test('[SEA5] the stages of landmarks that were completed, the highest first', async () => {
  const { play, told } = week();
  const RESOURCES = { oil: 1e6, food: 1e6, technology: 1e6, wood: 0 };
  play(2, 1, { contributed: RESOURCES });
  expect(await told('work')).toEqual([]);
  play(2, 2, {}, 10);
  play(4, 3, {}, 1000);
  expect(await told('work')).toEqual([
    ['p4', 3, { stage: 5 }],
    ['p4', 3, { stage: 4 }],
    ['p4', 3, { stage: 3 }],
  ]);
});

test('[SEA5] a week in which nobody did anything is no story', async () => {
  const { story, play } = week();
  expect(await story.end([entry(1, 2), entry(2, 1)])).toEqual({
    highlights: [],
    passed: new Map(),
  });
  play(1, 1, { gdp: 1000 });
  expect((await story.end([])).highlights.length).toBeGreaterThan(0);
});
