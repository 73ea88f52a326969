import { expect, test } from 'vitest';
import { HOUR_MS, walletOf } from '../../common/testing/fixtures.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import type { Rev } from '../../common/values/ids.ts';
import type { StoredEvent } from '../../common/values/stored-event.ts';
import { weekAt, weekBegins } from '../../common/values/week.ts';
import { Board } from './board.ts';
import { allEventsOf, SeasonRace } from './season-race.ts';
import { choose, SmallGame, stake } from './testing/fixtures.ts';
import { RowGame } from './testing/row-game.ts';

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
  expect(race.isStarted).toBe(false);
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
    /**
     * It is some time after the end of one week or more, and commits still say when they were
     * decided.
     */
    end: (weeks = 1) => (now = weekBegins(week + weeks) + 80_000),
  };
}

const scoreOf = (race: SeasonRace, week: number) => race.list(week).ranked(ALICE)?.racer.gdp;

test('[SEA1] a commit that comes after its week was closed counts for the next one, from the best before it', async () => {
  const { game, race, week, play, end } = await begun();
  const closedAt = play(stake(1, 20));
  end();
  const { revision } = race;
  race.close({ week, rev: closedAt });
  expect(race.revision).toBeGreaterThan(revision);
  play(stake(1, 50));
  expect([scoreOf(race, week), scoreOf(race, week + 1)]).toEqual([undefined, 5]);
  expect([...race.late]).toEqual([[ALICE, 18_012]]);
  expect(race.baseIn(week + 1, ALICE)).toBe(18_012);
  expect(race.firstOpen).toBe(week + 1);
  // The weeks after it count from the best.
  expect(race.baseIn(week + 2, ALICE)).toBe(18_017);
  game.now = weekBegins(week + 2);
  play(stake(1, 70));
  expect(scoreOf(race, week + 2)).toBe(7);
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

test('[SEA1] a closing before commits that came in time is only understood by the store', async () => {
  const { game, race, week, play, board } = await begun();
  const before = board.rev;
  const closedAt = play(stake(1, 20));
  expect(race.goesBeyond({ week: week - 1, rev: before })).toBe(false);
  game.now = weekBegins(week + 1);
  play(stake(1, 30));
  expect(race.goesBeyond({ week, rev: before })).toBe(true);
  expect(race.goesBeyond({ week, rev: closedAt })).toBe(false);
  race.close({ week, rev: closedAt });
  expect(race.goesBeyond({ week: week + 1, rev: closedAt })).toBe(true);
});

test('[SEA1] begins from the rows, and doubts those that may lack what counts', async () => {
  const { game, board, race, week } = await begun();
  const startedOn = async (fields: Partial<BoardRow>, late?: number) => {
    const snapshot = game.snapshot();
    async function* players() {
      for await (const batch of snapshot.players) {
        yield batch.map(({ season: _season, ...row }) => ({ ...row, ...fields }));
      }
    }
    await board.load({ ...snapshot, players: players() });
    const { revision } = race;
    const known = new Map(late === undefined ? [] : [[ALICE, late]]);
    race.start({ firstOpen: week, closing: null, late: known, unsure: [] });
    expect(race.revision).toBeGreaterThan(revision);
    return race.unsure.length > 0 ? 'unsure' : (scoreOf(race, week) ?? 'unranked');
  };
  const figures = { base: 18_000, best: 18_010 };
  const since = weekBegins(week) - HOUR_MS;
  expect(await startedOn({ gdpSince: since })).toBe('unsure');
  expect(await startedOn({ gdpSince: since - 1 })).toBe('unranked');
  expect(await startedOn({ gdpSince: since - 1 }, 18_004)).toBe('unsure');
  expect(await startedOn({ season: { week, ...figures } })).toBe(10);
  expect(await startedOn({ season: { week: week - 1, ...figures } })).toBe('unranked');
  expect(await startedOn({ season: { week: week - 1, ...figures } }, 18_004)).toBe(6);
  expect(await startedOn({ season: { week: week + 1, ...figures } })).toBe('unsure');
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

test('[SEA1] settles what the board has, of the weeks that are open', async () => {
  const { game, board, race, week, play, events } = await begun();
  const begin = (firstOpen: number) =>
    race.start({ firstOpen, closing: null, late: new Map(), unsure: [ALICE] });
  begin(week);
  const own = [...events];
  const { rev } = board;
  play(choose(2, 'italy'));
  const ahead = game.play(stake(1, 20));
  if (!ahead) throw new Error('a stake is a commit');
  expect(race.settle(ALICE, [...own, ahead])).toBe(true);
  expect(scoreOf(race, week)).toBe(10);
  // The last commit in time is the other player's.
  expect(race.goesBeyond({ week, rev })).toBe(true);
  begin(week + 1);
  expect(race.settle(ALICE, own)).toBe(true);
  expect(scoreOf(race, week)).toBe(undefined);
  expect(race.settle(walletOf(3), [])).toBe(true);
});

test('reads all events of a player, page by page', async () => {
  const game = new RowGame();
  for (let n = 0; n < 2100; n += 1) {
    game.commit({ player: n % 2, fields: {}, resource: {}, gift: null, isKnown: true });
  }
  const own = game.history.filter(({ row }) => row.wallet === ALICE);
  expect(await allEventsOf(game, ALICE)).toEqual(own);
});
