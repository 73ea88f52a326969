/**
 * [DIG1] The digest proves the merge: its faults are noticed by the same tick, and none where it is
 * right.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Tick, TickRow } from '../../common/protocol/live.ts';
import { LIVE_ROWS } from '../../common/protocol/live-rows.ts';
import { walletOf } from '../../common/testing/fixtures.ts';
import { address } from '../../common/values/address.ts';
import { runs } from '../../tools/test/run-counts.ts';
import {
  emptyBoard,
  fetchStarted,
  listAnswered,
  tickReceived,
  wantsFetch,
  type BoardState,
} from './board-merge.ts';
import { ModelProcess, ModelStore } from './testing/board-model.ts';

/**
 * Merged rows, ten million of them in the long tier, in parts that a slow machine takes a minute
 * for.
 */
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
const TICK_FAULTS: Readonly<Record<string, OfTick>> = {
  'a skipped row': withFirst(() => []),
  'a stale row': withFirst((row, { rows }) => {
    const was = rows.find(({ entry }) => entry.walletAddress === row.walletAddress);
    return was ? [was.entry] : [];
  }),
  'a GDP off by one': withFirst((row) => [{ ...row, gdp: row.gdp + 1 }]),
  'a row under another wallet': withFirst((row) => [
    { ...row, walletAddress: walletOfOther(row.walletAddress) },
  ]),
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
};

function walletOfOther(wallet: TickRow['walletAddress']): TickRow['walletAddress'] {
  const digits: `0x${string}` = `0xf${wallet.slice(3).toLowerCase()}`;
  return address(digits);
}

/**
 * A loaded client, a few ticks later; each of the faults has something to break in the next one.
 */
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
