/** A ranking longer than the live rows: the rest loads on scrolling. */
import { expect, test, type Page } from '@playwright/test';
import { LIVE_ROWS } from '../common/protocol/live-rows.ts';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { join, joinAll, openGame } from './crowd.ts';
import { rowOf, setUpWallet } from './demo-player.ts';
import { pressToLetThrough } from './let-through.ts';
import { refusePolls } from './refuse-sockets.ts';

/** A quarter more than the live rows. */
const PLAYERS = LIVE_ROWS + 250;
const [PLAYER = null] = DEMO_ACCOUNTS;
const server = openGame();
const LATER_PAGES = /\/api\/leaderboard\?.*offset=/;

// One game for all: filling it takes longer than any test. The test that changes it comes last.
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  test.setTimeout(150_000);
  await server.start();
  await joinAll(server.url, 0, PLAYERS - 1, 'italy');
  // The last to join, for the nation with the lowest GDP, ranks last.
  await join(server.url, PLAYER, 'argentina');
});

test.afterAll(async () => {
  await server.dispose();
});

const table = (page: Page) => page.getByRole('table', { name: 'Complete Rankings' });

/** Until the live list takes over, only the rows of the HTML are there to scroll to. */
async function open(page: Page): Promise<void> {
  await page.goto(`${server.url}/ranking`);
  await expect(page.locator('[data-still="race"]')).toHaveCount(0);
}

async function scrollToRank(page: Page, rank: number): Promise<void> {
  const first = await table(page).getByRole('row').nth(1).boundingBox();
  const top = await page.evaluate((at) => document.documentElement.scrollTop + at, first?.y ?? 0);
  await page.evaluate((y) => scrollTo(0, y), top + (rank - 1) * (first?.height ?? 0) - 300);
}

test('scrolled to its end, every rank appears once, in order; those beyond the live rows load, for keys too', async ({
  page,
}) => {
  await open(page);
  await expect(page.getByText('1,250 players in 2 nations competing')).toBeVisible();
  await expect(table(page)).toHaveAttribute('aria-rowcount', String(PLAYERS + 1));
  // Far fewer rows are rendered than exist.
  await expect.poll(() => table(page).getByRole('row').count()).toBeLessThan(60);
  await expect(rowOf(page, '#1005')).toHaveCount(0);

  await scrollToRank(page, 1000);
  await expect(rowOf(page, '#1005')).toContainText('Italy');
  const ranks = await table(page)
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.map((row) => Number(row.getAttribute('aria-rowindex')) - 1).filter((rank) => rank > 0),
    );
  const ordered = ranks.toSorted((a, b) => a - b);
  expect(ordered).toContain(1000);
  expect(ordered).toContain(1001);
  expect(ordered).toEqual(ordered.map((_, i) => (ordered[0] ?? 0) + i));
  const wallets = await table(page)
    .locator('td[title^="0x"]')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('title')));
  expect(new Set(wallets).size).toBe(wallets.length);

  await scrollToRank(page, PLAYERS);
  await expect(rowOf(page, `#${PLAYERS}`)).toContainText('Argentina');
  // And no row that the keyboard can't reach.
  await page.evaluate(() => scrollTo(0, 0));
  await table(page).getByRole('row').nth(1).press('End');
  await expect(rowOf(page, `#${PLAYERS}`)).toBeFocused();
});

test('the player’s own row beyond the live ones: its rank, its badge, and the way to it', async ({
  page,
}) => {
  await setUpWallet(page, { account: PLAYER });
  await open(page);
  await expect(page).toHaveTitle(`#${PLAYERS} Global Rankings · Denaria`);
  await page
    .getByRole('region', { name: 'Your standing' })
    .getByRole('link', { name: '#1,250' })
    .click();
  const own = rowOf(page, '0x7099…79C8');
  await expect(own).toContainText('You');
  await expect(own).toContainText(`#${PLAYERS}`);
  await expect(own).toHaveAttribute('aria-current', 'true');
  await expect(own).toBeInViewport();
});

test('one nation’s rows beyond the live ones load by their places in it, with their ranks among all', async ({
  page,
}) => {
  await page.goto(`${server.url}/ranking?nation=italy`);
  await expect(table(page)).toHaveAttribute('aria-rowcount', String(PLAYERS));
  await scrollToRank(page, PLAYERS - 1);
  await expect(rowOf(page, `#${PLAYERS - 1}`)).toContainText('Italy');
  await expect(table(page).getByText('Argentina')).toHaveCount(0);
});

test('ranks that cannot be loaded keep their places, say so, and are requested again', async ({
  page,
}) => {
  await refusePolls(page);
  await open(page);
  await expect(rowOf(page, 'Top 3')).toBeVisible();
  await page.route(LATER_PAGES, (route) => route.fulfill({ status: 500, body: '' }));
  await scrollToRank(page, 1100);
  await expect(page.getByRole('alert')).toContainText('These ranks could not be loaded.');
  await expect(rowOf(page, '#1100')).toHaveCount(0);
  await pressToLetThrough(page.getByRole('button', { name: 'Try again' }), page, LATER_PAGES);
  await expect(rowOf(page, '#1100')).toContainText('Italy');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('printed, the ranking is a table of all the loaded rows, in black on white', async ({
  page,
}) => {
  await open(page);
  await expect(rowOf(page, 'Top 3')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(table(page).getByRole('row')).toHaveCount(1001);
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeHidden();
  await expect(page.getByRole('region', { name: 'Activity' })).toBeHidden();
  const row = table(page).getByRole('row').nth(500);
  expect(await row.evaluate((element) => getComputedStyle(element).display)).toBe('table-row');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await page.emulateMedia({ media: 'screen' });
  await expect.poll(() => table(page).getByRole('row').count()).toBeLessThan(60);
});

test('a polled row moves up into the live rows and appears only there', async ({ page }) => {
  await open(page);
  await scrollToRank(page, PLAYERS);
  await expect(rowOf(page, '0x7099…79C8')).toContainText('$15K');
  const stake = await page.request.post(`${server.url}/api/dena/stake`, {
    data: { walletAddress: PLAYER, amount: '100000' },
  });
  expect(stake.status()).toBe(201);
  await expect(rowOf(page, '0x7099…79C8')).toHaveCount(0);
  // The player who moved down takes the last place, at the latest with the next poll.
  await expect(rowOf(page, `#${PLAYERS}`)).toContainText('Italy');
  await page.evaluate(() => scrollTo(0, 0));
  await expect(table(page).getByRole('row').nth(1)).toContainText('0x7099…79C8');
});
