import { describe, expect, vi } from 'vitest';
import { dena, walletOf } from '../../common/testing/fixtures.ts';
import { chooseNationCommand } from '../game/commands/choose-nation.ts';
import { stakeDenaCommand } from '../game/commands/stakes.ts';
import {
  ALICE,
  BOB,
  gameTest as test,
  intent,
  type GameWorld,
} from '../test/support/game-world.ts';
import { StoreUnavailable, type Store } from '../store/store.ts';
import { Board } from './board.ts';
import { EarlierBoard } from './earlier-board.ts';
import { revOf } from './testing/fixtures.ts';
import { RowGame } from './testing/row-game.ts';

const HOUR_MS = 60 * 60 * 1000;

async function joinItaly({ game, chain }: GameWorld, wallet = ALICE): Promise<void> {
  chain.give(wallet, { denaWei: dena(100_000) });
  const outcome = await game.act(chooseNationCommand({ wallet, nationId: 'italy' }), intent());
  if (!outcome.ok) throw new Error(outcome.message);
}

/** @param amount in whole DENA */
async function stakeIn({ game }: GameWorld, amount: number, wallet = ALICE): Promise<void> {
  const command = stakeDenaCommand({ wallet, amountWei: dena(amount) });
  const outcome = await game.act(command, intent());
  if (!outcome.ok) throw new Error(outcome.message);
}

function dayAgo(
  { board, clock, ...world }: GameWorld,
  store: Pick<Store, 'events'> = world.store,
): EarlierBoard {
  return new EarlierBoard({ store, board, now: () => clock.now() }, 24 * HOUR_MS);
}

/** A game of rows, its board, which has no commit yet, and that of a day ago. */
async function rowGame() {
  const game = new RowGame();
  const board = new Board();
  await board.load(game.snapshot());
  const dayAgo = new EarlierBoard({ store: game, board, now: () => game.now }, 24 * HOUR_MS);
  const commit = (player: number, gdp: number) =>
    game.commit({ player, fields: { gdp }, resource: {}, gift: null, isKnown: true });
  return { game, board, dayAgo, commit };
}

test('[PCT1] the board of a day ago has what happened exactly then', async ({ world }) => {
  await joinItaly(world);
  const { gdpSince = 0 } = world.board.ranked(ALICE)?.row ?? {};
  let now = gdpSince + 24 * HOUR_MS - 1;
  const dayAgoThen = () => new EarlierBoard({ ...world, now: () => now }, 24 * HOUR_MS);
  const kept = dayAgoThen();
  await kept.advance();
  expect(kept.ranked(ALICE)).toBeNull();
  now += 1;
  for (const board of [kept, dayAgoThen()]) {
    await board.advance();
    expect(board.ranked(ALICE)).toMatchObject({ rank: 1 });
  }
});

describe('[PCT1] the board of a day ago', () => {
  test('has nobody who joined since, and does not look up their earlier state', async ({
    world,
  }) => {
    await joinItaly(world);
    const asked = vi.spyOn(world.store, 'events');
    const board = dayAgo(world);
    expect(board.ranked(ALICE)).toBeNull();
    await board.advance();
    expect(board.ranked(ALICE)).toBeNull();
    expect(asked.mock.calls.filter(([query]) => query.wallet)).toEqual([]);
  });

  test('is read back to then, page by page, and once', async () => {
    const { game, board, dayAgo, commit } = await rowGame();
    const commits = (player: number, count: number) => {
      for (let n = 0; n < count; n += 1) commit(player, 1);
    };
    commits(1, 600);
    game.now += 48 * HOUR_MS;
    commits(2, 1);
    commits(1, 1100);
    await board.load(game.snapshot());
    const asked = vi.spyOn(game, 'events');
    await dayAgo.advance();
    expect([1, 2].map((n) => dayAgo.ranked(walletOf(n))?.rank)).toEqual([1, undefined]);
    const queries = asked.mock.calls.map(([query]) => query);
    expect(queries.filter(({ wallet }) => !wallet)).toMatchObject([
      { order: 'newest-first' },
      { order: 'newest-first' },
      { order: 'oldest-first', after: revOf(600) },
    ]);
    asked.mockClear();
    await dayAgo.advance();
    expect(asked).not.toHaveBeenCalled();
  });

  test('is right before today’s gets its commits, and after it', async () => {
    const { game, board, dayAgo, commit } = await rowGame();
    await dayAgo.advance();
    const late = [];
    for (const n of [1, 2]) {
      late.push(commit(n, n));
      game.now += 25 * HOUR_MS;
      await dayAgo.advance();
      expect(dayAgo.ranked(walletOf(n))).toMatchObject({ rank: 1, row: { gdp: n } });
    }
    for (const event of late) board.apply(event);
    board.apply(commit(1, 3));
    expect([1, 2].map((n) => dayAgo.ranked(walletOf(n))?.rank)).toEqual([2, 1]);
  });

  test('leaves nothing on today’s that a load was for that failed, or one that was replaced', async ({
    world,
  }) => {
    let open = 0;
    const subscribe = world.board.subscribe.bind(world.board);
    vi.spyOn(world.board, 'subscribe').mockImplementation((listener) => {
      const close = subscribe(listener);
      open += 1;
      return () => {
        open -= 1;
        close();
      };
    });
    let isAway = true;
    const events: Store['events'] = async (query) => {
      if (isAway) throw new StoreUnavailable('it is away');
      return world.store.events(query);
    };
    const board = dayAgo(world, { events });
    await expect(board.advance()).rejects.toThrow(StoreUnavailable);
    expect(open).toBe(0);
    isAway = false;
    await board.advance();
    await world.board.load(await world.store.loadPlayers());
    await board.advance();
    expect(open).toBe(1);
  });

  test('is not blocked by an event that is dated ahead', async ({ world }) => {
    await joinItaly(world, ALICE);
    const events: Store['events'] = async (query) =>
      (await world.store.events(query)).map((event) =>
        event.kind === 'dena-staked' && event.row.wallet === ALICE
          ? { ...event, at: event.at + 365 * 24 * HOUR_MS }
          : event,
      );
    const board = dayAgo(world, { events });
    await board.advance();
    await stakeIn(world, 100, ALICE);
    await joinItaly(world, BOB);
    await board.advance();
    await world.clock.advance(25 * HOUR_MS);
    await board.advance();
    // Read now, it counts as of now.
    await world.clock.advance(25 * HOUR_MS);
    await board.advance();
    expect(board.ranked(ALICE)).toMatchObject({ row: { gdp: 18_010 } });
    expect(board.ranked(BOB)).not.toBeNull();
  });
});
