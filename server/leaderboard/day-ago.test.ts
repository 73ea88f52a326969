import { describe, expect, vi } from 'vitest';
import { dena } from '../../common/testing/fixtures.ts';
import { chooseNationCommand } from '../game/commands/choose-nation.ts';
import { stakeDenaCommand } from '../game/commands/stake-dena.ts';
import {
  ALICE,
  BOB,
  gameTest as test,
  intent,
  type GameWorld,
} from '../test/support/game-world.ts';
import { DayAgo } from './day-ago.ts';

const HOUR_MS = 60 * 60 * 1000;

function dayAgo({ store, board, clock }: GameWorld): DayAgo {
  return new DayAgo({ store, today: board, now: () => clock.now() });
}

async function join({ game, chain }: GameWorld, wallet = ALICE): Promise<void> {
  chain.give(wallet, { denaWei: dena(1000) });
  const outcome = await game.act(chooseNationCommand({ wallet, nationId: 'italy' }), intent());
  if (!outcome.ok) throw new Error(outcome.message);
}

async function stake({ game }: GameWorld, amount: number, wallet = ALICE): Promise<void> {
  const command = stakeDenaCommand({ wallet, amountWei: dena(amount) });
  const outcome = await game.act(command, intent());
  if (!outcome.ok) throw new Error(outcome.message);
}

describe('[PCT1] the board of a day ago', () => {
  test('has nobody who joined since, and does not look for what they were before', async ({
    world,
  }) => {
    await join(world);
    const asked = vi.spyOn(world.store, 'events');
    const board = dayAgo(world);
    expect(board.ranked(ALICE)).toBeNull();
    await board.advance();
    expect(board.ranked(ALICE)).toBeNull();
    expect(asked.mock.calls.filter(([query]) => query.wallet)).toEqual([]);
  });

  test('takes each event in when it is a day old, ranks included', async ({ world }) => {
    const board = dayAgo(world);
    await join(world, ALICE);
    // [LB1] Of two at the same moment the lower address would come first.
    await world.clock.advance(1);
    await join(world, BOB);
    await world.clock.advance(HOUR_MS);
    await board.advance();
    await stake(world, 100, BOB);
    await world.clock.advance(23 * HOUR_MS);
    await board.advance();
    expect(board.ranked(ALICE)).toMatchObject({ rank: 1, row: { gdp: 18_000 } });
    expect(board.ranked(BOB)).toMatchObject({ rank: 2, row: { gdp: 18_000 } });
    await world.clock.advance(HOUR_MS);
    await board.advance();
    expect(board.ranked(BOB)).toMatchObject({ rank: 1, row: { gdp: 18_010 } });
    expect(board.ranked(ALICE)).toMatchObject({ rank: 2 });
  });

  test('loaded late, is the same as one that was there all along', async ({ world }) => {
    const early = dayAgo(world);
    for (let hour = 0; hour < 60; hour += 1) {
      if (hour === 3) await join(world, ALICE);
      if (hour === 7) await join(world, BOB);
      if (hour > 7) await stake(world, hour, hour % 3 ? ALICE : BOB).catch(() => undefined);
      await world.clock.advance(HOUR_MS);
      await early.advance();
      const late = dayAgo(world);
      await late.advance();
      for (const wallet of [ALICE, BOB]) expect(late.ranked(wallet)).toEqual(early.ranked(wallet));
    }
    expect(early.ranked(ALICE)?.row.gdp).toBeGreaterThan(18_000);
  });
});
