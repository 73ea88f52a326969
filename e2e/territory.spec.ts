/** Territory (/territory): empty, then the land, its figures and locks, according to the stakes. */
import { expect, type Page } from '@playwright/test';
import { LOCK_DAYS, LOCK_MS } from '../common/rules/lock.ts';
import { setUpWallet, stakeNfts, toasts } from './demo-player.ts';
import { test } from './game-test.ts';
import { letThrough } from './let-through.ts';
import { refusePolls, refuseSockets } from './refuse-sockets.ts';

const totalsOf = (page: Page) => page.locator('dl[aria-label="Totals"]');
const holdingsOf = (page: Page) =>
  page.getByRole('list', { name: 'Your holdings' }).getByRole('listitem');
const landOf = (page: Page) => holdingsOf(page).filter({ hasText: 'National NFT' });
const nftDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm NFT Staking' });
const national = (page: Page) => page.getByRole('region', { name: 'National NFTs', exact: true });

test.describe('with nothing staked', () => {
  test.use({ game: 'shared' });

  test('without a wallet it asks for one', async ({ page, server }) => {
    await setUpWallet(page, { account: null });
    await page.goto(`${server.url}/territory`);
    await expect(page.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
    await expect(page.getByText('Your land is kept under your wallet’s name')).toBeVisible();
  });

  test('holdings that cannot be loaded say so, and are requested again', async ({
    player,
    server,
  }) => {
    await refusePolls(player);
    await player.route('**/api/territory/*', (route) => route.fulfill({ status: 500, body: '' }));
    await refuseSockets(player);
    // Its answer would make the page fetch the holdings again.
    await player.route('**/api/player-nation/refresh', (route) => route.abort());
    await player.goto(`${server.url}/territory`);
    await expect(player.getByRole('alert')).toContainText('Your holdings could not be loaded.');
    await letThrough(player, '**/api/territory/*');
    await player.getByRole('button', { name: 'Try again' }).click();
    await expect(player.getByText('Nobody has drawn a border here yet.')).toBeVisible();
  });

  test('an empty outline invites the player to stake', async ({ player, server }) => {
    await player.goto(`${server.url}/territory`);
    await expect(player.getByRole('heading', { level: 1, name: 'Territory' })).toBeVisible();
    await expect(totalsOf(player)).toContainText('Territory0 km²');
    await expect(player.getByText('Nobody has drawn a border here yet.')).toBeVisible();
    await expect(player.getByText('180 km² of land and 0.45x of production.')).toBeVisible();
    await expect(player.getByText('With one copy: +$8,100 GDP · rank stays #1')).toBeVisible();
    await expect(player.getByText('Unclaimed land')).toBeVisible();
    await player.getByRole('link', { name: 'Stake your first NFT' }).click();
    await expect(national(player).getByRole('button', { name: /^Stake / })).toBeVisible();
  });
});

test('a link from the dashboard shows the staked land', async ({ player, server }) => {
  await player.goto(`${server.url}/dashboard`);
  await national(player)
    .getByRole('button', { name: /^Stake / })
    .click();
  await nftDialog(player).getByRole('button', { name: 'Stake NFT' }).click();
  await expect(toasts(player)).toContainText('NFT Staked Successfully');
  await national(player).getByRole('link', { name: 'See your territory' }).click();
  await expect(totalsOf(player)).toContainText('Territory180 km²');
});

test('two NFTs and a work of art are parcels, figures, holdings and locks', async ({
  player,
  server,
}) => {
  await stakeNfts(player, server.url, { nftType: 'national', quantity: 2 });
  await stakeNfts(player, server.url, { nftType: 'museum', quantity: 1 });
  await player.goto(`${server.url}/territory`);

  // Italy's plate: 180 km² and +0.45x each, on a starting GDP of 18,000; its work of art adds 1,200.
  await expect(totalsOf(player)).toContainText('Territory360 km²');
  await expect(totalsOf(player)).toContainText('Production+0.90x');
  await expect(totalsOf(player)).toContainText('GDP from NFTs+$17,400');
  await expect(totalsOf(player)).toContainText('NFTs staked3');
  await expect(player.getByText('One parcel for each staked copy')).toBeVisible();

  const holdings = holdingsOf(player);
  await expect(holdings).toHaveCount(2);
  const land = landOf(player);
  await expect(land).toContainText('+$16,200 GDP');
  await expect(land).toContainText('2 copies · 360 km² · +0.90x production');
  await expect(land).toContainText(
    new RegExp(
      String.raw`${LOCK_DAYS - 1}d 23h to unlock · (\d+ \w+ \d{4}, \d\d:\d\d GMT\+\d|.*CES?T)`,
    ),
  );
  await expect(holdings.filter({ hasText: 'The Colosseum' })).toContainText('+$1,200 GDP');
  const parcels = player.getByRole('button', { name: /^Parcel \d of \d: 180 km², \+\$8,100 GDP$/ });
  await expect(parcels).toHaveCount(2);
  await parcels.first().focus();
  await player.keyboard.press('Enter');
  await expect(land).toBeFocused();
});

test('a lock that has ended says so; only unstaked copies are offered for staking', async ({
  player,
  server,
}) => {
  await stakeNfts(player, server.url, { nftType: 'national', quantity: 2 });
  await server.advance(LOCK_MS);
  await player.goto(`${server.url}/territory`);
  await expect(landOf(player)).toContainText('Unlocked. Still earning until you unstake.');

  // Available is owned minus staked; if nothing is available, nothing is offered.
  await player.getByRole('link', { name: 'Stake more' }).click();
  const card = national(player);
  await expect(card).toContainText('1 copy');
  await card.getByRole('button', { name: /^Stake / }).click();
  await expect(nftDialog(player)).toContainText('Available1');
  await nftDialog(player).getByRole('button', { name: 'Stake NFT' }).click();
  await expect(card).toContainText('All your copies are staked.');
  await expect(card.getByRole('button', { name: /^Stake / })).toHaveCount(0);
  await expect(card).not.toContainText('Each copy adds');
});
