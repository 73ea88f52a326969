/** Territory (/territory): empty, then the land, its figures and locks, as the stakes make them. */
import { expect, test } from '@playwright/test';
import { toasts, setUpWallet } from './demo-player.ts';
import { gameOfItaly } from './game-of-italy.ts';
import { letThrough } from './let-through.ts';
import { refuseSockets } from './refuse-sockets.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const game = gameOfItaly();
const { server } = game;

test('without a wallet it asks for one', async ({ page }) => {
  await setUpWallet(page, { account: null });
  await page.goto(`${server.url}/territory`);
  await expect(page.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
  await expect(page.getByText('Your land is kept under your wallet’s name')).toBeVisible();
});

test('holdings that cannot be loaded say so, and are asked for again', async ({ browser }) => {
  const context = await browser.newContext({ storageState: game.visit });
  const page = await context.newPage();
  await page.route('**/api/territory/*', (route) => route.fulfill({ status: 500, body: '' }));
  await refuseSockets(page);
  await page.goto(`${server.url}/territory`);
  await expect(page.getByRole('alert')).toContainText('Your holdings could not be loaded.');
  await letThrough(page, '**/api/territory/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Nobody has drawn a border here yet.')).toBeVisible();
  await context.close();
});

test('an empty outline invites; two NFTs and a work of art are parcels, figures, holdings and locks', async ({
  browser,
}) => {
  const context = await browser.newContext({ storageState: game.visit });
  const page = await context.newPage();
  await page.goto(`${server.url}/territory`);
  await expect(page.getByRole('heading', { level: 1, name: 'Territory' })).toBeVisible();
  const totals = page.locator('dl[aria-label="Totals"]');
  await expect(totals).toContainText('Territory0 km²');
  await expect(page.getByText('Nobody has drawn a border here yet.')).toBeVisible();
  await expect(page.getByText('Unclaimed land')).toBeVisible();
  await page.getByRole('link', { name: 'Stake your first NFT' }).click();

  const dialog = page.getByRole('dialog', { name: 'Confirm NFT Staking' });
  const national = page.getByRole('region', { name: 'National NFTs', exact: true });
  await national.getByRole('button', { name: /^Stake / }).click();
  await dialog.getByRole('button', { name: 'More NFTs' }).click();
  await dialog.getByRole('button', { name: 'Stake 2 NFTs' }).click();
  await expect(toasts(page)).toContainText('NFT Staked Successfully');
  const cultural = page.getByRole('region', { name: 'Cultural NFTs', exact: true });
  await cultural.getByRole('button', { name: /^Stake / }).click();
  await dialog.getByRole('button', { name: 'Stake NFT' }).click();
  await expect(toasts(page)).toContainText('Cultural NFT Staked Successfully');
  await national.getByRole('link', { name: 'See your territory' }).click();

  // Italy's plate: 180 km² and +0.45x each, on a starting GDP of 18,000; its work of art adds 1,200.
  await expect(totals).toContainText('Territory360 km²');
  await expect(totals).toContainText('Production+0.90x');
  await expect(totals).toContainText('GDP from NFTs+$17,400');
  await expect(totals).toContainText('NFTs staked3');
  await expect(page.getByText('One parcel for each staked copy')).toBeVisible();

  const holdings = page.getByRole('list', { name: 'Your holdings' }).getByRole('listitem');
  await expect(holdings).toHaveCount(2);
  const land = holdings.filter({ hasText: 'National NFT' });
  await expect(land).toContainText('+$16,200 GDP');
  await expect(land).toContainText('2 copies · 360 km² · +0.90x production');
  await expect(land).toContainText(
    /6d 23h to unlock · \d+ \w+ \d{4}, \d\d:\d\d GMT\+\d|6d 23h to unlock · .*CES?T/,
  );
  await expect(holdings.filter({ hasText: 'Cultural NFT' })).toContainText('+$1,200 GDP');
  const parcels = page.getByRole('button', { name: /^Parcel \d of \d: 180 km², \+\$8,100 GDP$/ });
  await expect(parcels).toHaveCount(2);
  await parcels.first().focus();
  await page.keyboard.press('Enter');
  await expect(land).toBeFocused();

  await server.advance(WEEK_MS);
  await page.reload();
  await expect(land).toContainText('Free to unstake.');

  // What is available is what is owned less what is staked; of none, nothing is shown to stake.
  await page.getByRole('link', { name: 'Stake more' }).click();
  await expect(national).toContainText('1 copy');
  await national.getByRole('button', { name: /^Stake / }).click();
  await expect(dialog).toContainText('Available1');
  await dialog.getByRole('button', { name: 'Stake NFT' }).click();
  await expect(national).toContainText('Everything you hold of this is staked.');
  await expect(national.getByRole('button', { name: /^Stake / })).toHaveCount(0);
  await expect(national).not.toContainText('Italy: National Plate');
  await context.close();
});
