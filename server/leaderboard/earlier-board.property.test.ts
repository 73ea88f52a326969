/**
 * What is known of the last day equals the events replayed, whenever it was read and wherever a
 * board was reloaded or replaced.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOW, walletOf } from '../../common/testing/fixtures.ts';
import { epochSchema } from '../../common/values/ids.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { eachResource } from '../../common/values/resources.ts';
import { runs } from '../../tools/test/run-counts.ts';
import { Board } from './board.ts';
import { NationChanges } from './earlier-board.ts';
import { anyRowChange, RowGame } from './testing/row-game.ts';

const PLAYERS = 6;
const HOUR_S = 3600;
const SPANS_S = { m10: 600, h1: HOUR_S, h24: 24 * HOUR_S };

const anyStep = fc.record({
  change: anyRowChange(PLAYERS),
  /** Before the change: several in a second, and few in a day. */
  seconds: fc.constantFrom(0, 0, 1, 400, 2 * HOUR_S, 9 * HOUR_S),
  next: fc.constantFrom('nothing', 'nothing', 'nothing', 'advance', 'advance', 'reload', 'restore'),
  /** [SEA1] A commit that no player made comes before it. */
  endsWeek: fc.boolean(),
  /** Of what is restored: whether it is the same data set, from a backup. */
  isBackup: fc.boolean(),
});

test('[PCT1, WRK1] the board of a day ago and the changes since are those of the events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 40, size: 'max' }), async (steps) => {
      let restores = 0;
      const newGame = () =>
        Object.assign(new RowGame(), { epoch: epochSchema.parse(`after-${restores}`) });
      let game = newGame();
      const board = new Board();
      // Commits are made in the first half of a second, and questions are asked after it.
      let second = NOW / 1000;
      const now = () => second * 1000 + 500;
      const store = { events: (query: Parameters<RowGame['events']>[0]) => game.events(query) };
      const parts = { store, board, now };
      const changes = new NationChanges(parts);
      const { h24: dayAgo } = changes.earlier;
      const advance = () =>
        Promise.all(Object.values(changes.earlier).map((earlier) => earlier.advance()));
      await advance();
      const said = () =>
        NATION_IDS.map((id) => ({
          change: changes.of(id),
          growth: changes.growth(id),
          works: changes.contributed(id),
        }));
      const unknown = { m10: null, h1: null, h24: null };
      const nothing = NATION_IDS.map(() => ({ change: unknown, growth: unknown, works: null }));
      expect(said()).toEqual(nothing);
      await board.load(game.snapshot());
      let reading: Promise<unknown> = Promise.resolve();
      /** The ranking some seconds ago. */
      const rankingAt = (ago: number) => {
        const events = game.played.filter(({ at }) => at <= now() - ago * 1000);
        return game.ranking([...new Map(events.map(({ row }) => [row.wallet, row])).values()]);
      };
      for (const { change, seconds, next, isBackup, endsWeek } of [...steps, ...steps.slice(-1)]) {
        second += seconds;
        if (seconds > 0) game.now = second * 1000;
        if (endsWeek && game.history.length > 0) board.apply(game.endWeek(0, game.now));
        board.apply(game.commit(change));
        await reading;
        if (next === 'nothing') continue;
        if (next === 'reload') {
          await board.load(game.snapshot());
          expect(said()).toEqual(nothing);
          // The next commit comes while the events are read.
          reading = advance();
          continue;
        }
        if (next === 'restore') {
          // What is read now is of both data sets.
          reading = advance();
          if (!isBackup) restores += 1;
          game = newGame();
          game.now = second * 1000 - 48 * HOUR_S * 1000;
          game.commit(change);
          game.now = second * 1000;
          await board.load(game.snapshot());
          expect(said()).toEqual(nothing);
          const known = Array.from({ length: PLAYERS }, (_, n) => dayAgo.ranked(walletOf(n)));
          if (!isBackup) expect(known.filter((one) => one !== null)).toEqual([]);
          continue;
        }
        await advance();
        const yesterday = rankingAt(SPANS_S.h24);
        for (let n = 0; n < PLAYERS; n += 1) {
          const ranked = yesterday.find(({ row }) => row.wallet === walletOf(n)) ?? null;
          const { row, rank } = dayAgo.ranked(walletOf(n)) ?? {};
          // The board's own rows have more than those of events.
          const { season: _season, ...shown } = row ?? {};
          expect(row ? { row: shown, rank } : null).toEqual(ranked);
        }
        const sums = (ago: number) => {
          const rows = rankingAt(ago).map(({ row }) => row);
          return NATION_IDS.map((id) => {
            const own = rows.filter(({ nationId }) => nationId === id);
            const gdp = own.reduce((sum, row) => sum + row.gdp, 0);
            const given = eachResource((type) =>
              own.reduce((sum, { contributed }) => sum + (contributed?.[type] ?? 0), 0),
            );
            const firsts = [
              ...new Map(game.played.toReversed().map((one) => [one.row.wallet, one])),
            ];
            const brought = firsts.reduce(
              (sum, [, { at, row }]) =>
                row.nationId === id && at > now() - ago * 1000 ? sum + row.gdp : sum,
              0,
            );
            return { gdp, brought, given };
          });
        };
        const [today, m10, h1, h24] = [0, ...Object.values(SPANS_S)].map(sums);
        expect(said()).toEqual(
          NATION_IDS.map((_, i) => {
            const { gdp = 0, given } = today?.[i] ?? {};
            const changeSince = (then: typeof m10) => gdp - (then?.[i]?.gdp ?? 0);
            const growthSince = (then: typeof m10) => changeSince(then) - (then?.[i]?.brought ?? 0);
            return {
              change: { m10: changeSince(m10), h1: changeSince(h1), h24: changeSince(h24) },
              growth: { m10: growthSince(m10), h1: growthSince(h1), h24: growthSince(h24) },
              works: eachResource((type) => (given?.[type] ?? 0) - (h24?.[i]?.given[type] ?? 0)),
            };
          }),
        );
      }
    }),
    { numRuns: runs({ usual: 30, long: 2000 }) },
  );
});
