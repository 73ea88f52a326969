import { describe, expect } from 'vitest';
import { gameTest as test } from '../../test/support/game-world.ts';
import { openGameClock, type GameClock } from './clock.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The clock shows the machine's time plus this much. */
function expectAhead(clock: GameClock, byMs: number): void {
  const before = Date.now();
  const shown = clock.now() - byMs;
  expect(shown).toBeGreaterThanOrEqual(before);
  expect(shown).toBeLessThanOrEqual(Date.now());
}

describe('the game’s clock', () => {
  test('stays where it was moved to, even over a restart', async ({ world }) => {
    await world.clock.advance(7 * DAY_MS);
    const reopened = await openGameClock(world.store);
    for (const clock of [world.clock, reopened]) expectAhead(clock, 7 * DAY_MS);
  });

  test('loses no step when several come together', async ({ world }) => {
    await Promise.all(Array.from({ length: 10 }, () => world.clock.advance(DAY_MS)));
    const reopened = await openGameClock(world.store);
    expectAhead(reopened, 10 * DAY_MS);
  });
});
