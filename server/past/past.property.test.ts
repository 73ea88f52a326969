/**
 * [PRO32] The record of any game, whenever it is written, shows every moment as a board of all its
 * events would.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../tools/test/run-counts.ts';
import { byNation } from '../../common/values/nations.ts';
import { Board } from '../leaderboard/board.ts';
import { anyRowChange, RowGame, type RowChange } from '../leaderboard/testing/row-game.ts';
import { createLog } from '../observe/log.ts';
import { openMemoryStore } from '../store/testing/memory-store.ts';
import { instead } from '../test/support/instead.ts';
import { failingWrites } from '../store/testing/failing-writes.ts';
import { entriesThen, Past } from './past.ts';
import { Seasons } from './seasons.ts';
import { writeRecord } from './record-writer.ts';

const RUNS = runs({ usual: 15, long: 10_000 });
const PLAYERS = 6;
/** So few that some places are not known, and so many that all are. */
const FEW = { rows: 4, candidates: 2, commits: 6 };
const ALL = { rows: 1000, candidates: 100, commits: 6 };

const anyPause = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(0, 1, 999, 61_000) },
  { weight: 1, arbitrary: fc.constant(4_000_000) },
);

/**
 * What happens: a commit after a while, one that ends a week, or the writer's next step; a write
 * may fail either way.
 */
const anyHappening = fc.oneof(
  { weight: 8, arbitrary: fc.record({ change: anyRowChange(PLAYERS), laterMs: anyPause }) }, // prettier-ignore
  { weight: 2, arbitrary: fc.constant('step' as const) },
  { weight: 1, arbitrary: fc.constant('week-end' as const) },
  { weight: 1, arbitrary: fc.constantFrom('refused' as const, 'unknown' as const) },
);

type Happening = typeof anyHappening extends fc.Arbitrary<infer One> ? One : never;

const by = (player: number, fields: RowChange['fields'] = {}) =>
  ({ change: { player, fields, resource: {}, gift: null, isKnown: true }, laterMs: 0 }) as const;
/** The candidates that the last stored ranking knows all end, and the President is another. */
const UNKNOWN_PRESIDENT: [Happening[], [number, 0 | 1 | -1][], typeof FEW] = [
  [
    ...[1, 3, 5].map((player) => by(player)),
    ...[1, 3, 5].map((player) => by(player, { culturalCount: 1, culturalOrder: player })),
    'step',
    'step',
    ...[1, 3].map((player) => by(player, { culturalCount: 0 })),
  ],
  [[7, 0]],
  FEW,
];

function totalsOn(board: Board) {
  return byNation((nationId) => {
    const { gdp, players } = board.nation(nationId);
    return { gdp, players };
  });
}

async function emptyBoard(): Promise<Board> {
  const board = new Board();
  await board.load(new RowGame().snapshot());
  return board;
}

test('every moment is shown as by a board of all the events up to it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyHappening, { minLength: 1, maxLength: 80, size: 'max' }),
      fc.array(fc.tuple(fc.nat(), fc.constantFrom(-1, 0, 1)), { minLength: 1, maxLength: 8 }),
      fc.constantFrom(FEW, ALL),
      async (happenings, places, limits) => {
        const game = new RowGame();
        const history = game.history;
        const board = await emptyBoard();
        const memory = openMemoryStore();
        const { fail, write } = failingWrites(memory);
        const store = instead(memory, { write, events: game.events });
        const log = createLog('silent');
        const lease = { isHeld: () => true };
        const past = new Past({ store, log });
        const now = () => game.now;
        const seasons = new Seasons({ store, board, past, now, log });
        const step = () =>
          writeRecord({ store, board, past, seasons, lease, now, limits }).catch(() => undefined);

        for (const happening of happenings) {
          if (happening === 'step') await step();
          else if (happening === 'refused' || happening === 'unknown') fail(happening);
          else if (happening === 'week-end') {
            if (game.history.length > 0) board.apply(game.endWeek(0, game.now));
          } else {
            game.now += happening.laterMs;
            board.apply(game.commit(happening.change));
          }
        }
        fail('done');
        await step();
        await step();

        const first = history[0];
        if (!first) {
          expect(await past.rankingAt(game.now)).toEqual({
            why: 'before-the-game',
            begunAt: null,
          });
          return;
        }
        expect(await past.rankingAt(first.at - 1)).toEqual({
          why: 'before-the-game',
          begunAt: first.at,
        });
        for (const [place, offset] of places) {
          const near = history[place % history.length]?.at ?? first.at;
          const moment = Math.max(first.at, near + offset);
          const then = await emptyBoard();
          for (const event of history) if (event.at <= moment) then.apply(event);
          const shown = await past.rankingAt(moment);
          if ('why' in shown) throw new Error(shown.why);
          expect(shown.count).toBe(then.count);
          const rows = entriesThen(shown, 100);
          const { length } = rows;
          if (limits === ALL) expect(length).toBe(then.count);
          expect(rows).toEqual(then.page(length, 0));
          expect(shown.totals).toEqual(totalsOn(then));
        }
      },
    ),
    { numRuns: RUNS, examples: [UNKNOWN_PRESIDENT] },
  );
});
