/**
 * The shortest of network.long.test.ts: screens whose connections are cut while a game is played.
 */
import { onTestFinished, test } from 'vitest';
import { sleep } from '../../server/lib/machine.ts';
import { randomOf } from '../world/random.ts';
import { Game } from './game.ts';
import { expectRight } from './screens.ts';

test('screens whose connections a proxy cuts show every commit, and the right list', async () => {
  const game = await Game.start({ program: 'source' });
  onTestFinished(() => game.close());
  await expectRight(game, {
    habits: {},
    playedMs: 2000,
    async meanwhile(_, proxy, until) {
      const random = randomOf(1, 'cuts');
      // Of all connections, one in five a second.
      while (performance.now() < until) {
        await sleep(100);
        proxy.cut(1 - 0.8 ** 0.1, random);
      }
    },
  });
});
