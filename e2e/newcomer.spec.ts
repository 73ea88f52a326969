/**
 * `npm run dev` as a newcomer sees it: from an empty world to a stake that a spectator on another
 * screen sees, across edits of the sources, which are a copy, and by night to a fresh world.
 */
import { expect, test } from '@playwright/test';
import { copySources, type SourceCopy } from '../dev/testing/source-copy.ts';
import { expectToast, letToastsStand, rowOf, toasts } from './demo-player.ts';
import { startGame, type RunningGame } from './dev-server.ts';
import { letThrough } from './let-through.ts';
import { hurry } from './hurry.ts';

let sources: SourceCopy;
let server: RunningGame;

test.beforeAll(async () => {
  sources = copySources();
  server = await startGame([sources.main, '--rivals', '0'], {
    PORT: '0',
    DATA_DIR: sources.dataDir,
    LOG_LEVEL: 'warn',
  });
});

test.afterAll(async () => {
  await server.stop();
  sources.delete();
});

test('connect, choose, stake, be seen; edit; start over', async ({ browser }) => {
  const spectator = await (await browser.newContext()).newPage();
  const player = await (await browser.newContext()).newPage();
  const problems: string[] = [];
  for (const page of [spectator, player])
    page.on('pageerror', (error) => problems.push(String(error)));
  await hurry(player);
  await letToastsStand(player);
  const gdp = player.getByRole('region', { name: 'GDP', exact: true });
  const national = player.getByRole('region', { name: 'National NFTs', exact: true });

  await test.step('a spectator looks around, with the Demo Wallet and the developer bar', async () => {
    await spectator.goto(`${server.url}/ranking`);
    await expect(spectator.getByRole('heading', { level: 1 })).toContainText('Global Rankings');
    await expect(spectator.getByText('Dev', { exact: true })).toBeVisible();
    await expect(spectator.getByText('No rankings available yet')).toBeVisible();
  });
  await test.step('[SCR22, STA6, TXT4] connect, and choose Italy', async () => {
    await player.goto(server.url);
    await player.getByRole('button', { name: 'Start Playing' }).first().click();
    await player
      .getByRole('dialog', { name: /connect/i })
      .getByRole('button', { name: 'Connect' })
      .click();
    const nations = player.getByRole('dialog', { name: 'Choose Your Nation' });
    await expect(nations.getByRole('button')).toHaveCount(5);
    await nations.getByRole('button', { name: /Italy/ }).click();
    await player.getByRole('button', { name: 'Sign', exact: true }).click();
    await expect(player).toHaveURL(/\/dashboard$/);
    await expectToast(player, 'Nation Selected!', 'You have successfully selected Italy');
    await expect(player.getByRole('region', { name: 'DENA Balance' })).toContainText('100,000');
    await expect(gdp).toContainText('$18K');
    await expect(player.getByRole('region', { name: 'Global Rank' })).toContainText('#1');
    await expect(rowOf(spectator, '0x7099…79C8')).toContainText('$18K');
  });
  await test.step('stake', async () => {
    await player.getByLabel('Amount').fill('10000');
    await expect(player.getByLabel('GDP bonus')).toContainText('+$1,000');
    await player.getByRole('button', { name: 'Stake DENA' }).click();
    await expect(player.getByText('DENA Staked Successfully')).toBeVisible();
    await expect(rowOf(spectator, '0x7099…79C8')).toContainText('$19,000');
    await expect(gdp).toContainText('$19K');
    await expect(player.getByRole('button', { name: 'Locked' })).toBeDisabled();
  });
  expect(problems).toEqual([]);
  await test.step('[TXT7] a press that reaches no server, before the first signature, says so; without a network there is nothing to press; the wallet is not blamed', async () => {
    const offline = player.getByRole('form', { name: 'Stake DENA' }).getByText('Your device is');
    const session = await player.context().cookies();
    await player.context().clearCookies();
    await player.reload();
    await player.getByLabel('Amount').fill('10');
    const stake = player.getByRole('button', { name: 'Stake DENA' });
    await expect(stake).toBeEnabled();
    const nonce = '**/api/session/nonce';
    await player.route(nonce, (route) => route.abort());
    await stake.click();
    await expect(toasts(player)).toContainText('The game server cannot be reached.');
    await letThrough(player, nonce);
    await player.context().setOffline(true);
    await expect(offline).toBeVisible();
    await expect(stake).toBeDisabled();
    await expect(player.getByRole('status', { name: 'Connection: Offline' })).toBeVisible();
    await expect(player.getByText(/^Offline · figures from/)).toBeVisible();
    await expect(player.getByText('choose another RPC')).toHaveCount(0);
    await player.context().setOffline(false);
    await player.getByLabel('Amount').fill('10');
    await expect(offline).toBeHidden();
    await stake.click();
    await player.getByRole('button', { name: 'Reject', exact: true }).click();
    await expect(toasts(player)).toContainText('The signature was declined');
    await player.context().addCookies(session);
  });
  await test.step('nothing is sold here: the marketplaces’ links are left out', async () => {
    for (const collection of ['National', 'Cultural']) {
      await expect(player.getByText(`Buy ${collection} NFTs`)).toHaveCount(0);
    }
    await expect(national).toContainText('3 × Italy');
  });
  await test.step('an edit of the client is hot; one of common code restarts the server', async () => {
    await player.evaluate(() => Object.assign(window, { isSamePage: true }));
    sources.edit(
      'client/src/features/player-overview/Head.tsx',
      'Build your nation',
      'Make it great',
    );
    await expect(player.getByRole('heading', { name: 'Make it great' })).toBeVisible();
    expect(await player.evaluate(() => 'isSamePage' in window)).toBe(true);
    // The page that stands hears the new name as well; what is done on it ends with Vite's reload.
    const reloaded = player.waitForEvent('load');
    sources.edit('common/values/nations.ts', "name: 'Italy'", "name: 'Italia'");
    await reloaded;
    await expect(player.getByText('Italia').first()).toBeVisible();
    // The same chain, the same player and the same session.
    await expect(gdp).toContainText('$19K');
    await player.getByLabel('Amount').fill('20000');
    await player.getByRole('button', { name: 'Stake DENA' }).click();
    await expect(player.getByText('DENA Staked Successfully')).toBeVisible();
    await expect(rowOf(spectator, '0x7099…79C8')).toContainText('$21,000');
  });
  if (process.env['DENARIA_TIER'] !== 'long') return;
  // It would compile the page once more beside the player's.
  await spectator.close();
  await test.step('a reset asks for confirmation, and then a fresh world plays', async () => {
    await player.getByText('Dev', { exact: true }).click();
    const bar = player.locator('iframe').contentFrame();
    await bar.getByRole('button', { name: 'Reset…' }).click();
    await expect(bar.getByText(/^Deletes the local chain and the game in DATA_DIR/)).toBeVisible();
    await bar.getByRole('button', { name: 'Delete and start over' }).click();
    await expect(bar.getByRole('status')).toHaveText('A fresh world plays here.');
    await expect(player.getByRole('heading', { name: 'Nation Selection Required' })).toBeVisible();
  });
});
