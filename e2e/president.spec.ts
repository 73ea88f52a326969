/**
 * [PRE1] A nation's page (/nation/italy) in play: its standing and the race for President, which is
 * also news and on the ranking [SCR43, ROL2].
 */
import { expect, type Page } from '@playwright/test';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import {
  chooseNation,
  expectTexts,
  setUpWallet,
  stakeDena,
  stakeNfts,
  toasts,
} from './demo-player.ts';
import { test } from './game-test.ts';
import { hurry } from './hurry.ts';

const [, OTHER = null] = DEMO_ACCOUNTS;
/** The flags' shape: three wide, two high. */
const FLAG = 'svg[viewBox="0 0 513 342"]';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const championOf = (page: Page) =>
  page.getByRole('list', { name: 'Top 3' }).getByRole('listitem').first();
const rowsOf = (page: Page) =>
  page.getByRole('table', { name: 'Complete Rankings' }).getByRole('row');
const raceOf = (page: Page) => page.getByRole('region', { name: 'The race for President' });
const news = (page: Page) => page.getByRole('region', { name: 'Your standing' });
const culturalOf = (page: Page) => page.getByRole('region', { name: 'Cultural NFTs', exact: true });
const nftDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm NFT Staking' });

test('a nation, its President, the next, the loss', async ({ browser, page, player, server }) => {
  // What changes while it is open is news.
  const openDashboard = async (): Promise<void> => {
    await player.goto(`${server.url}/dashboard`);
    await expect(player.getByRole('status', { name: 'Connection: Live' })).toBeVisible();
  };
  await test.step('a nation without a President, among the four, live', async () => {
    await hurry(page);
    await page.goto(`${server.url}/Nation/ITALY/`);
    await expect(heading(page)).toContainText('Italy');
    await expect(page).toHaveTitle('Italy · Denaria');
    await expect(page.getByText('First of four, $18,000 ahead of')).toBeVisible();
    const standing = page.locator('dl[aria-label="Standing"]');
    await expectTexts(standing, ['$18,000', 'Gained this week']);
    await expect(page.getByRole('link', { name: '1 player' })).toBeVisible();
    await stakeDena(player, server.url, '20000');
    await expect(standing).toContainText('$20,000');
    await expect(standing).toContainText('+$2,000First of four, most by');
    await expect(raceOf(page)).toContainText('There is no President of Italy yet.');
  });
  await openDashboard();
  await stakeNfts(player, server.url, { nftType: 'museum', quantity: 2 });
  await expect(news(player)).toContainText('You are President of Italy.');
  await expectTexts(raceOf(page), [
    /(marco\.eth|0x7099…79C8) presides unopposed\./,
    'Anyone who stakes 3 cultural NFTs becomes President.',
  ]);

  const elsewhere = await browser.newContext();
  await setUpWallet(elsewhere, { account: OTHER });
  const other = await elsewhere.newPage();
  await test.step('the next in the race', async () => {
    await chooseNation(other, server.url, 'Italy');
    await culturalOf(other)
      .getByRole('button', { name: /^Stake / })
      .click();
    await nftDialog(other).getByRole('button', { name: 'Stake NFT' }).click();
    await expect(toasts(other)).toContainText('Cultural NFT Staked Successfully');
    await other.goto(`${server.url}/nation/italy`);
    const race = raceOf(other);
    await expect(race).toContainText('You need 2 more cultural NFTs to become President:');
    const candidates = race.getByRole('listitem');
    await expect(candidates).toHaveCount(2);
    await expect(candidates.nth(0)).toContainText('2 cultural NFTs');
    await expectTexts(candidates.nth(1), ['You', '1 cultural NFT']);
  });
  await test.step('[SCR43, SCR44, ROL2] the ranking: each text of the champion, each cell of a row', async () => {
    const data = { walletAddress: OTHER, amount: '100000' };
    expect((await other.request.post(`${server.url}/api/dena/stake`, { data })).ok()).toBe(true);
    await player.goto(`${server.url}/ranking`);
    const champion = championOf(player);
    await expect(champion.getByText('$29,200', { exact: true })).toBeVisible();
    await expect(champion.getByText('$29K', { exact: true })).toBeVisible();
    await expect(champion).toContainText('Champion');
    await expect(champion.locator(FLAG)).toBeVisible();
    for (const text of [
      'Italy',
      'isabella.eth',
      '0x3C44…93BC',
      'President marco.eth0x7099…79C8',
      '2 cultural NFTs',
    ]) {
      await expect(champion.getByText(text, { exact: true })).toBeVisible();
    }
    const rows = rowsOf(player);
    await expect(rows.nth(1).locator(FLAG)).toBeVisible();
    await expect(rows.nth(1).getByRole('cell')).toHaveText([
      '1',
      // On a phone it is the podium's, too: what that says is there.
      'ItalyChampionPresident marco.eth…79C8 · 2 cultural NFTs',
      'isabella.eth0x3C44…93BC',
      '$29,200$29K',
      '100K DENA',
      'Top 1',
    ]);
    await expect(rows.nth(2).getByRole('cell')).toHaveText([
      '2',
      'ItalySecondPresident marco.eth…79C8 · 2 cultural NFTs',
      'marco.ethYou0x7099…79C8',
      '$22,400$22K',
      '100K DENA',
      'Top 2',
    ]);
  });
  await test.step('the office is taken', async () => {
    await openDashboard();
    await other.goto(`${server.url}/dashboard`);
    await culturalOf(other)
      .getByRole('button', { name: /^Stake / })
      .click();
    await nftDialog(other).getByLabel('Quantity to stake').fill('99');
    await expect(nftDialog(other)).toContainText('Not yours→Won');
    await nftDialog(other)
      .getByRole('button', { name: /^Stake \d NFTs/ })
      .click();
    await expect(toasts(other)).toContainText('Cultural NFT Staked Successfully');
    await expect(news(player)).toContainText('The presidency of Italy is isabella.eth’s now.');
    await expect(news(player).getByRole('link', { name: 'Win it back: 4 more' })).toHaveAttribute(
      'href',
      '/nation/italy',
    );
    await expect(raceOf(page).getByRole('listitem').first()).toContainText('5 cultural NFTs');
  });
  await elsewhere.close();
});
