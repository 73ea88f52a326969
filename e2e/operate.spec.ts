/** [PRO40] What operators set, as players see it, live. */
import { expect, type Page } from '@playwright/test';
import { operate } from '../server/test/support/operate.ts';
import { Rival, toasts } from './demo-player.ts';
import type { DevServer } from './dev-server.ts';
import { test } from './game-test.ts';
import { hurry } from './hurry.ts';
import { letThrough } from './let-through.ts';
import { refuseSockets } from './refuse-sockets.ts';

const SENTENCE = 'We move to another machine. Back at noon.';

async function act(server: DevServer, ...args: string[]): Promise<void> {
  const done = await operate({ DATA_DIR: server.dataDir }, ...args, '--why', 'a test');
  expect(done.error).toBe('');
  // 2: it is set, and a busy server has not said yet that it applies; the page will show it.
  expect([0, 2]).toContain(done.code);
}

const lines = (page: Page) => page.getByRole('status', { name: 'From the game’s operators' });
const pause = (page: Page) => page.getByRole('status', { name: 'Pause of the game' });

test('[SCR66, PRO40] a pause is said calmly, and what it refuses can’t be sent, until it is over; a page that has not heard of it learns of it by its command, without an error; a notice appears as the text that it is, and is dismissed until there is another; a wall screen says both', async ({
  player,
  server,
}) => {
  const rival = new Rival(server.url);
  await rival.choose('italy');
  await rival.stake('50000');
  const tab = () => player.context().newPage();
  const [ranking, deaf, wall] = [await tab(), await tab(), await tab()];
  const screen = wall.locator('[data-screen=tv]');
  await wall.goto(`${server.url}/ranking?screen=tv`);
  const pass = ranking.getByRole('region', { name: 'Your standing' }).getByText(/^Pass/);
  await ranking.goto(`${server.url}/ranking`);
  await expect(pass.first()).toBeVisible();
  const amountOf = (page: Page) => page.getByRole('textbox', { name: 'Amount' });
  const stakeOf = (page: Page) => page.getByRole('button', { name: 'Stake DENA' });
  await hurry(deaf);
  await refuseSockets(deaf);
  await deaf.route('**/api/status', (route) => route.abort());
  await deaf.goto(`${server.url}/dashboard`);
  await amountOf(deaf).fill('1000');

  await player.goto(`${server.url}/dashboard`);
  const [amount, stake] = [amountOf(player), stakeOf(player)];
  await amount.fill('1000');
  await expect(stake).toBeEnabled();
  const next = player.getByRole('region', { name: 'Your next move' });
  await expect(next.getByRole('button').first()).toBeEnabled();
  await act(server, 'pause', SENTENCE);
  await test.step('on the dashboard, in its dialog and in the strip', async () => {
    await expect(pause(player)).toHaveText(`The game is paused. ${SENTENCE}`);
    await expect(pause(player).getByRole('button')).toHaveCount(0);
    await expect(next.getByRole('button')).toHaveCount(0);
    await expect(next).toContainText('The game is paused.');
    for (const button of [stake, player.getByRole('button', { name: 'Stake Italy' })]) {
      await expect(button).toBeDisabled();
      await expect(button).toHaveAccessibleDescription('The game is paused.');
    }
    await amount.press('Enter');
    await expect(pass).toHaveCount(0);
    // Everything that is read goes on.
    await ranking.reload();
    await expect(pause(ranking)).toHaveText(`The game is paused. ${SENTENCE}`);
  });
  await test.step('by its command', async () => {
    await expect(pause(deaf)).toBeHidden();
    await stakeOf(deaf).click();
    await expect(pause(deaf)).toHaveText(`The game is paused. ${SENTENCE}`);
    await expect(stakeOf(deaf)).toBeDisabled();
    await expect(toasts(deaf)).toHaveCount(0);
    // Without its socket it asks, and hears of the end by itself.
    await letThrough(deaf, '**/api/status');
  });
  await act(server, 'notice', 'Rewards <b>double</b> on Friday & Sunday');
  await test.step('a notice, beside it', async () => {
    await expect(screen).toContainText(`The game is paused. ${SENTENCE}`);
    await expect(lines(ranking)).toHaveText('Rewards <b>double</b> on Friday & Sunday');
    await lines(ranking).getByRole('button', { name: 'Dismiss' }).click();
    await expect(lines(ranking)).toBeHidden();
    await ranking.reload();
    await expect(pause(ranking)).toBeVisible();
    await expect(lines(ranking)).toBeHidden();
  });
  await act(server, 'resume');
  for (const page of [player, deaf]) await expect(pause(page)).toBeHidden();
  await expect(screen).toContainText('Rewards <b>double</b> on Friday & Sunday');
  await act(server, 'notice', 'Another one.');
  await expect(lines(ranking)).toHaveText('Another one.');
  await expect(pass.first()).toBeVisible();
  await stakeOf(deaf).click();
  await expect(toasts(deaf)).toContainText('DENA Staked Successfully');
  await stake.click();
  await expect(toasts(player)).toContainText('DENA Staked Successfully');
});
