/** [SEA3] A week's list that ticks keep current is the server's, whatever happens in it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  SEASON_LIVE_ROWS,
  seasonDetailSchema,
  type SeasonDetail,
  type SeasonEntry,
  type TickSeason,
} from '../../common/protocol/seasons.ts';
import { walletOf } from '../../common/testing/fixtures.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { runs } from '../../tools/test/run-counts.ts';
import { mergedSeason } from './season-merge.ts';

/**
 * What the server knows: each player's gain, and when they reached it, by which ties are ranked.
 */
type Race = ReadonlyMap<number, { readonly gained: number; readonly order: number }>;

const nationOf = (player: number) => NATION_IDS[player % NATION_IDS.length] ?? 'italy';

function ranking(race: Race): SeasonEntry[] {
  return [...race]
    .filter(([, { gained }]) => gained > 0)
    .sort(([, a], [, b]) => b.gained - a.gained || a.order - b.order)
    .map(([player, { gained }], i) => ({
      rank: i + 1,
      walletAddress: walletOf(player),
      name: null,
      nationId: nationOf(player),
      gained,
      gdp: 10_000 + gained,
    }));
}

let order = 100;

/** The race after these players are touched: among equals, who gained nothing stays in place. */
function after(race: Race, changes: readonly (readonly [number, number])[]): Race {
  const next = new Map(race);
  for (const [player, gained] of changes) {
    const own = next.get(player);
    if (own?.gained !== gained) next.set(player, { gained, order: (order += 1) });
  }
  return next;
}

function answer(race: Race): SeasonDetail {
  const all = ranking(race);
  return seasonDetailSchema.parse({
    season: {
      id: '2026-W48',
      from: '2026-11-23T00:00:00.000Z',
      to: '2026-11-30T00:00:00.000Z',
      state: 'running',
      players: all.length,
      nations: NATION_IDS.map((nationId) => ({
        nationId,
        gained: all.reduce((sum, one) => sum + (one.nationId === nationId ? one.gained : 0), 0),
      })),
      champion: all[0] ?? null,
    },
    entries: all.slice(0, SEASON_LIVE_ROWS),
    own: null,
    chase: null,
    best: [],
    presidents: [],
  });
}

/**
 * What a tick says of these players' moves: of the first entries those that moved, came or left.
 */
function tick(before: Race, after: Race, moved: ReadonlySet<number>): TickSeason {
  const [was, is] = [before, after].map((race) => ranking(race).slice(0, SEASON_LIVE_ROWS));
  const known = new Set(was?.map(({ walletAddress }) => walletAddress));
  const first = new Set(is?.map(({ walletAddress }) => walletAddress));
  const { players, nations } = answer(after).season;
  const wallets = new Set([...moved].map(walletOf));
  return {
    id: '2026-W48',
    players,
    nations,
    changed:
      is?.filter(({ walletAddress }) => wallets.has(walletAddress) || !known.has(walletAddress)) ??
      [],
    left: [...known].filter((wallet) => !first.has(wallet)),
  };
}

const RUNS = { numRuns: runs({ usual: 60, long: 10_000 }) };

/** Almost as many as a tick keeps current, many of them level. */
const BEGINNING: Race = new Map(
  Array.from({ length: 97 }, (_, player) => [player, { gained: 1 + (player % 30), order: player }]),
);

const moves = fc.array(
  fc.array(fc.tuple(fc.nat(150), fc.integer({ min: -5, max: 40 })), {
    minLength: 1,
    maxLength: 30,
  }),
  { maxLength: 12 },
);

describe('[SEA3] a week’s list', () => {
  test('[PRO37] is the server’s after every tick, ties and the hundredth place included', () => {
    fc.assert(
      fc.property(moves, (ticks) => {
        let race = BEGINNING;
        let cached = answer(race);
        for (const changes of ticks) {
          const next = after(race, changes);
          cached = mergedSeason(
            cached,
            tick(race, next, new Set(changes.map(([player]) => player))),
          );
          race = next;
          const { season, entries } = answer(race);
          expect(cached.entries).toEqual(entries);
          expect(cached.season.nations).toEqual(season.nations);
          expect(cached.season.players).toBe(season.players);
          expect(cached.season.champion?.walletAddress).toBe(season.champion?.walletAddress);
          for (const best of cached.best) {
            expect(entries.find(({ nationId }) => nationId === best.nationId)).toEqual(best);
          }
        }
      }),
      RUNS,
    );
  });

  test('is in the order of gains with ranks from 1, whichever ticks are missed', () => {
    fc.assert(
      fc.property(moves, fc.array(fc.boolean()), (ticks, isMissed) => {
        let race = BEGINNING;
        let cached = answer(race);
        for (const [i, changes] of ticks.entries()) {
          const next = after(race, changes);
          const part = tick(race, next, new Set(changes.map(([player]) => player)));
          if (!isMissed[i]) cached = mergedSeason(cached, part);
          race = next;
        }
        const { entries } = cached;
        expect(entries.map(({ rank }) => rank)).toEqual(entries.map((_, i) => i + 1));
        const gains = entries.map(({ gained }) => gained);
        expect(gains).toEqual([...gains].sort((a, b) => b - a));
        expect(new Set(entries.map(({ walletAddress }) => walletAddress)).size).toBe(
          entries.length,
        );
      }),
      RUNS,
    );
  });

  test('[SEA1] that has ended is left as it is', () => {
    const running = answer(new Map([[1, { gained: 5, order: 0 }]]));
    const ended = { ...running, season: { ...running.season, state: 'closing' as const } };
    const part = { id: '2026-W48', players: 0, nations: [], changed: [], left: [walletOf(1)] };
    expect(mergedSeason(ended, part)).toBe(ended);
    expect(mergedSeason(running, part).entries).toEqual([]);
  });
});

test('[SEA3] who leaves the first entries has no place of their own until the next poll', () => {
  const cached = answer(new Map([[1, { gained: 5, order: 1 }]]));
  const [own = null] = cached.entries;
  const part = { id: '2026-W48', players: 0, nations: [], changed: [], left: [walletOf(1)] };
  expect(mergedSeason({ ...cached, own }, part).own).toBeNull();
});
