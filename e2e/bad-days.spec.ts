/** Bad days: a server that is down, slow, failing or busy, a blocked socket, a wallet that changes its mind. */
import { expect, test, type Page } from '@playwright/test';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { rowOf, toasts } from './demo-player.ts';
import { gameOfItaly } from './game-of-italy.ts';
import { letThrough } from './let-through.ts';
import { refuseSockets } from './refuse-sockets.ts';

const game = gameOfItaly();
const { server } = game;
const [PLAYER = null, OTHER = null] = DEMO_ACCOUNTS;

/** The calls, not the client's modules of the same names. */
const API = /:\d+\/api\//;
const LEADERBOARD = /:\d+\/api\/leaderboard/;

const connection = (page: Page, word: string) =>
  page.getByRole('status', { name: `Connection: ${word}` });
const notice = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('a blocked socket: the page says Polling, and the poll alone brings a change', async ({
  browser,
  page,
}) => {
  await refuseSockets(page);
  await page.goto(`${server.url}/ranking`);
  await expect(rowOf(page, '0x7099…79C8')).toContainText('$18,000');
  await expect(connection(page, 'Polling')).toBeVisible();

  const context = await browser.newContext({ storageState: game.visit });
  const player = await context.newPage();
  await player.goto(`${server.url}/dashboard`);
  await player.getByLabel('Amount').fill('10000');
  await player.getByRole('button', { name: 'Stake DENA' }).click();
  await expect(rowOf(page, '0x7099…79C8')).toContainText('$19,000', { timeout: 15_000 });
  await context.close();
});

test('a slow ranking shows its skeleton, never a count of 0', async ({ page }) => {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    void page.route(LEADERBOARD, async (route) => {
      resolve();
      await new Promise<void>((go) => {
        answer = go;
      });
      await route.continue();
    });
  });
  await page.goto(`${server.url}/ranking`);
  await asked;
  await expect(notice(page, 'Global Rankings')).toBeVisible();
  await expect(page.getByText(/nations? competing/)).toHaveCount(0);
  await expect(page.getByText('No rankings available yet')).toHaveCount(0);
  answer();
  await expect(page.getByText('1 nation competing')).toBeVisible();
});

test('a failing or busy server: each page says what it lacks and how to go on', async ({
  browser,
}) => {
  const context = await browser.newContext({ storageState: game.visit });
  const page = await context.newPage();
  for (const status of [500, 429]) {
    await page.route(API, (route) => route.fulfill({ status, body: 'Slow down.' }));
    await page.goto(`${server.url}/dashboard`);
    await expect(notice(page, 'Your nation could not be loaded')).toBeVisible();
    await page.goto(`${server.url}/ranking`);
    await expect(page.getByText('The ranking cannot be reached just now')).toBeVisible();
    await page.goto(server.url);
    await expect(page.getByRole('alert')).toContainText('Your nation could not be looked up');
    await expect(page.getByRole('region', { name: 'Live ranking' })).toContainText(
      'cannot be reached just now',
    );
    await letThrough(page, API);
  }
  // Start Playing asks again, and goes on.
  await page.getByRole('button', { name: 'Start Playing' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.route('**/api/dena/stake', (route) =>
    route.fulfill({ status: 429, body: 'Too many requests. Wait a moment.' }),
  );
  await page.getByLabel('Amount').fill('10');
  await page.getByRole('button', { name: 'Stake DENA' }).click();
  await expect(toasts(page)).toContainText('Staking Failed');
  await expect(toasts(page)).toContainText('Too many requests. Wait a moment.');
  await expect(toasts(page)).not.toContainText('429');
  await context.close();
});

test('pictures and metadata that fail leave their places filled and the stake possible', async ({
  browser,
}) => {
  const context = await browser.newContext({ storageState: game.visit });
  const page = await context.newPage();
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.route('**/api/nft/verify', (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto(`${server.url}/dashboard`);
  const card = page.getByRole('region', { name: 'National NFTs', exact: true });
  await card.getByRole('button', { name: /^Stake / }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm NFT Staking' });
  await expect(dialog.getByRole('img', { name: /Italy/ }).first()).toBeVisible();
  await expect(rowOf(page, 'Territory')).toContainText('not known');
  await expect(dialog.getByRole('button', { name: 'Stake NFT' })).toBeEnabled();
  // SPEC.md §7: it is logged, and that is all.
  await expect
    .poll(() => logged.filter((text) => text.includes('metadata could not be fetched')))
    .toHaveLength(1);
  await expect(toasts(page)).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await context.close();
});

test('a token’s picture that cannot be loaded leaves an engraving in its place', async ({
  browser,
}) => {
  const context = await browser.newContext({ storageState: game.visit });
  const page = await context.newPage();
  await page.route('**/*', (route) =>
    route.request().resourceType() === 'image' ? route.abort() : route.fallback(),
  );
  await page.goto(`${server.url}/dashboard`);
  const card = page.getByRole('region', { name: 'National NFTs', exact: true });
  await card.getByRole('button', { name: /^Stake / }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm NFT Staking' });
  await expect(rowOf(page, 'Territory')).toContainText('+180 km²');
  await expect(dialog.getByRole('img', { name: /Italy/ })).toBeVisible();
  await expect(page.locator('main img, [role=dialog] img')).toHaveCount(0);
  await context.close();
});

test('a leaderboard without a row: No leaderboard data available', async ({ browser }) => {
  const context = await browser.newContext({ storageState: game.visit });
  const page = await context.newPage();
  await refuseSockets(page);
  await page.route(LEADERBOARD, async (route) => {
    const headers = (await route.fetch()).headers();
    await route.fulfill({
      json: [],
      headers: {
        'X-Board-Epoch': headers['x-board-epoch'] ?? '',
        'X-Board-Rev': headers['x-board-rev'] ?? '',
        'X-Total-Count': '0',
      },
    });
  });
  await page.goto(`${server.url}/dashboard`);
  await expect(page.getByRole('region', { name: 'Global Leaderboard' })).toContainText(
    'No leaderboard data available',
  );
  await context.close();
});

test('a page whose code cannot be loaded says so and has a way back', async ({ page }) => {
  await page.route('**/pages/LearnPage.tsx*', (route) => route.abort());
  await page.goto(`${server.url}/learn`);
  await expect(notice(page, 'This page stopped working')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Home Page' }).click();
  await expect(page.getByRole('button', { name: 'Start Playing' })).toBeVisible();
});

test('an account changed while the signature is asked for: nothing is done for the new one', async ({
  browser,
}) => {
  const context = await browser.newContext({ storageState: { ...game.visit, cookies: [] } });
  const page = await context.newPage();
  await page.goto(`${server.url}/dashboard`);
  await page.getByLabel('Amount').fill('10');
  await page.getByRole('button', { name: 'Stake DENA' }).click();
  await page.getByRole('button', { name: 'Sign', exact: true }).waitFor();
  await page.evaluate((account) => window.denariaDemoWallet?.useAccount(account), OTHER);
  await expect(notice(page, 'Nation Selection Required')).toBeVisible();
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(toasts(page)).toContainText('Staking Failed');
  await expect(notice(page, 'Nation Selection Required')).toBeVisible();
  const stakes = await page.request.get(`${server.url}/api/dena/stakes/${PLAYER}`);
  expect(await stakes.text()).not.toContain('"stakedAmount":"10"');
  await context.close();
});

test('a server that is down: what was seen stays, the page says so, and comes back by itself', async ({
  page,
}) => {
  await page.goto(`${server.url}/ranking`);
  await expect(connection(page, 'Live')).toBeVisible();
  const own = rowOf(page, '0x7099…79C8');
  await expect(own).toContainText(/\$1[89],000/);
  await server.stop('SIGKILL');
  await expect(connection(page, 'Reconnecting')).toBeVisible();
  await expect(own).toContainText(/\$1[89],000/);
  await server.start();
  await expect(connection(page, 'Live')).toBeVisible({ timeout: 20_000 });
  await expect(own).toContainText(/\$1[89],000/);
});
