import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LeaderboardEntry } from '../../common/protocol/leaderboard.ts';
import { walletOf } from '../../common/testing/fixtures.ts';
import { revSchema } from '../../common/values/ids.ts';
import type { NationId } from '../../common/values/nations.ts';
import { runs } from '../../tools/test/run-counts.ts';
import { Board } from './board.ts';
import { anyMove, choose, SmallGame, stake, type Move } from './testing/fixtures.ts';
import { ModelList } from './testing/model-list.ts';
import { LiveWindow, type NationChange, type WindowChanges } from './window.ts';

const QUIET: WindowChanges = { nations: [], events: [], wallets: new Set() };

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
  const { nations, events } = window.take();
  return {
    nations: nations.map(({ nationId, changed, left }: NationChange) => ({
      nationId,
      changed: changed.map((entry) => `${entry.rank} ${Number(entry.walletAddress)}`),
      left: left.map(Number),
    })),
    events: events.map(
      ({ walletAddress, kind, gdpBefore, gdpAfter }) =>
        `${Number(walletAddress)} ${kind} ${gdpAfter - gdpBefore}`,
    ),
  };
}

test('a change is reported once, per nation, with the events that moved the GDP', () => {
  const { window } = new Watched().play(
    choose(1, 'usa'),
    choose(2, 'italy'),
    stake(2, 30_000),
    stake(2, 10),
  );
  expect(take(window)).toEqual({
    nations: [
      { nationId: 'usa', changed: ['1 1'], left: [] },
      { nationId: 'italy', changed: ['2 2'], left: [] },
    ],
    events: [
      '1 nation-chosen 25000',
      '2 nation-chosen 18000',
      '2 dena-staked 3000',
      '2 dena-staked 1',
    ],
  });
  expect(window.take()).toEqual(QUIET);
});

test('an event of an unknown kind moves its row and the totals, and has no event that is sent', () => {
  const { window, board } = new Watched().play(choose(1, 'usa'));
  window.take();
  const row = board.rowAt(1);
  if (!row) throw new Error('nobody joined');
  const rev = revSchema.parse('f'.repeat(16));
  board.apply({ kind: 'unknown', at: 1, row: { ...row, gdp: 99_000 }, rev });
  expect(take(window)).toEqual({
    nations: [{ nationId: 'usa', changed: ['1 1'], left: [] }],
    events: [],
  });
  expect(board.nation('usa').gdp).toBe(99_000);
});

test('[PRO15] a shifted rank by itself is not a change of the row', () => {
  const watched = new Watched().play(choose(1, 'usa'), choose(2, 'italy'));
  watched.window.take();
  watched.play(stake(2, 100_000));
  expect(take(watched.window)).toEqual({
    nations: [{ nationId: 'italy', changed: ['1 2'], left: [] }],
    events: ['2 dena-staked 10000'],
  });
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
  expect(nations).toMatchObject([{ nationId: 'italy', changed: [], left: [] }]);
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

const PLAYERS = 8;

type Step = { readonly do: 'tick' } | { readonly do: 'poll' } | Move;

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: anyMove(PLAYERS) },
  { weight: 2, arbitrary: fc.constant({ do: 'tick' } as const) },
  { weight: 1, arbitrary: fc.constant({ do: 'poll' } as const) },
);

/** Few enough that rows enter and leave all the time. */
const anySize = fc.integer({ min: 1, max: 4 });

test('[PRO15, DIG1] a list that receives only changes equals the first page after every tick, wherever it was fetched, and has its digest', () => {
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
        const presidencyOf = (nationId: NationId) => {
          const { presidentWallet, presidentStakedCount } = board.nation(nationId);
          return { presidentWallet, presidentStakedCount };
        };
        for (const nation of window.take().nations) {
          for (const client of lists) client.apply(nation);
        }
        for (const client of lists) {
          expect(client.entries(presidencyOf)).toEqual(board.page(size, 0));
          expect(client.digest()).toBe(window.digest());
        }
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

test('[DIG1] the digest is right between two takes and after a load', async () => {
  const watched = new Watched(2);
  const { game, board, window } = watched;
  const digest = () => new ModelList(board.page(2, 0)).digest();
  expect(window.digest()).toBe('0'.repeat(16));
  watched.play(choose(1, 'usa'), choose(2, 'italy'), choose(3, 'china'), stake(3, 200_000));
  expect(window.digest()).toBe(digest());
  watched.play(stake(2, 300_000));
  await board.load(game.snapshot());
  expect(window.digest()).toBe(digest());
  watched.play(stake(1, 400_000));
  window.take();
  expect(window.digest()).toBe(digest());
});
