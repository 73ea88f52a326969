/** A test fails if its game crashed, even if nothing on the page showed it. */
import { expect, test } from '@playwright/test';
import { startGame } from './game-process.ts';

test('a game that crashes on an unhandled rejection fails its test with its last output', async () => {
  const program = `
    console.log('Denaria plays at http://127.0.0.1:1');
    setTimeout(() => Promise.reject(new Error('nobody listens')), 10);
    setTimeout(() => undefined, 60_000);`;
  const game = await startGame(['-e', program], {});
  await expect.poll(() => game.hasEnded()).toBe(true);
  await expect(game.stop()).rejects.toThrow(/exited by itself with 1[\s\S]*nobody listens/);
});
