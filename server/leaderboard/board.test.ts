import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparePresidency } from '../../common/rules/ranking.ts';
import { walletOf } from '../../common/testing/fixtures.ts';
import { compareAddresses, type Address } from '../../common/values/address.ts';
import { epochSchema } from '../../common/values/ids.ts';
import { byNation, type NationId } from '../../common/values/nations.ts';
import { eachResource, type ResourceUnits } from '../../common/values/resources.ts';
import type { StoredEvent } from '../../common/values/stored-event.ts';
import { NOTHING_CONTRIBUTED, stagesComplete, unitsIn, workOf } from '../../common/values/works.ts';
import { runs } from '../../tools/test/run-counts.ts';
import { yieldToLoop } from '../lib/machine.ts';
import { Board, type BoardChange, type RankedRow } from './board.ts';
import { leaderboardEntry } from './entry.ts';
import { revOf, SmallGame } from './testing/fixtures.ts';
import { anyRowChange, NAMES, RowGame } from './testing/row-game.ts';

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

test('a caller waits until the board has a commit or the caller leaves, and nobody else with it', async () => {
  const { game, board } = await joined('usa', 'usa');
  const answers = new Map<number, boolean>();
  const gone = new Map([1, 2, 3, 4, 5].map((n) => [n, new AbortController()]));
  const settled = async () => {
    await yieldToLoop();
    return Object.fromEntries(answers);
  };
  for (const n of [2, 5, 3, 4]) {
    const reached = board.reached(revOf(n), 1_000_000, gone.get(n)?.signal);
    void reached.then((answer) => answers.set(n, answer));
  }
  gone.get(4)?.abort();
  expect(await settled()).toEqual({ 2: true, 4: false });
  game.playOn(board, { do: 'stake-dena', player: 1, amount: 10 });
  expect(await settled()).toEqual({ 2: true, 3: true, 4: false });
  gone.get(3)?.abort();
  for (const player of [1, 2]) game.playOn(board, { do: 'stake-dena', player, amount: 10 });
  expect(await settled()).toEqual({ 2: true, 3: true, 4: false, 5: true });
});

test('a load resolves the waiters that it satisfies; another data set rejects all of them', async () => {
  const { game, board } = await joined('usa');
  const reached = board.reached(revOf(2), 10_000);
  const later = board.reached(revOf(3), 10_000);
  game.play({ do: 'stake-dena', player: 1, amount: 10 });
  await board.load(game.snapshot());
  await expect(reached).resolves.toBe(true);
  game.epoch = epochSchema.parse('another-epoch');
  await board.load(game.snapshot());
  await expect(later).resolves.toBe(false);
  expect(board.epoch).toBe(game.epoch);
});

test('a snapshot that has a wallet twice is a bug that throws', async () => {
  const { game } = await joined('usa');
  const twice = (async function* () {
    yield* game.snapshot().players;
    yield* game.snapshot().players;
  })();
  await expect(new Board().load({ ...game.snapshot(), players: twice })).rejects.toThrow('twice');
});

/** What the board says of everything, in lists that are cut somewhere. */
function said(board: Board) {
  const players = Array.from({ length: PLAYERS + 1 }, (_, n) => walletOf(n));
  return {
    place: [board.epoch, board.rev, board.count],
    ranked: players.map((wallet) => board.ranked(wallet)),
    entries: players.map((wallet) => board.entry(wallet)),
    rows: [board.slice(1000, 0), board.slice(3, 2)],
    page: board.page(3, 2),
    around: board.around(walletOf(1), 1),
    previews: GDPS.map((gdp) => board.preview(walletOf(1), gdp, 2)),
    found: TEXTS.map((text) => board.find(text, 2)),
    nations: byNation((id) => ({
      totals: board.nation(id),
      page: board.nationPage(id, 2, 1),
      presidency: board.presidency(id, 2),
      contributed: board.contributed(id),
      contributors: board.contributors(id, 2),
      work: board.work(id),
      unexplained: board.unexplained(id),
    })),
  };
}

/** Commits that completed the stages of a work, the first stage first. */
function finishesOf(events: readonly StoredEvent[], nationId: NationId) {
  const given = new Map<Address, ResourceUnits>();
  const finishes: StoredEvent[] = [];
  for (const event of events.filter(({ row }) => row.nationId === nationId)) {
    given.set(event.row.wallet, event.row.contributed ?? NOTHING_CONTRIBUTED);
    const totals = sumOf([...given.values()]);
    while (finishes.length < stagesComplete(totals)) finishes.push(event);
  }
  return finishes;
}

const sumOf = (units: readonly ResourceUnits[]): ResourceUnits =>
  eachResource((type) => units.reduce((sum, one) => sum + one[type], 0));

/** The same, from the rows and events as they are, sorted and summed up for each question. */
function expectedOf(game: RowGame): ReturnType<typeof said> {
  const ranking = game.ranking();
  const nations = byNation((id) => {
    const ranked = ranking.filter(({ row }) => row.nationId === id);
    const rows = ranked.map(({ row }) => row);
    const candidates = ranked
      .filter(({ row }) => row.culturalCount > 0)
      .toSorted((a, b) => comparePresidency(a.row, b.row));
    const president = candidates[0]?.row;
    const totals = {
      gdp: rows.reduce((sum, { gdp }) => sum + gdp, 0),
      players: rows.length,
      presidentWallet: president?.wallet ?? null,
      presidentStakedCount: president?.culturalCount ?? 0,
    };
    const culturalStaked = rows.reduce((sum, row) => sum + row.culturalCount, 0);
    const units = ({ row }: RankedRow) => unitsIn(row.contributed ?? NOTHING_CONTRIBUTED);
    const contributed = sumOf(rows.flatMap((row) => row.contributed ?? []));
    return {
      totals,
      page: ranked.slice(1, 3).map(({ row, rank }) => leaderboardEntry(row, rank, totals)),
      presidency: { culturalStaked, candidates: candidates.slice(0, 2) },
      contributed,
      contributors: ranked
        .filter((one) => units(one) > 0)
        .toSorted((a, b) => units(b) - units(a) || compareAddresses(a.row.wallet, b.row.wallet))
        .slice(0, 2),
      work: workOf(
        contributed,
        finishesOf(game.played, id).map(({ at }) => at),
      ),
      unexplained: Array<number>(),
    };
  });
  const entries = ranking.map(({ row, rank }) =>
    leaderboardEntry(row, rank, nations[row.nationId].totals),
  );
  const of = <T>(list: readonly T[], walletIn: (one: T) => Address) =>
    Array.from(
      { length: PLAYERS + 1 },
      (_, n) => list.find((one) => walletIn(one) === walletOf(n)) ?? null,
    );
  const rows = ranking.map(({ row }) => row);
  const rank = rows.findIndex(({ wallet }) => wallet === walletOf(1)) + 1;
  return {
    place: [game.epoch, revOf(game.history.length), ranking.length],
    ranked: of(ranking, ({ row }) => row.wallet),
    entries: of(entries, ({ walletAddress }) => walletAddress),
    rows: [rows, rows.slice(2, 5)],
    page: entries.slice(2, 5),
    around: rank > 0 ? entries.slice(Math.max(0, rank - 2), rank + 1) : null,
    previews: GDPS.map((gdp) => {
      const own = rows[rank - 1];
      if (!own) return null;
      // Reached now: after everyone who has it.
      const then = own.gdp === gdp ? own : { ...own, gdp, gdpOrder: Infinity };
      const others = rows.map((row) => (row === own ? then : row));
      const next = game.ranking(others).findIndex(({ row }) => row === then) + 1;
      return {
        rank: next,
        passes: entries.slice(next - 1, rank - 1).slice(0, 2),
        passedBy: entries.slice(rank, next).slice(0, 2),
      };
    }),
    found: TEXTS.map((text) =>
      entries
        .filter(({ walletAddress, name }) =>
          [walletAddress.toLowerCase(), name].some((one) => one?.startsWith(text)),
        )
        .slice(0, 2),
    ),
    nations,
  };
}

const PLAYERS = 6;
const GDPS = [0, 1, 2, 3, 4];
const TEXTS = ['0x00', '0x000', walletOf(3).toLowerCase(), '0xff', ...NAMES];

test('[LB1, PRE1, WRK1] whatever changes, the board is what its rows and events say, and names each change', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRowChange(PLAYERS), { maxLength: 40, size: 'max' }),
      fc.nat({ max: 40 }),
      async (changes, loadsAfter) => {
        const game = new RowGame();
        const board = new Board();
        await board.load(game.snapshot());
        let change: BoardChange | null = null;
        board.subscribe({ onChange: (one) => (change = one), onReload: () => {} });
        let before = expectedOf(game);
        for (const [n, draft] of changes.entries()) {
          const event = game.commit(draft);
          const { nationId } = event.row;
          const rank = board.rankOf(event.row);
          board.apply(event);
          // What it has already changes nothing.
          for (const event of game.history) board.apply(event);
          const after = expectedOf(game);
          const ranked = after.ranked[draft.player];
          const [was, is] = [before.nations[nationId], after.nations[nationId]];
          expect(change).toEqual({
            event,
            before: before.ranked[draft.player],
            after: ranked,
            presidentChanged:
              was.totals.presidentWallet !== is.totals.presidentWallet ||
              was.totals.presidentStakedCount !== is.totals.presidentStakedCount,
            finished:
              unitsIn(was.contributed) === unitsIn(is.contributed)
                ? null
                : is.work.stages.flatMap((_, i) =>
                    was.work.stage <= i && i < is.work.stage ? [i + 1] : [],
                  ),
          });
          expect(rank).toBe(ranked?.rank);
          before = after;
          // [SEA1] A commit that no player made changes nothing but the rev.
          change = null;
          board.apply(game.endWeek(n, game.now));
          expect(change).toBeNull();
          if (n === loadsAfter) await board.load(game.snapshot());
        }
        expect(said(board)).toEqual(expectedOf(game));
        for (const event of game.played) {
          const finished = finishesOf(game.played, event.row.nationId).flatMap((finish, i) =>
            finish === event && event.kind === 'contributed' ? [i + 1] : [],
          );
          expect(board.finishedBy(event)).toEqual(finished);
        }
        // Of another data set nothing is known but its rows.
        game.epoch = epochSchema.parse('another-epoch');
        await board.load(game.snapshot());
        const nations = byNation((id) => {
          const { contributed, ...rest } = expectedOf(game).nations[id];
          const unexplained = rest.work.stages.flatMap((_, i) =>
            i < rest.work.stage ? [i + 1] : [],
          );
          return { ...rest, contributed, work: workOf(contributed, []), unexplained };
        });
        expect(said(board)).toEqual({ ...expectedOf(game), nations });
      },
    ),
    { numRuns: runs({ usual: 20, long: 2000 }) },
  );
});
