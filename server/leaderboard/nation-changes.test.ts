import { describe, expect, vi } from 'vitest';
import { revSchema } from '../../common/values/ids.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { gameTest as test, type GameWorld } from '../test/support/game-world.ts';
import { NationChanges } from './nation-changes.ts';
import { joinItaly, stakeIn } from './testing/moves-in-world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ITALY_STARTS_WITH = 18_000;

function changesIn({ store, board, clock }: GameWorld): NationChanges {
  return new NationChanges({ store, board, now: () => clock.now() });
}

/** A stake a day and an hour ago, one two hours ago, one half an hour ago, one a minute ago. */
async function play(world: GameWorld): Promise<void> {
  const { clock } = world;
  await joinItaly(world);
  await clock.advance(HOUR_MS);
  await stakeIn(world, 10);
  await clock.advance(23 * HOUR_MS);
  await stakeIn(world, 100);
  await clock.advance(1.5 * HOUR_MS);
  await stakeIn(world, 1000);
  await clock.advance(29 * MINUTE_MS);
  await stakeIn(world, 10_000);
  await clock.advance(MINUTE_MS);
}

const PLAYED = { m10: 1000, h1: 1100, h24: 1110 };

describe('the nations’ changes', () => {
  test('cover what happened within ten minutes, an hour and a day', async ({ world }) => {
    const changes = changesIn(world);
    await changes.advance();
    await play(world);
    expect(changes.of('italy')).toEqual(PLAYED);
    expect(changes.of('china')).toEqual({ m10: 0, h1: 0, h24: 0 });
    await world.clock.advance(10 * MINUTE_MS);
    expect(changes.of('italy')).toEqual({ ...PLAYED, m10: 0 });
  });

  test('are computed from the events if the server started later, and continue', async ({
    world,
  }) => {
    await play(world);
    const changes = changesIn(world);
    expect(changes.of('italy')).toEqual({ m10: null, h1: null, h24: null });
    await stakeIn(world, 20);
    await changes.advance();
    expect(changes.of('italy')).toEqual({ m10: 1002, h1: 1102, h24: 1112 });
    await stakeIn(world, 30);
    expect(changes.of('italy')).toEqual({ m10: 1005, h1: 1105, h24: 1115 });
  });

  test('count a game that is younger than the span from zero', async ({ world }) => {
    const changes = changesIn(world);
    await joinItaly(world);
    await changes.advance();
    expect(changes.of('italy')).toEqual({
      m10: ITALY_STARTS_WITH,
      h1: ITALY_STARTS_WITH,
      h24: ITALY_STARTS_WITH,
    });
  });

  test('are read again after the board was reloaded', async ({ world }) => {
    const { board, store } = world;
    await play(world);
    const changes = changesIn(world);
    await changes.advance();
    await board.load(await store.loadPlayers());
    expect(changes.of('italy')).toEqual({ m10: null, h1: null, h24: null });
    await changes.advance();
    expect(changes.of('italy')).toEqual(PLAYED);
  });

  test('are not taken from a read that the board’s next load overtook', async ({ world }) => {
    const { board, store, clock } = world;
    await play(world);
    const events = vi.fn(async (...args: Parameters<typeof store.events>) => {
      const answer = await store.events(...args);
      if (events.mock.calls.length === 1) await board.load(await store.loadPlayers());
      return answer;
    });
    const changes = new NationChanges({ store: { events }, board, now: () => clock.now() });
    await changes.advance();
    expect(NATION_IDS.map((id) => changes.of(id).m10)).toEqual([null, null, null, null]);
    await changes.advance();
    expect(changes.of('italy')).toEqual(PLAYED);
  });

  test('stay exact while those of earlier days are dropped', async ({ world }) => {
    const { board, clock } = world;
    await joinItaly(world);
    const changes = changesIn(world);
    await changes.advance();
    const row = board.rowAt(1);
    if (!row) throw new Error('Alice has joined');
    for (let n = 1; n <= 4000; n += 1) {
      await clock.advance(MINUTE_MS);
      const rev = revSchema.parse((BigInt(`0x${board.rev}`) + 1n).toString(16).padStart(16, '0'));
      board.apply({ kind: 'unknown', at: clock.now(), row: { ...row, gdp: row.gdp + n }, rev });
    }
    expect(changes.of('italy')).toEqual({ m10: 10, h1: 60, h24: 1440 });
  });
});
