import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LeaderboardEntry } from '../../common/protocol/leaderboard.ts';
import { walletOf } from '../../common/testing/fixtures.ts';
import { revSchema, stakeIdSchema } from '../../common/values/ids.ts';
import { runs } from '../../tools/test/run-counts.ts';
import { Board } from './board.ts';
import { anyMove, choose, SmallGame, stake, type Move } from './testing/fixtures.ts';
import { ModelList } from './testing/model-list.ts';
import { LiveWindow, type NationChange, type WindowChanges } from './window.ts';

const QUIET: WindowChanges = { nations: [], wallets: new Set() };

class Watched {
  readonly game = new SmallGame();
  readonly board = new Board();
  readonly window: LiveWindow;

  constructor(size?: number) {
    this.window = new LiveWindow(this.board, size);
  }

  play(...moves: Move[]): this {
    for (const move of moves) {
      this.game.now += 1000;
      this.game.playOn(this.board, move);
    }
    return this;
  }
}

function take(window: LiveWindow) {
  return window.take().nations.map(({ nationId, list, causes }: NationChange) => ({
    nationId,
    changed: list?.changed.map((entry) => `${entry.rank} ${Number(entry.walletAddress)}`),
    left: list?.left.map(Number),
    causes: causes?.map((cause) => `${Number(cause.walletAddress)} ${cause.kind} ${cause.delta}`),
  }));
}

test('a change is reported once, per nation, with what moved the GDP', () => {
  const { window } = new Watched().play(
    choose(1, 'usa'),
    choose(2, 'italy'),
    stake(2, 30_000),
    stake(2, 10),
  );
  expect(take(window)).toEqual([
    { nationId: 'usa', changed: ['1 1'], left: [], causes: ['1 nation-chosen 25000'] },
    {
      nationId: 'italy',
      changed: ['2 2'],
      left: [],
      causes: ['2 nation-chosen 18000', '2 dena-staked 3000', '2 dena-staked 1'],
    },
  ]);
  expect(window.take()).toEqual(QUIET);
});

test('an event of an unknown kind moves its row and the totals, and names no cause', () => {
  const { window, board } = new Watched().play(choose(1, 'usa'));
  window.take();
  const row = board.rowAt(1);
  if (!row) throw new Error('nobody joined');
  const rev = revSchema.parse('f'.repeat(16));
  board.apply({ kind: 'unknown', at: 1, row: { ...row, gdp: 99_000 }, rev });
  expect(take(window)).toEqual([{ nationId: 'usa', changed: ['1 1'], left: [], causes: [] }]);
  expect(board.nation('usa').gdp).toBe(99_000);
});

test('[PRO15] a shifted rank by itself is not a change of the row', () => {
  const watched = new Watched().play(choose(1, 'usa'), choose(2, 'italy'));
  watched.window.take();
  watched.play(stake(2, 100_000));
  expect(take(watched.window)).toEqual([
    { nationId: 'italy', changed: ['1 2'], left: [], causes: ['2 dena-staked 10000'] },
  ]);
});

test('changed holdings are a change of the row and move no GDP', () => {
  const watched = new Watched().play(choose(1, 'usa'));
  watched.window.take();
  watched.play({ do: 'receive-dena', player: 1, amount: 5 });
  expect(take(watched.window)).toEqual([
    { nationId: 'usa', changed: ['1 1'], left: [], causes: undefined },
  ]);
});

test('holdings verified without a difference are not reported', () => {
  const watched = new Watched().play(choose(1, 'usa'));
  watched.window.watch(walletOf(1));
  watched.window.take();
  watched.play({ do: 'receive-dena', player: 1, amount: 0 });
  expect(watched.window.take()).toEqual(QUIET);
});

test('beyond the first rows only the totals are reported, and watched wallets’ own rows', () => {
  const watched = new Watched(1).play(choose(1, 'usa'), choose(2, 'italy'), choose(3, 'italy'));
  watched.window.watch(walletOf(2));
  watched.window.watch(walletOf(9));
  watched.window.take();
  watched.play(stake(3, 10));
  const { nations, wallets } = watched.window.take();
  expect(nations).toMatchObject([{ nationId: 'italy', list: null }]);
  expect(wallets).toEqual(new Set([walletOf(2)]));
  watched.play(choose(9, 'usa'));
  expect(watched.window.take().wallets).toEqual(new Set([walletOf(9), walletOf(2)]));
  watched.window.unwatch(walletOf(2));
  watched.play(stake(9, 10));
  expect(watched.window.take().wallets).toEqual(new Set([walletOf(9)]));
});

test('only those between the old place and the new one of a row that moved are named', () => {
  const watched = new Watched().play(
    choose(1, 'usa'),
    choose(2, 'usa'),
    choose(3, 'china'),
    choose(4, 'italy'),
    choose(5, 'italy'),
  );
  for (const n of [1, 3, 4]) watched.window.watch(walletOf(n));
  watched.window.take();
  watched.play(stake(2, 10), stake(5, 10));
  expect(watched.window.take().wallets).toEqual(new Set([walletOf(1), walletOf(4)]));
});

test('a board that is reloaded leaves nothing to send, and is followed from there', async () => {
  const watched = new Watched().play(choose(1, 'usa'), choose(2, 'usa'));
  watched.window.watch(walletOf(2));
  await watched.board.load(watched.game.snapshot());
  expect(watched.window.take()).toEqual(QUIET);
  watched.play(stake(1, 10), stake(2, 40_000));
  expect(watched.window.take().wallets).toEqual(new Set([walletOf(2)]));
});

test('a closed window records nothing more', () => {
  const watched = new Watched();
  watched.window.close();
  watched.play(choose(1, 'usa'));
  expect(watched.window.take()).toEqual(QUIET);
});

const PLAYERS = 8;

type Step = { readonly do: 'tick' } | { readonly do: 'poll' } | Move;

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: anyMove(PLAYERS) },
  { weight: 2, arbitrary: fc.constant({ do: 'tick' } as const) },
  { weight: 1, arbitrary: fc.constant({ do: 'poll' } as const) },
);

/** Few enough that rows enter and leave all the time. */
const anySize = fc.integer({ min: 1, max: 4 });

test('[PRO15] a list that receives only changes equals the first page after every tick, wherever it was fetched', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 120, size: 'max' }), anySize, (steps, size) => {
      const { game, board, window } = new Watched(size);
      // One follows from the start; the others were fetched at some moment between two ticks.
      const lists = [new ModelList()];
      for (const step of [...steps, { do: 'tick' } as const]) {
        game.now += clockStepMs(step);
        if (step.do === 'poll') lists.push(new ModelList(board.page(size, 0)));
        else if (step.do !== 'tick') game.playOn(board, step);
        if (step.do !== 'tick') continue;
        for (const { nationId, list } of window.take().nations) {
          if (!list) continue;
          for (const client of lists) client.apply(nationId, list, board.nation(nationId));
        }
        for (const client of lists) expect(client.entries()).toEqual(board.page(size, 0));
      }
    }),
    { numRuns: runs({ usual: 40, long: 3000 }) },
  );
});

test('a watched wallet is named whenever its own row changes, rank and president included', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 120, size: 'max' }), (steps) => {
      const { game, board, window } = new Watched(2);
      const watched = Array.from({ length: PLAYERS / 2 }, (_, i) => walletOf(2 * i));
      const rows = new Map<string, LeaderboardEntry | null>();
      for (const wallet of watched) window.watch(wallet);
      for (const step of [...steps, { do: 'tick' } as const]) {
        game.now += clockStepMs(step);
        // A row that is read between two ticks, as a poll reads it, must still be corrected.
        if (step.do === 'poll') for (const wallet of watched) rows.set(wallet, board.entry(wallet));
        else if (step.do !== 'tick') game.playOn(board, step);
        if (step.do !== 'tick') continue;
        for (const wallet of window.take().wallets) rows.set(wallet, board.entry(wallet));
        for (const wallet of watched) expect(rows.get(wallet) ?? null).toEqual(board.entry(wallet));
      }
    }),
    { numRuns: runs({ usual: 40, long: 3000 }) },
  );
});

/** Moves may fall on the same millisecond, so that addresses break ties too. */
function clockStepMs(step: Step): number {
  return step.do === 'tick' ? 1 : 0;
}

describe('the causes of one message', () => {
  /** Players 1 to `count` in Italy, the first ones far ahead. */
  const crowd = (count: number) => {
    const watched = new Watched();
    for (let n = 1; n <= count; n += 1) {
      watched.play(choose(n, 'italy'), stake(n, n <= 12 ? 500_000 - n * 10_000 : 10));
    }
    watched.window.take();
    return watched;
  };
  const told = (window: LiveWindow) => {
    const [change] = window.take().nations;
    return { causes: change?.causes ?? [], leftOut: change?.causesLeftOut };
  };

  test('[PRO19] contain everything that the event does, and the ranks before and after', () => {
    const { window } = new Watched().play(choose(1, 'usa'), choose(2, 'italy'), stake(2, 90_000));
    const causes = window.take().nations.flatMap((nation) => nation.causes ?? []);
    expect(causes).toMatchObject([
      { kind: 'nation-chosen', name: null, rankBefore: null, rankAfter: 1, delta: 25_000 },
      { kind: 'nation-chosen', rankBefore: null, rankAfter: 2 },
      { kind: 'dena-staked', rankBefore: 2, rankAfter: 1, detail: { amount: '90000' } },
    ]);
    expect(new Set(causes.map(({ id }) => id)).size).toBe(3);
  });

  test('[PRO19] are bounded, however many commits a tick has: the moves at the top and the largest others stay', () => {
    const watched = crowd(60);
    for (let n = 13; n <= 60; n += 1) watched.play(stake(n, 10 * n), stake(n, 10));
    // One place, at the top: player 11 passes player 10.
    watched.play(stake(11, 10_010));
    const { causes, leftOut } = told(watched.window);
    expect(causes).toHaveLength(40);
    expect(leftOut).toBe(2 * 48 + 1 - 40);
    expect(causes.at(-1)).toMatchObject({ rankBefore: 11, rankAfter: 10 });
    // The others are the largest, in the order of their commits.
    const deltas = causes.slice(0, -1).map(({ delta }) => delta);
    expect(deltas).toEqual(Array.from({ length: 39 }, (_, i) => 22 + i));
    expect(told(watched.window)).toEqual({ causes: [], leftOut: undefined });
  });

  test('one with more stakes than a message should list is left out, and counted', () => {
    const { window, board } = crowd(2);
    const row = board.rowAt(1);
    if (!row) throw new Error('nobody joined');
    const ends = (n: number, stakes: number) => {
      board.apply({
        rev: revSchema.parse(`f${String(n).padStart(15, '0')}`),
        at: n,
        kind: 'stakes-unbacked',
        gdpBefore: row.gdp,
        row: { ...row, gdp: row.gdp - n },
        rank: null,
        detail: {
          stakeIds: Array.from({ length: stakes }, (_, i) => stakeIdSchema.parse(`s${i}`)),
        },
      });
    };
    ends(1, 20);
    ends(2, 21);
    const { causes, leftOut } = told(window);
    expect(causes).toMatchObject([{ detail: { stakeIds: { length: 20 } } }]);
    expect(leftOut).toBe(1);
  });
});
