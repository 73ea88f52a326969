import { describe, expect } from 'vitest';
import { gameTest as test } from '../test/game-world.ts';
import { openGameClock } from './clock.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('the game’s clock', () => {
  test('is the machine’s until it is moved', async ({ world }) => {
    expect(Math.abs(world.clock.now() - Date.now())).toBeLessThan(50);
  });

  test('stays where it was moved to, over a restart', async ({ world }) => {
    await world.clock.advance(7 * DAY_MS);
    const reopened = await openGameClock(world.store);
    for (const clock of [world.clock, reopened]) {
      expect(Math.abs(clock.now() - Date.now() - 7 * DAY_MS)).toBeLessThan(50);
    }
  });

  test('loses no step of those that come at once', async ({ world }) => {
    await Promise.all(Array.from({ length: 10 }, () => world.clock.advance(DAY_MS)));
    const reopened = await openGameClock(world.store);
    expect(Math.abs(reopened.now() - Date.now() - 10 * DAY_MS)).toBeLessThan(50);
  });

  test('never goes back', async ({ world }) => {
    await expect(async () => world.clock.advance(-1)).rejects.toThrow(RangeError);
    await expect(async () => world.clock.advance(Number.NaN)).rejects.toThrow(RangeError);
  });
});
