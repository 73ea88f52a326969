/**
 * Territory (/territory) while there is none. What the stakes make of it is in dashboard.spec.ts, what unstaking
 * costs in forecast.spec.ts.
 */
import { expect } from '@playwright/test';
import { setUpWallet } from './demo-player.ts';
import { test } from './game-test.ts';
import { pressToLetThrough } from './let-through.ts';
import { refusePolls, refuseSockets } from './refuse-sockets.ts';

test.use({ game: 'shared' });

test('[SCR5] no wallet, no holdings loaded, no stakes', async ({ page, player, server }) => {
  await setUpWallet(page, { account: null });
  await page.goto(`${server.url}/territory`);
  await expect(page.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
  await expect(page.getByText('Your land is kept under your wallet’s name')).toBeVisible();

  await refusePolls(player);
  await refuseSockets(player);
  await player.route('**/api/territory/*', (route) => route.fulfill({ status: 500, body: '' }));
  // Its answer would make the page fetch the holdings again.
  await player.route('**/api/player-nation/refresh', (route) => route.abort());
  await player.goto(`${server.url}/territory`);
  await expect(player.getByRole('alert')).toContainText('Your holdings could not be loaded.');
  const again = player.getByRole('button', { name: 'Try again' });
  await pressToLetThrough(again, player, '**/api/territory/*');

  await expect(player.getByText('Nobody has drawn a border here yet.')).toBeVisible();
  await expect(player.getByRole('heading', { level: 1, name: 'Territory' })).toBeVisible();
  await expect(player.locator('dl[aria-label="Totals"]')).toContainText('Territory0 km²');
  await expect(player.getByText('180 km² of land and 0.45x of production.')).toBeVisible();
  await expect(player.getByText('With one copy: +$8,100 GDP · rank stays #1')).toBeVisible();
  await expect(player.getByText('Unclaimed land')).toBeVisible();
  await player.getByRole('link', { name: 'Stake your first NFT' }).click();
  const national = player.getByRole('region', { name: 'National NFTs', exact: true });
  await expect(national.getByRole('button', { name: /^Stake / })).toBeVisible();
});
