/**
 * [DIG1] The digest proves the merge: twenty faults of it, each noticed by the same tick, and none where the merge is
 * right.
 */
import fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import type { Tick, TickRow } from '../../common/protocol/live.ts';
import { LIVE_ROWS } from '../../common/protocol/live-rows.ts';
import { walletOf } from '../../common/testing/fixtures.ts';
import { address } from '../../common/values/address.ts';
import { runs } from '../../tools/test/run-counts.ts';
import type { BoardState } from './board-merge.ts';
import type * as HeldRows from './held-rows.ts';
import { ModelProcess, ModelStore } from './testing/board-model.ts';

/** What the merge does wrong during a tick. */
const planted = { fault: '' };
// Files share a worker and what they import: the merge is loaded again, on rows with faults in them.
vi.resetModules();
vi.doMock('./held-rows.ts', async (importOriginal) => {
  const real = await importOriginal<typeof HeldRows>();
  const mergeRows: typeof real.mergeRows = (stay, come) =>
    real.mergeRows(
      planted.fault === 'a staying row is lost' ? stay.slice(1) : stay,
      planted.fault === 'the last arrival is lost' ? come.slice(0, -1) : come,
    );
  const rankedRows: typeof real.rankedRows = (rows, before, presidents) => {
    const ranked = real.rankedRows(rows, before, presidents);
    if (planted.fault !== 'stale rows are shown') return ranked;
    const known = real.byWallet(before);
    return ranked.map((row) => known.get(row.entry.walletAddress) ?? row);
  };
  return { ...real, mergeRows, rankedRows };
});
const { emptyBoard, fetchStarted, listAnswered, tickReceived, wantsFetch } =
  await import('./board-merge.ts');
afterAll(() => {
  vi.doUnmock('./held-rows.ts');
  vi.resetModules();
});

/** Merged rows, ten million of them in the long tier, in parts that a slow machine takes a minute for. */
const ROWS = runs({ usual: 800, long: 500_000 });
const PARTS = Array.from({ length: runs({ usual: 1, long: 20 }) }, (_, part) => part + 1);
const ROWS_PER_TICK = runs({ usual: 40, long: 400 });
const PER_TICK = 40;

/** More than the window has room for, so that rows come and go. */
const PLAYERS = LIVE_ROWS + 200;

/** A full window, random commits, ticks of several of them. */
class FullGame {
  readonly #store = new ModelStore(LIVE_ROWS);
  readonly #process: ModelProcess;
  readonly #random: (below: number) => number;

  constructor(random: (below: number) => number) {
    this.#random = random;
    for (let n = 1; n <= PLAYERS; n += 1) this.#commit(n);
    this.#process = new ModelProcess(this.#store);
  }

  get epoch() {
    return this.#store.epoch;
  }

  #commit(n: number): void {
    const gdp = 18_000 + this.#random(5000);
    const denaHoldings = this.#random(1000);
    this.#store.commit({ wallet: walletOf(n), gdp, denaHoldings, presidentCount: null });
  }

  tick(commits: number): Tick {
    for (let n = 0; n < commits; n += 1) this.#commit(1 + this.#random(PLAYERS));
    this.#process.follow(commits);
    const tick = this.#process.tick();
    if (!tick) throw new Error('somebody has committed');
    return tick;
  }

  list() {
    return this.#process.list();
  }
}

/** Numbers from a seed: fast-check's own would be kept for shrinking. */
function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function listed(state: BoardState, game: FullGame): BoardState {
  const [asked, ticket] = fetchStarted(state);
  return listAnswered(asked, ticket, game.list());
}

test.each(PARTS)('honest merges are never refuted (%i)', (part) => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const random = randomOf(seed + part);
      const game = new FullGame(random);
      let state = listed(emptyBoard(), game);
      for (let merged = 0; merged < ROWS;) {
        const tick = game.tick(1 + random(ROWS_PER_TICK));
        merged += tick.nations.reduce((sum, { changed }) => sum + changed.length, 0);
        state = tickReceived(state, game.epoch, tick);
        if (state.isRefuted) throw new Error(`refuted at ${tick.rev}`);
      }
      expect(state.board).toEqual(game.list());
    }),
    { numRuns: 1 },
  );
});

/** A tick as a faulty merge would take it. */
type OfTick = (tick: Tick, state: BoardState) => Tick;

/** With another first row of those that changed. */
const withFirst =
  (change: (row: TickRow, state: BoardState) => readonly TickRow[]): OfTick =>
  (tick, state) => {
    const at = tick.nations.findIndex(({ changed }) => changed.length > 0);
    return {
      ...tick,
      nations: tick.nations.map((nation, i) => {
        const [first, ...others] = nation.changed;
        if (i !== at || !first) return nation;
        return { ...nation, changed: [...change(first, state), ...others] };
      }),
    };
  };
const withField = (change: (row: TickRow) => Partial<TickRow>): OfTick =>
  withFirst((row) => [{ ...row, ...change(row) }]);
const withUnits = (type: keyof TickRow['resources'], by: number): OfTick =>
  withField(({ resources }) => ({ resources: { ...resources, [type]: resources[type] + by } }));

const TICK_FAULTS: Readonly<Record<string, OfTick>> = {
  'a skipped row': withFirst(() => []),
  'a skipped nation': (tick) => ({
    ...tick,
    nations: tick.nations.filter(({ changed }) => changed.length === 0),
  }),
  'a stale row': withFirst((row, { rows }) => {
    const was = rows.find(({ entry }) => entry.walletAddress === row.walletAddress);
    return was ? [was.entry] : [];
  }),
  'a row twice': withFirst((row) => [row, row]),
  'a wrong order key': withField(({ gdpOrder }) => ({ gdpOrder: gdpOrder + 1 })),
  'a wrong order of the presidency': withField((row) => ({ culturalOrder: row.culturalOrder + 1 })),
  'a GDP off by one': withField(({ gdp }) => ({ gdp: gdp + 1 })),
  'wrong DENA holdings': withField(({ denaHoldings }) => ({ denaHoldings: `${denaHoldings}.5` })),
  'wood off by one': withUnits('wood', 1),
  'oil off by one': withUnits('oil', 1),
  'food off by one': withUnits('food', -1),
  'technology off by one': withUnits('technology', 1),
  'two resources swapped': withField(({ resources: { wood, oil, ...rest } }) => ({
    resources: { ...rest, wood: oil + 100, oil: wood + 100 },
  })),
  'a row under another wallet': withField(({ walletAddress }) => ({
    walletAddress: walletOfOther(walletAddress),
  })),
  'a row under another nation': (tick) => {
    const [first, second, ...others] = tick.nations;
    if (!first || !second) throw new Error('a tick has four nations');
    const changed = [...first.changed, ...second.changed];
    return {
      ...tick,
      nations: [{ ...first, changed }, { ...second, changed: [] }, ...others],
    };
  },
  'those who left stay': (tick) => ({
    ...tick,
    nations: tick.nations.map((nation) => ({ ...nation, left: [] })),
  }),
  'somebody else leaves': (tick, { rows }) => {
    const [best] = rows;
    if (!best) throw new Error('there are rows');
    const left = [best.entry.walletAddress];
    return { ...tick, nations: tick.nations.map((nation) => ({ ...nation, left })) };
  },
};

function walletOfOther(wallet: TickRow['walletAddress']): TickRow['walletAddress'] {
  const digits: `0x${string}` = `0xf${wallet.slice(3).toLowerCase()}`;
  return address(digits);
}

/** A loaded client, a few ticks later; each of the faults has something to break in the next one. */
function playing(seed: number) {
  const random = randomOf(seed);
  const game = new FullGame(random);
  let state = listed(emptyBoard(), game);
  for (let n = 0; n < 3; n += 1) state = tickReceived(state, game.epoch, game.tick(PER_TICK));
  return { game, state };
}

/** What a screen does with rows that the digest refutes. */
function expectNoticed(before: BoardState, noticed: BoardState, game: FullGame): void {
  expect(noticed.isRefuted).toBe(true);
  // It keeps what was right last, and wants the list.
  expect(noticed.board).toBe(before.board);
  expect(wantsFetch(noticed)).toBe(true);
  const more = tickReceived(noticed, game.epoch, game.tick(5));
  expect(more.board).toBe(before.board);
  const healed = listed(more, game);
  expect(healed.board).toEqual(game.list());
  // Said once, as soon as the list has replaced them.
  const ended = tickReceived(healed, game.epoch, game.tick(5));
  const later = tickReceived(ended, game.epoch, game.tick(5));
  expect([more.corrections, healed.corrections, later.corrections]).toEqual([0, 1, 1]);
  expect(wantsFetch(later)).toBe(false);
  expect(later.board).toEqual(game.list());
}

const seeds = fc.integer();
const SOME = { numRuns: runs({ usual: 2, long: 50 }) };

test.each(Object.entries(TICK_FAULTS))('%s is noticed by the same tick', (_, fault) => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const { game, state } = playing(seed);
      const tick = fault(game.tick(PER_TICK), state);
      expectNoticed(state, tickReceived(state, game.epoch, tick), game);
    }),
    SOME,
  );
});

test.each(['a staying row is lost', 'the last arrival is lost', 'stale rows are shown'])(
  '%s: noticed by the same tick',
  (fault) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { game, state } = playing(seed);
        planted.fault = fault;
        const noticed = tickReceived(state, game.epoch, game.tick(PER_TICK));
        planted.fault = '';
        expectNoticed(state, noticed, game);
      }),
      SOME,
    );
  },
);

test('rows that are refuted again after a list are shown all the same, until a digest agrees', () => {
  const { game, state } = playing(3);
  const refuted = (before: BoardState) =>
    tickReceived(before, game.epoch, { ...game.tick(5), digest: 'f'.repeat(16) });
  const again = refuted(refuted(listed(refuted(state), game)));
  expect(again.board).toEqual(game.list());
  const agreed = tickReceived(again, game.epoch, game.tick(5));
  expect([again, agreed].map(wantsFetch)).toEqual([true, false]);
  expect(refuted(agreed).board).toBe(agreed.board);
});

test('a tick that was lost without a gap is noticed by the next one', () => {
  const { game, state } = playing(1);
  game.tick(PER_TICK);
  const next = { ...game.tick(PER_TICK), since: state.rev };
  expectNoticed(state, tickReceived(state, game.epoch, next), game);
});

test('a tick without a digest is not checked', () => {
  const { game, state } = playing(2);
  const { digest: _digest, ...tick } = withFirstSkipped(game.tick(PER_TICK), state);
  expect(tickReceived(state, game.epoch, tick).isRefuted).toBe(false);
});

const withFirstSkipped = withFirst(() => []);
