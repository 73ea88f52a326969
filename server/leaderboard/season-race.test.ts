import { expect, test } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { weekAt, weekBegins } from '../../common/values/week.ts';
import { Board } from './board.ts';
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
  const race = new SeasonRace(board);
  expect(race.open).toBeNull();
  race.start(week);
  const play = (...moves: Parameters<SmallGame['play']>[0][]) => {
    for (const move of moves) game.playOn(board, move);
  };
  play(choose(1, 'italy'), stake(1, 100));
  return { game, board, race, week, play };
}

const scoreOf = (race: SeasonRace, week: number) => race.list(week).ranked(ALICE)?.racer.gdp;

test('[SEA1, SEA2, PRE1] a week is final at the commit that ends it, and the next one counts from the best', async () => {
  const { game, board, race, week, play } = await begun();
  play(stake(1, 20), { do: 'stake-cultural', player: 1, quantity: 3 });
  const { revision } = race;
  const { rev } = game.endWeek(board, week);
  expect(race.revision).toBeGreaterThan(revision);
  expect(race.open).toBe(week + 1);
  expect(board.rev).toBe(rev);
  const president = { nationId: 'italy', walletAddress: ALICE, name: null, staked: 3 };
  const ended = { week, rev, players: 1, presidents: [president] };
  const { gained, gdp } = race.ended.get(week)?.entries[0] ?? {};
  const best = board.ranked(ALICE)?.row.gdp ?? 0;
  expect([gained, gdp]).toEqual([best - 18_000, best]);
  expect(race.ended.get(week)).toMatchObject(ended);
  expect([scoreOf(race, week), scoreOf(race, week + 1)]).toEqual([gained, undefined]);
  expect(race.baseOf(ALICE)).toBe(best);
  // Whatever comes later, it stays as it was.
  play(stake(1, 50), choose(2, 'italy'), { do: 'stake-cultural', player: 2, quantity: 9 });
  expect(scoreOf(race, week + 1)).toBe(5);
  expect(race.baseOf(ALICE)).toBe(best);
  expect(race.ended.get(week)).toMatchObject({ ...ended, entries: [{ gdp: best }] });
  race.recorded(week);
  expect(race.ended.size).toBe(0);
});

test('[SEA1] weeks that end one after the other are all there, also those without a commit', async () => {
  const { game, board, race, week } = await begun();
  for (const n of [0, 1, 2]) game.endWeek(board, week + n);
  expect([...race.ended].map(([of, { players }]) => [of, players])).toEqual([
    [week, 1],
    [week + 1, 0],
    [week + 2, 0],
  ]);
});

test('[SEA1] begins from the rows of the open week, and with a new load from nothing', async () => {
  const { game, board, race, week, play } = await begun();
  play(choose(2, 'china'));
  game.endWeek(board, week);
  play(stake(2, 40));
  await board.load(game.snapshot());
  expect([race.open, race.ended.size, race.list(week + 1).size]).toEqual([null, 0, 0]);
  const { revision } = race;
  race.start(week + 1);
  expect(race.revision).toBeGreaterThan(revision);
  expect(race.list(week + 1).slice(9, 0)).toMatchObject([{ wallet: walletOf(2), gdp: 4 }]);
  expect(race.baseOf(ALICE)).toBe(18_010);
  expect(race.baseOf(walletOf(3))).toBeNull();
});

test('[SEA1] of a week that 1.0 did not close before later commits nothing is said, and the next one has those', async () => {
  const { game, board, race, week, play } = await begun();
  game.now = weekBegins(week + 1) + 1;
  play(stake(1, 30));
  await board.load(game.snapshot());
  // The row says what counts for the later week; what it was before is in the events.
  race.start(week);
  game.endWeek(board, week);
  expect(race.ended.size).toBe(0);
  expect(scoreOf(race, week + 1)).toBe(3);
  game.endWeek(board, week + 1);
  expect(race.ended.get(week + 1)).toMatchObject({ players: 1, entries: [{ gained: 3 }] });
});

test('[SEA1] of the week in which 1.0 was upgraded nothing is said at its end: commits that it closed a week before may count for it', async () => {
  const { game, board, race, week, play } = await begun();
  race.start(week, true);
  expect(scoreOf(race, week)).toBe(10);
  play(stake(1, 20));
  expect(scoreOf(race, week)).toBe(12);
  game.endWeek(board, week);
  expect([race.ended.size, race.open, race.list(week + 1).size]).toEqual([0, week + 1, 0]);
  play(stake(1, 50));
  game.endWeek(board, week + 1);
  expect(race.ended.get(week + 1)).toMatchObject({ players: 1, entries: [{ gained: 5 }] });
});

test('[SEA1] goes on with the next week whose end it sees, if one can’t be read', async () => {
  const { game, board, race, week, play } = await begun();
  game.now = weekBegins(week + 1);
  play(stake(1, 30));
  game.endWeek(board, week + 1);
  expect([race.open, race.ended.size]).toEqual([week + 2, 0]);
  play(stake(1, 50));
  game.endWeek(board, week + 2);
  expect(race.ended.get(week + 2)).toMatchObject({ players: 1, entries: [{ gained: 5 }] });
});
