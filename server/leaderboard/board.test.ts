import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { leaderboardCall, type LeaderboardEntry } from '../../common/protocol/leaderboard.ts';
import { comparePresidency, compareRank } from '../../common/rules/ranking.ts';
import { NOW, walletOf } from '../../common/testing/fixtures.ts';
import { epochSchema } from '../../common/values/ids.ts';
import { NATION_IDS, type NationId } from '../../common/values/nations.ts';
import { runs } from '../../tools/test/run-counts.ts';
import { Board } from './board.ts';
import { anyMove, EPOCH, revOf, SmallGame } from './testing/fixtures.ts';

async function boardOf(game: SmallGame): Promise<Board> {
  const board = new Board();
  await board.load(game.snapshot());
  return board;
}

/** Players 1, 2, 3 … of these nations, who joined in that order, a second apart. */
async function joined(...nations: NationId[]): Promise<{ game: SmallGame; board: Board }> {
  const game = new SmallGame();
  const board = await boardOf(game);
  nations.forEach((nationId, i) => {
    game.playOn(board, { do: 'choose', player: i + 1, nationId });
    game.now += 1000;
  });
  return { game, board };
}

const ranking = (entries: readonly LeaderboardEntry[] | null) =>
  entries?.map((entry) => `${entry.rank} ${Number(entry.walletAddress)}`);

test('a row on the wire is as in [ENT4], plus gdpSince', async () => {
  const { game, board } = await joined('italy');
  game.playOn(board, { do: 'stake-cultural', player: 1, quantity: 2 });
  const [entry] = leaderboardCall.answers[200].parse(board.page(1000, 0));
  expect(entry).toEqual({
    rank: 1,
    nationId: 'italy',
    nationName: 'Italy',
    flag: '🇮🇹',
    walletAddress: walletOf(1),
    name: null,
    gdp: 18_000 + 2 * 1200,
    gdpSince: new Date(NOW + 1000).toISOString(),
    gdpOrder: NOW + 1000,
    culturalOrder: NOW + 1000,
    denaHoldings: '1000000',
    resources: { wood: 0, oil: 0, food: 0, technology: 0 },
    presidentWallet: walletOf(1),
    presidentStakedCount: 2,
  });
  expect(board.entry(walletOf(1))).toEqual(entry);
});

test('[LB1] a tie keeps the player who reached the GDP first above', async () => {
  const { game, board } = await joined('usa', 'italy', 'usa');
  expect(ranking(board.page(1000, 0))).toEqual(['1 1', '2 3', '3 2']);
  game.playOn(board, { do: 'stake-dena', player: 2, amount: 70_000 });
  expect(ranking(board.page(1000, 0))).toEqual(['1 1', '2 3', '3 2']);
  game.playOn(board, { do: 'stake-dena', player: 2, amount: 10 });
  expect(ranking(board.page(1000, 0))).toEqual(['1 2', '2 1', '3 3']);
});

test('the rows around a wallet are cut at both ends', async () => {
  const { board } = await joined('usa', 'usa', 'usa', 'usa', 'usa');
  expect(ranking(board.around(walletOf(1), 1))).toEqual(['1 1', '2 2']);
  expect(ranking(board.around(walletOf(3), 1))).toEqual(['2 2', '3 3', '4 4']);
  expect(ranking(board.around(walletOf(5), 2))).toEqual(['3 3', '4 4', '5 5']);
  expect(ranking(board.around(walletOf(3), 0))).toEqual(['3 3']);
});

test('an event that the board already holds changes nothing and notifies nobody', async () => {
  const game = new SmallGame();
  const board = await boardOf(game);
  const first = game.playOn(board, { do: 'choose', player: 1, nationId: 'usa' });
  game.playOn(board, { do: 'stake-dena', player: 1, amount: 70_000 });
  const before = board.page(1000, 0);
  let told = 0;
  board.subscribe({ onChange: () => (told += 1), onReload: () => (told += 1) });
  if (first) board.apply(first);
  expect(board.page(1000, 0)).toEqual(before);
  expect(board.rev).toBe(revOf(2));
  expect(board.nation('usa')).toMatchObject({ gdp: 32_000, players: 1 });
  expect(told).toBe(0);
});

test('a caller that leaves no longer waits for a commit; the others do', async () => {
  const { game, board } = await joined('usa');
  const gone = new AbortController();
  const left = board.reached(revOf(2), 1_000_000, gone.signal);
  const stays = board.reached(revOf(2), 1_000_000, new AbortController().signal);
  gone.abort();
  await expect(left).resolves.toBe(false);
  game.playOn(board, { do: 'stake-dena', player: 1, amount: 10 });
  await expect(stays).resolves.toBe(true);
});

test('a load resolves the waiters that it satisfies; another data set rejects all of them', async () => {
  const { game, board } = await joined('usa');
  const held = board.reached(revOf(2), 10_000);
  const later = board.reached(revOf(3), 10_000);
  game.play({ do: 'stake-dena', player: 1, amount: 10 });
  await board.load(game.snapshot());
  await expect(held).resolves.toBe(true);
  game.epoch = epochSchema.parse('another-epoch');
  await board.load(game.snapshot());
  await expect(later).resolves.toBe(false);
  expect(board.epoch).toBe(game.epoch);
});

test('a load replaces every row, and listeners are notified', async () => {
  const { board } = await joined('usa', 'italy');
  let reloads = 0;
  const unsubscribe = board.subscribe({ onChange: () => {}, onReload: () => (reloads += 1) });
  await board.load(new SmallGame().snapshot());
  expect(board.count).toBe(0);
  expect(board.nation('usa')).toMatchObject({ gdp: 0, players: 0 });
  unsubscribe();
  await board.load(new SmallGame().snapshot());
  expect(reloads).toBe(1);
});

test('a snapshot that holds a wallet twice is a bug that throws', async () => {
  const { game } = await joined('usa');
  const twice = (async function* () {
    yield* game.snapshot().players;
    yield* game.snapshot().players;
  })();
  await expect(new Board().load({ ...game.snapshot(), players: twice })).rejects.toThrow('twice');
});

test('[PRE1] a board fed with events equals one loaded from the snapshot and sums all rows up, after any moves', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyMove(8), { maxLength: 100, size: 'max' }), async (moves) => {
      const game = new SmallGame();
      const fed = await boardOf(game);
      for (const move of moves) {
        game.now += 1;
        game.playOn(fed, move);
      }
      const loaded = await boardOf(game);
      expect(fed.page(1000, 0)).toEqual(loaded.page(1000, 0));
      expect(NATION_IDS.map((id) => fed.nation(id))).toEqual(
        NATION_IDS.map((id) => loaded.nation(id)),
      );
      expect(fed.rev).toBe(loaded.rev);
      expect(fed.epoch).toBe(EPOCH);
      for (const id of NATION_IDS) {
        const rows = fed.slice(1000, 0).filter(({ nationId }) => nationId === id);
        const [president] = rows.filter((row) => row.culturalCount > 0).toSorted(comparePresidency);
        expect(fed.nation(id)).toEqual({
          gdp: rows.reduce((sum, { gdp }) => sum + gdp, 0),
          players: rows.length,
          presidentWallet: president?.wallet ?? null,
          presidentStakedCount: president?.culturalCount ?? 0,
        });
      }
      const keys = fed.page(1000, 0).map((entry) => ({
        gdp: entry.gdp,
        gdpOrder: entry.gdpOrder ?? Number.NaN,
        wallet: entry.walletAddress,
      }));
      expect(keys).toEqual(keys.toSorted(compareRank));
    }),
    { numRuns: runs({ usual: 50, long: 2000 }) },
  );
});

describe('one nation’s rows and search results', () => {
  const LETTERS = ['ada', 'adam', 'bo', 'bob'];

  /** The row as a name would leave it. */
  function named(game: SmallGame, board: Board, player: number, name: string | null): void {
    const found = board.ranked(walletOf(player));
    if (found)
      board.apply({
        kind: 'unknown',
        at: game.now,
        row: { ...found.row, name },
        rev: game.nextRev(),
      });
  }

  test('are those of the whole list, whatever happens', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            anyMove(12),
            fc.record({
              do: fc.constant('name' as const),
              player: fc.nat({ max: 11 }),
              name: fc.option(fc.constantFrom(...LETTERS)),
            }),
          ),
          { maxLength: 60 },
        ),
        fc.boolean(),
        async (moves, loadsAgain) => {
          const game = new SmallGame();
          const board = await boardOf(game);
          for (const move of moves) {
            if (move.do === 'name') named(game, board, move.player, move.name);
            else game.playOn(board, move);
          }
          if (loadsAgain) await board.load(game.snapshot());
          const all = board.page(1000, 0);
          for (const nationId of NATION_IDS) {
            const own = all.filter((entry) => entry.nationId === nationId);
            expect(board.nationPage(nationId, 1000, 0)).toEqual(own);
            expect(board.nationPage(nationId, 2, 1)).toEqual(own.slice(1, 3));
          }
          const looked = ['0x00', '0x000', walletOf(3).toLowerCase(), '0xff', ...LETTERS];
          for (const text of looked) {
            const found = all.filter(({ walletAddress, name }) =>
              text.startsWith('0x')
                ? walletAddress.toLowerCase().startsWith(text)
                : name?.startsWith(text),
            );
            expect(board.find(text, 5)).toEqual(found.slice(0, 5));
          }
        },
      ),
    );
  });
});
