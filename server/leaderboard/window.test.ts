import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LeaderboardEntry } from '../../common/protocol/leaderboard.ts';
import { walletOf } from '../../common/testing/fixtures.ts';
import type { Address } from '../../common/values/address.ts';
import { NATION_IDS, type NationId } from '../../common/values/nations.ts';
import { isKnownEvent } from '../../common/values/stored-event.ts';
import { runs } from '../../tools/test/run-counts.ts';
import { Board } from './board.ts';
import { ModelList } from './testing/model-list.ts';
import { anyRowChange, RowGame, type RowChange } from './testing/row-game.ts';
import { LiveWindow, type WindowChanges } from './window.ts';

const QUIET: WindowChanges = { nations: [], events: [], wallets: new Set() };

const PLAYERS = 8;

type Step =
  | RowChange
  | { readonly do: 'tick' | 'poll' }
  | { readonly missed: RowChange }
  | { readonly watched: number };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: anyRowChange(PLAYERS) },
  { weight: 9, arbitrary: fc.constant({ do: 'tick' } as const) },
  { weight: 2, arbitrary: fc.constant({ do: 'poll' } as const) },
  // The feed was lost, and with it a commit: the board is loaded again.
  { weight: 1, arbitrary: fc.record({ missed: anyRowChange(PLAYERS) }) },
  { weight: 3, arbitrary: fc.record({ watched: fc.nat({ max: PLAYERS }) }) },
);

/** Few enough that rows enter and leave all the time. */
const anySize = fc.integer({ min: 1, max: 4 });

/** What a tick must say, from the whole list before and after each commit. */
class Pending {
  steps = 0;
  readonly #rows = new Set<Address>();
  readonly #flags = new Map<NationId, { hasNewPresident: boolean; hasNewWork: boolean }>();
  readonly events: unknown[] = [];
  /** Watched or not. */
  readonly changed = new Set<Address>();

  commit(game: RowGame, board: Board, change: RowChange, size: number): void {
    const before = entriesOf(board);
    const event = game.commit(change);
    board.apply(event);
    const after = entriesOf(board);
    this.steps += 1;
    const { wallet, nationId } = event.row;
    for (const [one, is] of after) {
      const was = before.get(one);
      const [wasIn, isIn] = [was, is].map((entry) => entry !== undefined && entry.rank <= size);
      const isTouched =
        wasIn !== isIn || (isIn && one === wallet && contentOf(was) !== contentOf(is));
      if (isTouched) this.#rows.add(one);
      if (JSON.stringify(was) !== JSON.stringify(is)) this.changed.add(one);
    }
    const [was, is] = [before.get(wallet), after.get(wallet)];
    const hasNewPresident = presidentOf(before, nationId) !== presidentOf(after, nationId);
    const hasNewWork = was !== undefined && change.gift !== null;
    const movesGdp = was?.gdp !== is?.gdp;
    if (movesGdp || hasNewPresident || hasNewWork) {
      const known = this.#flags.get(nationId);
      this.#flags.set(nationId, {
        hasNewPresident: hasNewPresident || known?.hasNewPresident === true,
        hasNewWork: hasNewWork || known?.hasNewWork === true,
      });
    }
    if (!change.isKnown || !(movesGdp || hasNewWork)) return;
    const finished = board.finishedBy(event);
    this.events.push({
      id: event.rev,
      kind: was ? (hasNewWork ? 'contributed' : 'dena-staked') : 'nation-chosen',
      gdpBefore: was?.gdp ?? 0,
      gdpAfter: is?.gdp,
      detail: {
        ...(isKnownEvent(event) ? event.detail : {}),
        ...(finished.length > 0 ? { finished } : {}),
      },
      rankBefore: was?.rank ?? null,
      rankAfter: is?.rank,
    });
  }

  nations(board: Board, size: number): WindowChanges['nations'] {
    const entries = [...entriesOf(board).values()].filter((entry) =>
      this.#rows.has(entry.walletAddress),
    );
    return NATION_IDS.flatMap((nationId) => {
      const own = entries.filter((entry) => entry.nationId === nationId);
      const flags = this.#flags.get(nationId);
      if (own.length === 0 && !flags) return [];
      return {
        nationId,
        changed: own.filter(({ rank }) => rank <= size),
        left: own.filter(({ rank }) => rank > size).map(({ walletAddress }) => walletAddress),
        hasNewPresident: false,
        hasNewWork: false,
        ...flags,
      };
    });
  }
}

function entriesOf(board: Board): ReadonlyMap<Address, LeaderboardEntry> {
  return new Map(board.page(1000, 0).map((entry) => [entry.walletAddress, entry]));
}

/** A row apart from its rank and president. */
function contentOf(entry: LeaderboardEntry | undefined): string {
  return JSON.stringify(
    entry && { ...entry, rank: 0, presidentWallet: null, presidentStakedCount: 0 },
  );
}

function presidentOf(entries: ReadonlyMap<Address, LeaderboardEntry>, nationId: NationId): string {
  const entry = [...entries.values()].find((one) => one.nationId === nationId);
  return `${entry?.presidentWallet ?? null} ${entry?.presidentStakedCount ?? 0}`;
}

test('[PRO15, DIG1] a tick says what changed and nothing else: lists that receive only ticks equal the first page, wherever they were fetched', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStep, { maxLength: 60, size: 'max' }),
      anySize,
      async (steps, size) => {
        const game = new RowGame();
        const board = new Board();
        await board.load(game.snapshot());
        const window = new LiveWindow(board, size);
        let pending = new Pending();
        const watched = new Set([0, 2, 4, 6].map(walletOf));
        for (const wallet of watched) window.watch(wallet);
        // One follows from the start; the others were fetched at some moment between two ticks.
        let lists = [new ModelList()];
        for (const step of [...steps, { do: 'tick' } as const]) {
          if ('player' in step) {
            pending.commit(game, board, step, size);
            expect(window.digest()).toBe(new ModelList(board.page(size, 0)).digest());
          } else if ('watched' in step) {
            const wallet = walletOf(step.watched);
            pending.changed.delete(wallet);
            pending.steps += 1;
            if (watched.delete(wallet)) window.unwatch(wallet);
            else {
              watched.add(wallet);
              window.watch(wallet);
              window.watch(wallet);
            }
            window.unwatch('nobody');
            expect(window.watchedWallets()).toEqual([...watched]);
            const all = Array.from({ length: PLAYERS + 1 }, (_, n) => walletOf(n));
            expect(window.watchedAmong(['nobody', ...all])).toEqual(
              all.filter((one) => watched.has(one)),
            );
          } else if ('missed' in step) {
            game.commit(step.missed);
            await board.load(game.snapshot());
            pending = new Pending();
            lists = [new ModelList(board.page(size, 0))];
          } else if (step.do === 'poll') lists.push(new ModelList(board.page(size, 0)));
          else {
            const { nations, events, wallets } = window.take();
            expect(byLeft(nations)).toEqual(byLeft(pending.nations(board, size)));
            expect(events.map(eventOf)).toEqual(pending.events);
            const own = [...watched].filter((wallet) => pending.changed.has(wallet));
            expect([...wallets]).toEqual(expect.arrayContaining(own));
            expect([...watched]).toEqual(expect.arrayContaining([...wallets]));
            // Several steps at once may name a row that none of them passed.
            if (pending.steps < 2) expect(wallets.size).toBe(own.length);
            pending = new Pending();
            expect(window.take()).toEqual(QUIET);
            for (const list of lists) {
              for (const nation of nations) list.apply(nation);
              expect(list.entries((nationId) => presidencyIn(board, nationId))).toEqual(
                board.page(size, 0),
              );
            }
          }
        }
        window.close();
        board.apply(
          game.commit({ player: 0, fields: { gdp: 9 }, resource: {}, gift: null, isKnown: true }),
        );
        expect(window.take()).toEqual(QUIET);
      },
    ),
    { numRuns: runs({ usual: 30, long: 3000 }) },
  );
});

type Moved = WindowChanges['events'][number];

function eventOf({ id, kind, gdpBefore, gdpAfter, detail, rankBefore, rankAfter }: Moved) {
  return { id, kind, gdpBefore, gdpAfter, detail, rankBefore, rankAfter };
}

/** In any order: who left has none. */
function byLeft(nations: WindowChanges['nations']) {
  return nations.map((nation) => ({ ...nation, left: nation.left.toSorted() }));
}

function presidencyIn(board: Board, nationId: NationId) {
  const { presidentWallet, presidentStakedCount } = board.nation(nationId);
  return { presidentWallet, presidentStakedCount };
}
