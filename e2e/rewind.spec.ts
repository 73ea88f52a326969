/**
 * The past in the pages: four lines that cross, the ranking of a moment, and a player's history.
 */
import { expect, test, type Page } from '@playwright/test';
import { z } from 'zod';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { crowdWallet, join, openGame } from './crowd.ts';
import { pressToLetThrough } from './let-through.ts';

const clockSchema = z.object({ now: z.string() });
const HOUR_MS = 60 * 60_000;
const [PLAYER = null] = DEMO_ACCOUNTS;
const server = openGame();

// One game for all: nothing in this file changes it.
test.describe.configure({ mode: 'default' });

/** When only the first two had joined. */
let early: string;

/** The game's clock is ahead of the browser's. */
async function gameNow(): Promise<number> {
  const answer = await fetch(`${server.url}/dev/clock`);
  return Date.parse(clockSchema.parse(await answer.json()).now);
}

test.beforeAll(async () => {
  await server.start();
  await join(server.url, crowdWallet(0), 'china');
  await join(server.url, PLAYER, 'italy');
  await server.advance(HOUR_MS);
  early = new Date(await gameNow()).toISOString();
  await server.advance(60_000);
  await join(server.url, crowdWallet(1), 'italy');
  await server.advance(60_000);
  await server.post('/api/dena/stake', { walletAddress: PLAYER, amount: '50000' });
  await server.advance(HOUR_MS);
});

test.afterAll(async () => {
  await server.dispose();
});

const chart = (page: Page) => page.getByRole('region', { name: 'Total GDP over time' });
const lines = (page: Page) => chart(page).locator('[data-part="lines"] > svg path');
const past = (page: Page) => page.getByRole('table', { name: /^The first/ });
const rows = (page: Page) => past(page).locator('tbody').getByRole('row');
const board = (page: Page) => page.getByRole('region', { name: 'Nations' }).getByRole('listitem');
const clock = (page: Page) => page.getByRole('region', { name: 'Moment shown' }).locator('time');

test(
  'the nations’ lines show who took the lead; Rewind plays it; keys move from there',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto(`${server.url}/ranking`);
    await expect(lines(page)).toHaveCount(4);
    await expect(chart(page)).toContainText(/Italy has led since \d+ \w+, \d\d:\d\d/);
    // It plays from just before that.
    await page.getByRole('button', { name: 'Rewind' }).click();
    await expect(page).toHaveURL(/\/ranking\?at=/);
    await expect(board(page).first()).toContainText('China');
    await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
    await expect(board(page).first()).toContainText('Italy');
    await expect(lines(page)).toHaveCount(4);
    await page.getByRole('slider', { name: 'Moment' }).focus();
    await page.keyboard.press('Home');
    await expect(rows(page)).toHaveCount(1);
  },
);

test('the ranking of a moment plays on from there and is shared, and one press leads back; what is no moment of the game is told apart; a player’s history names each step', async ({
  page,
}) => {
  await page.route(/\/api\/replay/, (route) => route.abort());
  await page.goto(`${server.url}/ranking?at=${early}`);
  await expect(page.getByText('This moment could not be loaded.')).toBeVisible();
  const again = page.getByRole('button', { name: 'Try again' });
  await pressToLetThrough(again, page, /\/api\/replay/);
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('China');
  await page.getByRole('button', { name: '600×' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).first()).toContainText('Italy');
  await expect(page.getByText('staked 50,000 DENA')).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  const shown = (await clock(page).getAttribute('datetime')) ?? '';
  await expect(page).toHaveURL(new RegExp(`at=${shown.replaceAll('.', '\\.')}$`));

  // What was shared shows the same.
  await page.reload();
  await expect(clock(page)).toHaveAttribute('datetime', shown);
  await expect(rows(page).first()).toContainText('Italy');
  // However far down one reads.
  await past(page).evaluate((table) => table.scrollIntoView());
  await expect(clock(page)).toBeInViewport();
  await page.keyboard.press('l');
  await expect(page).toHaveURL(/\/ranking$/);
  await expect(page.getByRole('table', { name: 'Complete Rankings' })).toBeVisible();

  await page.goto(`${server.url}/ranking?at=2020-01-01T00:00:00Z`);
  await expect(page.getByText('The game began on')).toBeVisible();
  await page.goto(`${server.url}/ranking?at=yesterday`);
  await expect(page.getByText('The address names no moment.')).toBeVisible();
  await page.keyboard.press('l');
  await expect(page).toHaveURL(/\/ranking$/);
  await page.goto(`${server.url}/ranking?at=2100-01-01T00:00:00Z`);
  await expect(page.getByText('That moment is still to come.')).toBeVisible();
  await page.getByRole('link', { name: 'See the ranking now' }).click();
  await expect(page).toHaveURL(/\/ranking$/);

  await page.goto(`${server.url}/player/${PLAYER}`);
  const history = page.getByRole('region', { name: 'History' });
  // It ends now, with what the head says.
  await expect(history.getByText('Now', { exact: true })).toBeVisible();
  await expect(history.getByText('$23,000', { exact: true })).toBeVisible();
  await expect(history.getByText('#1', { exact: true })).toBeVisible();
  await history.getByRole('slider', { name: 'Step' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(history.getByText('staked 50,000 DENA')).toBeVisible();
  await page.keyboard.press('Home');
  await expect(history.getByText('joined for Italy')).toBeVisible();
  await expect(history.getByText('#2', { exact: true })).toBeVisible();
});
