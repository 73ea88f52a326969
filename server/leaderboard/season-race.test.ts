import { expect, test } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import type { Rev } from '../../common/values/ids.ts';
import type { StoredEvent } from '../../common/values/stored-event.ts';
import { weekAt, weekBegins } from '../../common/values/week.ts';
import { Board } from './board.ts';
import { seasonOf } from '../../common/rules/season.ts';
import { SeasonRace } from './season-race.ts';
import { choose, SmallGame, stake } from './testing/fixtures.ts';

const ALICE = walletOf(1);

/** A game on the first day of a week in which Alice joined and gained 10. */
async function begun() {
  const game = new SmallGame();
  const week = weekAt(game.now) + 1;
  game.now = weekBegins(week);
  const board = new Board();
  await board.load(game.snapshot());
  let now = game.now;
  const race = new SeasonRace(board, () => now);
  race.start({ firstOpen: week, closing: null, late: new Map(), unsure: [] });
  const events: StoredEvent[] = [];
  const play = (...moves: Parameters<SmallGame['play']>[0][]): Rev => {
    for (const move of moves) {
      const event = game.playOn(board, move);
      if (event) events.push(event);
    }
    return events.at(-1)?.rev ?? board.rev;
  };
  play(choose(1, 'italy'), stake(1, 100));
  return {
    game,
    board,
    race,
    events,
    week,
    play,
    /** It is some time after the end of the week, and commits still say when they were decided. */
    end: () => (now = weekBegins(week + 1) + 80_000),
  };
}

const scoreOf = (race: SeasonRace, week: number) => race.list(week).ranked(ALICE)?.racer.gdp;

test('[SEA1] a commit that comes after its week was closed counts for the next one, from the best before it', async () => {
  const { race, week, play, end } = await begun();
  const closedAt = play(stake(1, 20));
  end();
  race.close({ week, rev: closedAt });
  play(stake(1, 50));
  expect([scoreOf(race, week), scoreOf(race, week + 1)]).toEqual([undefined, 5]);
  expect([...race.late]).toEqual([[ALICE, 18_012]]);
  expect(race.baseIn(week + 1, ALICE)).toBe(18_012);
  expect(race.firstOpen).toBe(week + 1);
});

test('[SEA1] one that came before this process knew that is moved to the next week', async () => {
  const { race, week, play, end } = await begun();
  const closedAt = play(stake(1, 20));
  end();
  play(stake(1, 50));
  expect(scoreOf(race, week)).toBe(17);
  race.close({ week, rev: closedAt });
  expect([scoreOf(race, week), scoreOf(race, week + 1)]).toEqual([undefined, 5]);
  // Several at once: what is late for both counts for the one after.
  race.close({ week: week + 1, rev: closedAt });
  expect([scoreOf(race, week + 1), scoreOf(race, week + 2)]).toEqual([undefined, 5]);
});

test('[SEA1] a closing that is known already changes nothing', async () => {
  const { race, week, play } = await begun();
  const rev = play(stake(1, 20));
  race.close({ week, rev });
  race.close({ week: week - 1, rev });
  expect([race.firstOpen, scoreOf(race, week)]).toEqual([week + 1, undefined]);
});

test('[SEA1] a closing before commits that came in time is only understood by the store', async () => {
  const { race, week, play, board } = await begun();
  const before = board.rev;
  play(stake(1, 20));
  expect(race.goesBeyond({ week, rev: before })).toBe(true);
  expect(race.goesBeyond({ week, rev: board.rev })).toBe(false);
  expect(race.goesBeyond({ week: week - 1, rev: before })).toBe(false);
});

test('[SEA2] a week without a commit counts from the best so far', async () => {
  const { race, week, play } = await begun();
  play({ do: 'end-stakes', player: 1 });
  expect([scoreOf(race, week), race.baseIn(week, ALICE)]).toEqual([undefined, 18_000]);
  expect(race.baseIn(week + 1, ALICE)).toBe(18_010);
  expect(race.baseIn(week, walletOf(2))).toBe(null);
});

test('[SEA1] what a load can’t say is settled from the player’s events, once all of them came', async () => {
  const { game, board, race, week, play, events } = await begun();
  game.now = weekBegins(week + 1) + 1;
  play(stake(1, 30));
  // The row has the later week's figures; those of the first open one are in the events.
  await board.load(game.snapshot());
  expect(race.isStarted).toBe(false);
  race.start({ firstOpen: week, closing: null, late: new Map(), unsure: [] });
  expect([race.isStarted, race.unsure]).toEqual([true, [ALICE]]);
  play(stake(1, 40));
  expect(race.settle(ALICE, events.slice(0, -1))).toBe(false);
  const { revision } = race;
  expect(race.settle(ALICE, events)).toBe(true);
  // No commit tells those who keep an answer that the list changed.
  expect(race.revision).toBeGreaterThan(revision);
  expect([scoreOf(race, week), scoreOf(race, week + 1), race.unsure]).toEqual([10, 7, []]);
  expect(race.baseIn(week + 1, ALICE)).toBe(18_010);
});

test('[SEA2] figures follow from the events', async () => {
  const { week, events } = await begun();
  expect(seasonOf(events)).toEqual({ week, base: 18_000, best: 18_010 });
  expect(seasonOf([])).toBe(null);
});
