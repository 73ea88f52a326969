import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countWeek } from '../../common/testing/weeks.ts';
import type { StoredEvent } from '../../common/values/stored-event.ts';
import { weekAt, weekBegins, WEEK_MS } from '../../common/values/week.ts';
import { Board } from '../leaderboard/board.ts';
import { RowGame } from '../leaderboard/testing/row-game.ts';
import { runs } from '../../tools/test/run-counts.ts';
import { presidentsNow } from './closed-week.ts';
import { weeksOfEvents } from './weeks-of-events.ts';

const PLAYERS = 4;

/** Before the end of a week, a little after it, before and after it is closed, weeks later. */
const anyCommit = fc.record({
  player: fc.nat({ max: PLAYERS - 1 }),
  gdp: fc.nat({ max: 5 }),
  gdpOrder: fc.nat({ max: 2 }),
  culturalCount: fc.nat({ max: 2 }),
  afterMs: fc.constantFrom(-6000, -6000, 4000, 4000, 9000, 12_000, WEEK_MS, 2 * WEEK_MS),
});

async function* pagesOf(events: readonly StoredEvent[]) {
  for (let at = 0; at < events.length; at += 3)
    yield await Promise.resolve(events.slice(at, at + 3));
}

test('[SEA1] each week is what a count of all commits says, with the Presidents of its end', () =>
  fc.assert(
    fc.asyncProperty(fc.array(anyCommit, { maxLength: 30 }), async (commits) => {
      const game = new RowGame();
      const end = weekBegins(weekAt(game.now) + 1);
      for (const { player, gdp, gdpOrder, culturalCount, afterMs } of commits) {
        game.now = Math.max(end, weekBegins(weekAt(game.now + 60_000))) + afterMs;
        const fields = { gdp, gdpOrder, culturalCount };
        game.commit({ player, fields, resource: {}, gift: null, isKnown: true });
      }
      const until = weekAt(game.now) + 2;
      const found = [];
      const known = { closed: new Map(), until };
      for await (const { week, upTo, now } of weeksOfEvents(pagesOf(game.history), known)) {
        found.push({ number: upTo.number, ...now(), week });
      }
      const closings = new Map(found.map(({ week, number }) => [weekBegins(week), number]));
      const counted = game.history.map(({ at, row }) => ({ ...row, at }));
      const board = new Board();
      for (const { week, number, entries, presidents } of found) {
        for (const event of game.history.slice(0, number)) board.apply(event);
        expect(entries).toMatchObject(countWeek(counted, closings, weekBegins(week)));
        expect(presidents).toEqual(presidentsNow(board));
      }
      expect(found).toHaveLength(
        commits.length === 0 ? 0 : until - weekAt(game.history[0]?.at ?? 0),
      );
    }),
    { numRuns: runs({ usual: 300, long: 3000 }) },
  ));
