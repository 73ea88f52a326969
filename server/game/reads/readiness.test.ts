import { describe, expect } from 'vitest';
import { Board } from '../../leaderboard/board.ts';
import { ALICE, gameTest as test, intent, type GameWorld } from '../../test/support/game-world.ts';
import { chooseNationCommand } from '../commands/choose-nation.ts';
import { createReadiness } from './readiness.ts';

async function join({ game }: GameWorld): Promise<void> {
  const outcome = await game.act(chooseNationCommand({ wallet: ALICE, nationId: 'usa' }), intent());
  expect(outcome.ok).toBe(true);
}

const isFeedLive = () => true;

describe('readiness', () => {
  test('fails if the feed is silent, however well the store answers', async ({ time, world }) => {
    await join(world);
    const cutOff = createReadiness({
      ...world,
      board: new Board(),
      chainCondition: () => 'ok',
      isFeedLive,
    });
    const { value } = await time.finish(cutOff());
    expect(value).toEqual({
      status: 'unavailable',
      store: 'ok',
      chain: 'ok',
      feed: 'unavailable',
    });
  });

  test('fails if the feed was lost, however well store and board answer', async ({ world }) => {
    const chainCondition = () => 'ok' as const;
    const lost = { ...world, chainCondition, isFeedLive: () => false };
    expect(await createReadiness(lost)()).toEqual({
      status: 'unavailable',
      store: 'ok',
      chain: 'ok',
      feed: 'unavailable',
    });
  });
});
