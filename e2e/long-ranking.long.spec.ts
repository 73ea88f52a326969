/** A ranking longer than the live rows: the rest loads on scrolling. */
import { expect, test, type Page } from '@playwright/test';
import { LIVE_ROWS } from '../common/protocol/live-rows.ts';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { join, joinAll, openGame } from './crowd.ts';
import { rowOf, setUpWallet } from './demo-player.ts';

/** A quarter more than the live rows. */
const PLAYERS = LIVE_ROWS + 250;
const [PLAYER = null] = DEMO_ACCOUNTS;
const server = openGame();

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

test('scrolled to its end, every rank appears once; those beyond the live rows load, for keys too', async ({
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
  expect(ranks).toEqual(expect.arrayContaining([1000, 1001]));
  expect(new Set(ranks).size).toBe(ranks.length);

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
