/** [PRO40] What operators set, as players see it, live. */
import { expect, type Page } from '@playwright/test';
import { operate } from '../server/test/support/operate.ts';
import { Rival, toasts } from './demo-player.ts';
import type { DevServer } from './dev-server.ts';
import { test } from './game-test.ts';
import { refuseSockets } from './refuse-sockets.ts';

const SENTENCE = 'We move to another machine. Back at noon.';

async function act(server: DevServer, ...args: string[]): Promise<void> {
  const done = await operate({ DATA_DIR: server.dataDir }, ...args, '--why', 'a test');
  expect(done).toMatchObject({ code: 0, error: '' });
}

const lines = (page: Page) => page.getByRole('status', { name: 'From the game’s operators' });
const pause = (page: Page) => page.getByRole('status', { name: 'Pause of the game' });

test('[SCR66] a notice appears on every page as the text that it is, and is dismissed until there is another', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/ranking`);
  await expect(page.getByRole('status', { name: 'Connection: Live' })).toBeVisible();
  await expect(lines(page)).toBeHidden();
  await act(server, 'notice', 'Rewards <b>double</b> on Friday & Sunday');
  await expect(lines(page)).toHaveText('Rewards <b>double</b> on Friday & Sunday');
  await expect(lines(page).locator('b')).toHaveCount(0);
  for (const path of ['/', '/nft-guide']) {
    await page.goto(server.url + path);
    await expect(lines(page)).toHaveText(/^Rewards/);
  }
  await lines(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(lines(page)).toBeHidden();
  await page.reload();
  await expect(page.getByRole('status', { name: 'Connection: Live' })).toBeVisible();
  await expect(lines(page)).toBeHidden();
  await act(server, 'notice', 'Another one.');
  await expect(lines(page)).toHaveText('Another one.');
  await act(server, 'notice', '--end');
  await expect(lines(page)).toBeHidden();
});

test('[SCR66] a pause is said calmly, and forms say why they can’t be sent, until it is over', async ({
  player,
  server,
}) => {
  await player.goto(`${server.url}/dashboard`);
  const amount = player.getByRole('textbox', { name: 'Amount' });
  const stake = player.getByRole('button', { name: 'Stake DENA' });
  await amount.fill('1000');
  await expect(stake).toBeEnabled();
  const next = player.getByRole('region', { name: 'Your next move' });
  await expect(next.getByRole('button')).toBeEnabled();
  await act(server, 'pause', SENTENCE);
  await expect(pause(player)).toHaveText(`The game is paused. ${SENTENCE}`);
  await expect(pause(player).getByRole('button')).toHaveCount(0);
  await expect(next.getByRole('button')).toHaveCount(0);
  await expect(next).toContainText('The game is paused.');
  await expect(stake).toBeDisabled();
  await expect(stake).toHaveAccessibleDescription('The game is paused.');
  const stakeNft = player.getByRole('button', { name: 'Stake Italy' });
  await expect(stakeNft).toBeDisabled();
  await expect(stakeNft).toHaveAccessibleDescription('The game is paused.');
  await amount.press('Enter');
  await player.getByRole('button', { name: 'Trade Resources' }).click();
  const trade = player.getByRole('dialog', { name: 'Trade Resources' });
  await trade.getByRole('radio').first().check();
  const buy = trade.getByRole('button', { name: /^Buy/ });
  await expect(buy).toBeDisabled();
  await expect(buy).toHaveAccessibleDescription('The game is paused.');
  await player.keyboard.press('Escape');
  // Everything that is read goes on.
  await player.goto(`${server.url}/ranking`);
  await expect(pause(player)).toHaveText(`The game is paused. ${SENTENCE}`);
  await player.goto(`${server.url}/dashboard`);
  await amount.fill('1000');
  await expect(stake).toBeDisabled();
  await act(server, 'resume');
  await expect(pause(player)).toBeHidden();
  await stake.click();
  await expect(toasts(player)).toContainText('DENA Staked Successfully');
});

test('[SCR66] a wall screen says a notice or a pause in a line; the strip offers nothing that a pause refuses', async ({
  page,
  player,
  server,
}) => {
  const rival = new Rival(server.url);
  await rival.choose('italy');
  await rival.stake('50000');
  await player.goto(`${server.url}/ranking`);
  const pass = player.getByRole('region', { name: 'Your standing' }).getByText(/^Pass/);
  await expect(pass.first()).toBeVisible();
  const wall = page.locator('[data-screen=tv]');
  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 800, height: 1200 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto(`${server.url}/ranking?screen=tv`);
    await expect(wall.getByText('Live', { exact: true })).toBeVisible();
    await act(server, 'notice', 'Double rewards on Friday.');
    await expect(wall).toContainText('Double rewards on Friday.');
    await act(server, 'pause', SENTENCE);
    await expect(wall).toContainText(`The game is paused. ${SENTENCE}`);
    await expect(pass).toHaveCount(0);
    // All of it is on the screen, in a portrait window below each other.
    for (const part of ['Nations', 'Total GDP over time']) {
      await expect(wall.getByRole('region', { name: part })).toBeInViewport({ ratio: 0.95 });
    }
    await expect(wall.getByRole('row').last()).toBeInViewport({ ratio: 0.95 });
    await act(server, 'resume');
    await act(server, 'notice', '--end');
    await expect(pass.first()).toBeVisible();
    await expect(wall.getByText('Double rewards')).toHaveCount(0);
  }
});

test('[SCR66, PRO40] a page that has not heard of a pause learns of it by its command, without an error', async ({
  player,
  server,
}) => {
  await refuseSockets(player);
  await player.route('**/api/status', (route) => route.abort());
  await player.goto(`${server.url}/dashboard`);
  await player.getByRole('textbox', { name: 'Amount' }).fill('1000');
  await act(server, 'pause', SENTENCE);
  const stake = player.getByRole('button', { name: 'Stake DENA' });
  await stake.click();
  await expect(pause(player)).toHaveText(`The game is paused. ${SENTENCE}`);
  await expect(stake).toBeDisabled();
  await expect(toasts(player)).toHaveCount(0);
  // Without its socket it asks, and hears of the end by itself.
  await player.unroute('**/api/status');
  await act(server, 'resume');
  await expect(pause(player)).toBeHidden({ timeout: 20_000 });
  await stake.click();
  await expect(toasts(player)).toContainText('DENA Staked Successfully');
});
