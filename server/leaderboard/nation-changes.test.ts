import { describe, expect, vi } from 'vitest';
import { revSchema } from '../../common/values/ids.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { gameTest as test, type GameWorld } from '../test/support/game-world.ts';
import { NationChanges } from './nation-changes.ts';
import { joinItaly, stakeIn } from './testing/moves-in-world.ts';

const MINUTE_MS = 60_000;

function changesIn({ store, board, clock }: GameWorld): NationChanges {
  return new NationChanges({ store, board, now: () => clock.now() });
}

describe('the nations’ changes', () => {
  test('are not taken from a read that the board’s next load overtook', async ({ world }) => {
    const { board, store, clock } = world;
    await joinItaly(world);
    await clock.advance(25 * 60 * MINUTE_MS);
    await stakeIn(world, 100);
    const events = vi.fn(async (...args: Parameters<typeof store.events>) => {
      const answer = await store.events(...args);
      if (events.mock.calls.length === 1) await board.load(await store.loadPlayers());
      return answer;
    });
    const changes = new NationChanges({ store: { events }, board, now: () => clock.now() });
    await changes.advance();
    expect(NATION_IDS.map((id) => changes.of(id).m10)).toEqual([null, null, null, null]);
    await changes.advance();
    expect(changes.of('italy')).toEqual({ m10: 10, h1: 10, h24: 10 });
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
      // Every other one is dated ahead, and counts as of now.
      const at = clock.now() + (n % 2) * 365 * 24 * 60 * MINUTE_MS;
      board.apply({ kind: 'unknown', at, row: { ...row, gdp: row.gdp + n }, rev });
    }
    expect(changes.of('italy')).toEqual({ m10: 10, h1: 60, h24: 1440 });
  });
});
