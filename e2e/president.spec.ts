/** Who presides over a nation, and how the ranking says so [SCR43, ROL2]. */
import { expect, type Page } from '@playwright/test';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { chooseNation, setUpWallet, toasts } from './demo-player.ts';
import { test } from './game-test.ts';

const [, OTHER = null] = DEMO_ACCOUNTS;
/** The flags' shape: three wide, two high. */
const FLAG = 'svg[viewBox="0 0 513 342"]';

const championOf = (page: Page) =>
  page.getByRole('list', { name: 'Top 3' }).getByRole('listitem').first();
const rowsOf = (page: Page) =>
  page.getByRole('table', { name: 'Complete Rankings' }).getByRole('row');

test('the first player to stake a cultural NFT is President of all players of that nation', async ({
  browser,
  player,
  server,
}) => {
  await player.goto(`${server.url}/dashboard`);
  const cultural = player.getByRole('region', { name: 'Cultural NFTs', exact: true });
  await cultural.getByRole('button', { name: /^Stake / }).click();
  const dialog = player.getByRole('dialog', { name: 'Confirm NFT Staking' });
  await dialog.getByRole('button', { name: 'More NFTs' }).click();
  await dialog.getByRole('button', { name: 'Stake 2 NFTs' }).click();
  await expect(toasts(player)).toContainText('Cultural NFT Staked Successfully');
  const elsewhere = await browser.newContext();
  await setUpWallet(elsewhere, { account: OTHER });
  const other = await elsewhere.newPage();
  await chooseNation(other, server.url, 'Italy');
  await other.getByLabel('Amount').fill('100000');
  await other.getByRole('button', { name: 'Stake DENA' }).click();
  await expect(toasts(other)).toContainText('DENA Staked Successfully');
  await elsewhere.close();

  await player.goto(`${server.url}/ranking`);
  const champion = championOf(player);
  const rows = rowsOf(player);
  await expect(champion.getByText('$28K', { exact: true })).toBeVisible();
  await expect(champion).toContainText('Champion');
  await expect(champion.locator(FLAG)).toBeVisible();
  for (const text of [
    'Italy',
    'isabella.eth',
    '0x3C44…93BC',
    'President marco.eth0x7099…79C8',
    '2 cultural NFTs staked',
  ]) {
    await expect(champion.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(rows.nth(1).locator(FLAG)).toBeVisible();
  await expect(rows.nth(1).getByRole('cell')).toHaveText([
    '1',
    'Italy',
    'isabella.eth0x3C44…93BCPresident marco.eth0x7099…79C8',
    '$28K$28,000',
    '100K DENA',
    'Top 1',
  ]);
  await expect(rows.nth(2).getByRole('cell')).toHaveText([
    '2',
    'ItalyYou',
    'marco.eth0x7099…79C8President marco.eth0x7099…79C8',
    '$20K$20,400',
    '100K DENA',
    'Top 2',
  ]);
});

test.describe('without one', () => {
  test.use({ game: 'shared' });

  test('the ranking says that a nation has no President yet', async ({ page, server }) => {
    await page.goto(`${server.url}/ranking`);
    await expect(championOf(page)).toContainText('No President yet');
    await expect(championOf(page)).toContainText('0 cultural NFTs staked');
    await expect(rowsOf(page).nth(1)).toContainText('No President yet');
  });

  test('the ranking shows a random tip', async ({ page, server }) => {
    const tipAt = async (random: number): Promise<void> => {
      await page.addInitScript((chance) => {
        Math.random = () => chance;
      }, random);
      await page.goto(`${server.url}/ranking`);
      await expect(page.getByRole('row').nth(1)).toBeVisible();
    };
    const first = page.getByText('Every 10,000 DENA you stake adds $1,000 to your GDP.');
    const last = page.getByText('One good stake can pass a dozen nations.');
    await tipAt(0);
    await expect(first).toBeVisible();
    await expect(last).toHaveCount(0);
    await tipAt(0.999);
    await expect(last).toBeVisible();
    await expect(first).toHaveCount(0);
  });
});
