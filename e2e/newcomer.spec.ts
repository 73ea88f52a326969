/**
 * `npm run dev` as a newcomer sees it: from an empty world to a stake that a spectator on another screen
 * sees, across a crash.
 */
import { expect, test, type Page } from '@playwright/test';
import { POLL_INTERVAL_MS } from '../client/src/api/query-client.ts';
import { rowOf } from './demo-player.ts';
import { DevServer } from './dev-server.ts';

/** Console errors and page errors, except the browser's own note about a 4xx answer. */
function noteProblems(page: Page, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !/status of 40[14]/.test(text)) problems.push(text);
  });
}

const server = new DevServer();

test.afterEach(async () => {
  await server.dispose();
});

test('connect, choose, stake, be seen; a crash loses nothing', async ({ browser }) => {
  await server.start();
  const spectator = await (await browser.newContext()).newPage();
  const player = await (await browser.newContext()).newPage();
  const problems: string[] = [];
  for (const page of [spectator, player]) noteProblems(page, problems);
  const gdp = player.getByRole('region', { name: 'GDP', exact: true });
  const national = player.getByRole('region', { name: 'National NFTs', exact: true });

  await test.step('a spectator looks around, with the Demo Wallet and the developer bar', async () => {
    for (const [path, heading] of [
      ['/learn', 'Learn How to Play'],
      ['/nft', 'Denaria NFT'],
      ['/territory', 'Connect Your Wallet'],
      ['/ranking', 'Global Rankings'],
    ] as const) {
      await spectator.goto(server.url + path);
      await expect(spectator.getByRole('heading', { level: 1 })).toContainText(heading);
      await expect(spectator.getByText('Dev', { exact: true })).toBeVisible();
      expect(await spectator.evaluate(() => window.denariaDemoWallet?.account())).toBeNull();
    }
    await expect(spectator.getByText('No rankings available yet')).toBeVisible();
  });
  await test.step('connect, and choose Italy', async () => {
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
    await expect(player.getByText('Nation Selected!')).toBeVisible();
    await expect(player.getByText('You have successfully selected Italy')).toBeVisible();
    await expect(player.getByRole('region', { name: 'DENA Balance' })).toContainText('100,000');
    await expect(gdp).toContainText('$18K');
    await expect(player.getByRole('region', { name: 'Global Rank' })).toContainText('#1');
    await expect(rowOf(spectator, '0x7099…79C8')).toContainText('$18K');
  });
  await test.step('stake', async () => {
    await player.getByLabel('Amount').fill('10000');
    await expect(player.getByLabel('GDP bonus')).toContainText('+$1,000');
    await player.getByRole('button', { name: 'Stake DENA' }).click();
    await expect(rowOf(spectator, '0x7099…79C8')).toContainText('$19,000');
    await expect(player.getByText('DENA Staked Successfully')).toBeVisible();
    await expect(gdp).toContainText('$19K');
    await expect(player.getByRole('button', { name: 'Locked' })).toBeDisabled();
  });
  expect(problems).toEqual([]);
  await test.step('nothing is sold here: the faucet takes the place of the marketplaces', async () => {
    for (const path of ['/nft', '/dashboard']) {
      await player.goto(server.url + path);
      for (const collection of ['National', 'Cultural']) {
        await expect(player.getByRole('button', { name: `Get a ${collection} NFT` })).toBeVisible();
        await expect(player.getByText(`Buy ${collection} NFTs`)).toHaveCount(0);
      }
    }
    await expect(national).toContainText('3 copies');
    await national.getByRole('button', { name: 'Get a National NFT' }).click();
    await expect(player.getByText('On its way')).toBeVisible();
    await player.reload();
    // If it was not yet there, the wallet's balance is read again within a poll interval.
    await expect(national).toContainText('4 copies', { timeout: 2 * POLL_INTERVAL_MS });
  });
  await test.step('a crash', async () => {
    await server.stop('SIGKILL');
    await server.start();
    await player.goto(`${server.url}/dashboard`);
    await expect(gdp).toContainText('$19K');
    await expect(player.getByRole('button', { name: 'Locked' })).toBeDisabled();
    await spectator.reload();
    await expect(rowOf(spectator, '0x7099…79C8')).toContainText('$19,000');
  });
});
