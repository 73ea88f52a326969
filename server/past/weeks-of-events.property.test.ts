import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countWeek, type Logged } from '../../common/testing/weeks.ts';
import type { Rev } from '../../common/values/ids.ts';
import type { Commit } from '../../common/values/stored-event.ts';
import { weekAt, weekBegins, WEEK_MS } from '../../common/values/week.ts';
import { Board } from '../leaderboard/board.ts';
import { RowGame } from '../leaderboard/testing/row-game.ts';
import { presidentsNow } from '../leaderboard/week-list.ts';
import { runs } from '../../tools/test/run-counts.ts';
import { weeksOfEvents } from './weeks-of-events.ts';

const WEEK = 2966;
const PLAYERS = 4;

const anyFields = fc.record({
  gdp: fc.nat({ max: 5 }),
  gdpOrder: fc.nat({ max: 2 }),
  culturalCount: fc.nat({ max: 2 }),
});
const anyPlayer = fc.nat({ max: PLAYERS - 1 });
interface Played {
  readonly player: number;
  readonly fields: typeof anyFields extends fc.Arbitrary<infer One> ? One : never;
}

/** Commits around the ends of weeks, as release 1.0 dated them, and closings of its oldest week. */
const anyReleased = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        player: anyPlayer,
        fields: anyFields,
        afterMs: fc.constantFrom(-6000, -6000, 4000, 4000, 12_000, WEEK_MS, 2 * WEEK_MS),
      }),
    },
    { weight: 1, arbitrary: fc.constant('closed' as const) },
  ),
  { maxLength: 20 },
);

/** Commits in the open week, and its ends. */
const anyLog = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        player: anyPlayer,
        fields: anyFields,
        intoMs: fc.nat({ max: WEEK_MS - 1 }),
      }),
    },
    { weight: 1, arbitrary: fc.constant('ended' as const) },
  ),
  { maxLength: 30 },
);

async function* pagesOf(commits: readonly Commit[]) {
  for (let at = 0; at < commits.length; at += 3)
    yield await Promise.resolve(commits.slice(at, at + 3));
}

test('[SEA1] each week is what a count of the commits up to its end says, with the Presidents of its end', () =>
  fc.assert(
    fc.asyncProperty(anyReleased, anyLog, async (released, later) => {
      const game = new RowGame();
      const log: Logged[] = [];
      const closed = new Map<number, Rev>();
      /** With how many commits had come. */
      const ends: { readonly week: number; readonly number: number }[] = [];
      let open: number | null = null;
      const play = (at: number, { player, fields }: Pick<Played, 'player' | 'fields'>) => {
        game.now = at;
        const { row } = game.commit({ player, fields, resource: {}, gift: null, isKnown: true });
        open ??= weekAt(at);
        log.push({ ...row, at });
      };
      const end = (week: number) => {
        ends.push({ week, number: game.history.length });
        log.push({ opens: weekBegins(week + 1) });
        open = week + 1;
      };

      let ending = weekBegins(WEEK + 1);
      for (const step of released) {
        if (step !== 'closed') {
          ending = Math.max(ending, weekBegins(weekAt(game.now + 60_000)));
          play(ending + step.afterMs, step);
          continue;
        }
        const last = game.history.at(-1);
        if (open === null || !last || game.now < weekBegins(open + 1)) continue;
        closed.set(open, last.rev);
        end(open);
      }
      for (const step of later) {
        const week: number = open ?? WEEK;
        if (step !== 'ended') play(weekBegins(week) + step.intoMs, step);
        else if (open !== null) {
          game.endWeek(week);
          end(week);
        }
      }

      const found = [];
      for await (const { week, upTo, now } of weeksOfEvents(pagesOf(game.history), closed)) {
        found.push({ week, number: upTo.number });
        const { entries, presidents } = now();
        const board = new Board();
        for (const event of game.history.slice(0, upTo.number)) board.apply(event);
        expect(upTo.rev).toBe(board.rev);
        expect(entries).toMatchObject(countWeek(log, weekBegins(week)));
        expect(presidents).toEqual(presidentsNow(board));
      }
      expect(found).toEqual(ends);
    }),
    { numRuns: runs({ usual: 300, long: 3000 }) },
  ));
