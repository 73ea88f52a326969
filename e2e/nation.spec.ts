/**
 * A nation's page (/nation/italy): its standing, the race for President, its plates; and an unknown nation.
 */
import { expect, type Page } from '@playwright/test';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { chooseNation, setUpWallet, stakeDena, stakeNfts } from './demo-player.ts';
import { test } from './game-test.ts';
import { letThrough } from './let-through.ts';
import { refusePolls, refuseSockets } from './refuse-sockets.ts';

const [, OTHER = null] = DEMO_ACCOUNTS;

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });
const standingOf = (page: Page) => page.locator('dl[aria-label="Standing"]');
const raceOf = (page: Page) => page.getByRole('region', { name: 'The race for President' });

test('it shows its place among the four, live', async ({ page, player, server }) => {
  await setUpWallet(page, { account: null });
  await page.goto(`${server.url}/Nation/ITALY/`);
  await expect(heading(page, 'Italy')).toBeVisible();
  await expect(page).toHaveTitle('Italy · Denaria');
  await expect(page.getByText('First of four, $18,000 ahead of')).toBeVisible();
  const standing = standingOf(page);
  await expect(standing).toContainText('$18,000');
  await expect(standing).toContainText('100.0%');
  const four = page.getByRole('region', { name: 'Among the four' });
  await expect(four.getByRole('listitem')).toHaveCount(4);
  await expect(four.getByRole('listitem').first()).toContainText('Italy');

  await stakeDena(player, server.url, '20000');
  await expect(standing).toContainText('$20,000');
  await expect(page.getByRole('list', { name: 'Best players of Italy' })).toContainText('$20,000');
  await four.getByRole('link', { name: 'China' }).click();
  await expect(heading(page, 'China')).toBeVisible();
  await expect(page.getByText(/\$20,000 behind Italy|of four, \$0 behind/)).toBeVisible();
  await expect(page.getByText('Nobody plays China yet.')).toBeVisible();
});

test('[PRE1] it says who is President, who is next and what it takes', async ({
  browser,
  page,
  player,
  server,
}) => {
  await page.goto(`${server.url}/nation/italy`);
  const race = raceOf(page);
  await expect(race).toContainText('There is no President of Italy yet.');
  await stakeNfts(player, server.url, { nftType: 'museum', quantity: 3 });
  await expect(race).toContainText('0x7099…79C8 presides unopposed.');
  await expect(race).toContainText('Anyone who stakes 4 works of art becomes President.');
  await expect(page.getByText('3 works of art staked')).toBeVisible();

  const elsewhere = await browser.newContext();
  await setUpWallet(elsewhere, { account: OTHER });
  const other = await elsewhere.newPage();
  await chooseNation(other, server.url, 'Italy');
  const cultural = other.getByRole('region', { name: 'Cultural NFTs', exact: true });
  await cultural.getByRole('button', { name: /^Stake / }).click();
  await other
    .getByRole('dialog', { name: 'Confirm NFT Staking' })
    .getByRole('button', { name: 'Stake NFT' })
    .click();
  await other.getByText('Cultural NFT Staked Successfully').waitFor();
  await other.goto(`${server.url}/nation/italy`);
  await expect(raceOf(other)).toContainText('needs 3 more works of art to take the office');
  await expect(raceOf(other)).toContainText('You need 3 more works of art.');
  const candidates = raceOf(other).getByRole('listitem');
  await expect(candidates).toHaveCount(2);
  await expect(candidates.nth(0)).toContainText('3 works of art');
  await expect(candidates.nth(1)).toContainText('You');
  await expect(candidates.nth(1)).toContainText('1 work of art');
  await candidates.nth(0).getByRole('link').click();
  await expect(heading(other, /^(marco\.eth|0x7099…79C8)$/)).toBeVisible();
  await elsewhere.close();
});

test.describe('looked at', () => {
  test.use({ game: 'shared' });

  test('its plates are shown at full size, also without a wallet', async ({ page, server }) => {
    await setUpWallet(page, { account: null });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${server.url}/nation/italy`);
    const plates = page.getByRole('region', { name: 'The plates of Italy' });
    await expect(plates).toContainText('The Colosseum');
    await expect(plates).toContainText('+$8,100 GDP · +180 km² · +0.45x production each');
    for (const plate of [plates.locator('img').first(), plates.locator('img').last()]) {
      await plate.scrollIntoViewIfNeeded();
      await expect.poll(() => plate.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100); // prettier-ignore
      expect((await plate.boundingBox())?.width).toBeGreaterThan(600);
    }
  });

  test('its whole ranking is a click away', async ({ page, server }) => {
    await page.goto(`${server.url}/nation/italy`);
    await page.getByRole('link', { name: 'Whole ranking' }).click();
    await expect(page).toHaveURL(/\/ranking\?nation=italy$/);
    await expect(heading(page, 'Global Rankings')).toBeVisible();
  });

  test('an unknown name leads to the four nations', async ({ page, server }) => {
    for (const path of ['/nation/atlantis', '/nation']) {
      expect((await page.goto(server.url + path))?.status()).toBe(404);
      await expect(heading(page, 'Which nation?')).toBeVisible();
    }
    const main = page.getByRole('main');
    for (const name of ['United States', 'Italy', 'Argentina', 'China']) {
      await expect(main.getByRole('link', { name })).toBeVisible();
    }
    // Before the page is taken over, a link loads another page instead of leading to it.
    await expect(page.getByRole('button', { name: 'Connect Wallet' }).first()).toBeVisible();
    await main.getByRole('link', { name: 'Argentina' }).click();
    await expect(heading(page, 'Argentina')).toBeVisible();
    await expect(page.locator('main')).toBeFocused();
  });

  test('a race that cannot be loaded says so, and is requested again', async ({ page, server }) => {
    await refuseSockets(page);
    await refusePolls(page);
    await page.route('**/api/nations/italy', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto(`${server.url}/nation/italy`);
    await expect(raceOf(page).getByRole('alert')).toContainText('could not be loaded');
    await letThrough(page, '**/api/nations/italy');
    await raceOf(page).getByRole('button', { name: 'Try again' }).click();
    await expect(raceOf(page)).toContainText('There is no President of Italy yet.');
  });
});
