/**
 * `npm run dev` as a newcomer sees it: from an empty world to a stake that a spectator on another screen
 * sees.
 */
import { expect, test, type Page } from '@playwright/test';
import { POLL_INTERVAL_MS } from '../client/src/api/query-client.ts';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { chooseNation, setUpWallet } from './demo-player.ts';
import { DevServer } from './dev-server.ts';

const server = new DevServer();

// One start for all: Vite's takes longer than a page.
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  await server.start();
});

test.afterAll(async () => {
  await server.dispose();
});

/** Console errors and page errors, except the browser's own note about a 4xx answer. */
function noteProblems(page: Page, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !/status of 40[14]/.test(text)) problems.push(text);
  });
}

async function startPlaying(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start Playing' }).first().click();
  await page
    .getByRole('dialog', { name: /connect/i })
    .getByRole('button', { name: 'Connect' })
    .click();
}

function rowOf(page: Page, text: string) {
  return page.getByRole('row').filter({ hasText: text });
}

test('connect, choose Italy, stake 10,000 DENA; a spectator sees it; a restart keeps it', async ({
  browser,
}) => {
  const spectator = await (await browser.newContext()).newPage();
  const player = await (await browser.newContext()).newPage();
  const problems: string[] = [];
  for (const page of [spectator, player]) noteProblems(page, problems);

  await spectator.goto(`${server.url}/ranking`);
  await expect(spectator.getByText('No rankings available yet')).toBeVisible();

  await player.goto(server.url);
  await startPlaying(player);
  const nations = player.getByRole('dialog', { name: 'Choose Your Nation' });
  await expect(nations.getByRole('button')).toHaveCount(5);
  await nations.getByRole('button', { name: /Italy/ }).click();
  await player.getByRole('button', { name: 'Sign', exact: true }).click();

  await expect(player).toHaveURL(/\/dashboard$/);
  await expect(player.getByText('Nation Selected!')).toBeVisible();
  await expect(player.getByText('You have successfully selected Italy')).toBeVisible();
  await expect(player.getByRole('region', { name: 'DENA Balance' })).toContainText('100,000');
  await expect(player.getByRole('region', { name: 'GDP', exact: true })).toContainText('$18K');
  await expect(player.getByRole('region', { name: 'Global Rank' })).toContainText('#1');
  await expect(rowOf(spectator, '0x7099…79C8')).toContainText('$18K');

  await player.getByLabel('Amount').fill('10000');
  await expect(player.getByLabel('GDP bonus')).toContainText('+$1,000');
  const pressedAt = Date.now();
  await player.getByRole('button', { name: 'Stake DENA' }).click();
  await expect(rowOf(spectator, '0x7099…79C8')).toContainText('$19,000', { timeout: 5000 });
  test
    .info()
    .annotations.push({ type: 'click to screen', description: `${Date.now() - pressedAt} ms` });
  await expect(player.getByText('DENA Staked Successfully')).toBeVisible();
  await expect(player.getByRole('region', { name: 'GDP', exact: true })).toContainText('$19K');
  await expect(player.getByRole('button', { name: 'Locked' })).toBeDisabled();

  expect(problems).toEqual([]);
  await server.stop('SIGKILL');
  await server.start();
  await player.goto(`${server.url}/dashboard`);
  await expect(player.getByRole('region', { name: 'GDP', exact: true })).toContainText('$19K');
  await expect(player.getByRole('button', { name: 'Locked' })).toBeDisabled();
  await spectator.reload();
  await expect(rowOf(spectator, '0x7099…79C8')).toContainText('$19,000');
});

test('Vite serves the other pages too, with the Demo Wallet and the developer bar', async ({
  page,
}) => {
  const problems: string[] = [];
  noteProblems(page, problems);
  for (const [path, heading] of [
    ['/learn', 'Learn How to Play'],
    ['/nft', 'Denaria NFT'],
    ['/territory', 'Connect Your Wallet'],
  ] as const) {
    await page.goto(server.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
    await expect(page.getByText('Dev', { exact: true })).toBeVisible();
    expect(await page.evaluate(() => window.denariaDemoWallet?.account())).toBeNull();
  }
  expect(problems).toEqual([]);
});

test('nothing is sold here: the faucet takes the place of the marketplaces', async ({ page }) => {
  await setUpWallet(page, { account: DEMO_ACCOUNTS[1] ?? null });
  await chooseNation(page, server.url, 'Italy');
  for (const path of ['/dashboard', '/nft']) {
    await page.goto(server.url + path);
    for (const collection of ['National', 'Cultural']) {
      await expect(page.getByRole('button', { name: `Get a ${collection} NFT` })).toBeVisible();
      await expect(page.getByText(`Buy ${collection} NFTs`)).toHaveCount(0);
    }
  }
  await page.goto(`${server.url}/dashboard`);
  const card = page.getByRole('region', { name: 'National NFTs', exact: true });
  await expect(card).toContainText('3 copies');
  await card.getByRole('button', { name: 'Get a National NFT' }).click();
  await expect(page.getByText('On its way')).toBeVisible();
  // The wallet's balance is read again within a poll interval.
  await expect(card).toContainText('4 copies', { timeout: 2 * POLL_INTERVAL_MS });
});
