/**
 * The parts of the ranking that its address selects: a nation, a search, a player to jump to; and the keys.
 */
import { expect, test, type Page } from '@playwright/test';
import { shortAddress } from '../common/values/short-address.ts';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { crowdWallet, join, joinAll, leaderboard, openGame } from './crowd.ts';
import { rowOf, setUpWallet } from './demo-player.ts';
import { letThrough } from './let-through.ts';

const [PLAYER = null] = DEMO_ACCOUNTS;
/** Italy's and Argentina's players; the last of Argentina's is the Demo account. */
const ITALIANS = 30;
const ARGENTINES = 15;
const FIND = /\/api\/leaderboard\/find/;
const server = openGame();

// One game for all: nothing in this file changes it.
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  await server.start();
  await joinAll(server.url, 0, ITALIANS, 'italy');
  await joinAll(server.url, ITALIANS, ITALIANS + ARGENTINES - 1, 'argentina');
  await join(server.url, PLAYER, 'argentina');
});

test.afterAll(async () => {
  await server.dispose();
});

const table = (page: Page) => page.getByRole('table', { name: 'Complete Rankings' });
const bodyRows = (page: Page) => table(page).locator('tbody').getByRole('row');
const nations = (page: Page) => page.getByRole('navigation', { name: 'Whose rows are listed' });
const field = (page: Page) => page.getByRole('searchbox', { name: 'Find a player' });
const found = (page: Page) =>
  page.getByRole('list', { name: 'Players found' }).getByRole('listitem');
const whole = (page: Page) => page.getByRole('link', { name: 'Show the whole ranking' });

test.describe('a nation', () => {
  test('is selected by a link; ranks stay those among all players; Back leads back', async ({
    page,
  }) => {
    await page.goto(`${server.url}/ranking`);
    await expect(bodyRows(page)).toHaveCount(ITALIANS + ARGENTINES);
    await nations(page).getByRole('link', { name: 'Argentina' }).click();
    await expect(page).toHaveURL(/\?nation=argentina$/);
    await expect(bodyRows(page)).toHaveCount(ARGENTINES);
    await expect(bodyRows(page).first()).toContainText(`#${ITALIANS + 1}`);
    await expect(table(page).getByText('Italy')).toHaveCount(0);
    await expect(page.getByText(`${ARGENTINES} in all`)).toBeVisible();
    await expect(nations(page).getByRole('link', { name: 'Argentina' })).toHaveAttribute(
      'aria-current',
      'true',
    );
    await page.goBack();
    await expect(bodyRows(page)).toHaveCount(ITALIANS + ARGENTINES);
    await page.goForward();
    await expect(bodyRows(page)).toHaveCount(ARGENTINES);
  });

  test('opens from its address; one without players says so, as does an unknown one', async ({
    page,
  }) => {
    await page.goto(`${server.url}/ranking?nation=ITALY`);
    await expect(bodyRows(page)).toHaveCount(ITALIANS);
    await page.goto(`${server.url}/ranking?nation=china`);
    await expect(page.getByText('Nobody plays for this nation yet.')).toBeVisible();
    await page.goto(`${server.url}/ranking?nation=atlantis`);
    await expect(page.getByText('There is no nation ‘atlantis’.')).toBeVisible();
    await expect(bodyRows(page)).toHaveCount(ITALIANS + ARGENTINES);
    await whole(page).click();
    await expect(page).toHaveURL(/\/ranking$/);
    await expect(page.getByText('There is no nation')).toHaveCount(0);
  });
});

test.describe('a player searched for', () => {
  /** The server's answer, with a name for one of them. */
  test.beforeEach(async ({ page }) => {
    await page.route(FIND, async (route) => {
      const q = new URL(route.request().url()).searchParams.get('q')?.toLowerCase() ?? '';
      const rows = (await leaderboard(server.url)).map((row) =>
        row.walletAddress === PLAYER ? { ...row, name: 'marco.eth' } : { ...row, name: null },
      );
      const fits = (text: string | null) => text?.toLowerCase().startsWith(q) ?? false;
      const answer = rows.filter((row) => fits(row.walletAddress) || fits(row.name));
      await route.fulfill({ json: answer.slice(0, 20) });
    });
  });

  test('is found by name, with one request for continuous typing, and shown in the ranking', async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (FIND.test(request.url())) asked.push(request.url());
    });
    await page.goto(`${server.url}/ranking`);
    await expect(bodyRows(page)).toHaveCount(ITALIANS + ARGENTINES);
    await page.keyboard.press('/');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('marco', { delay: 20 });
    await expect(found(page)).toHaveCount(1);
    await expect(page).toHaveURL(/\?q=marco$/);
    expect(asked).toHaveLength(1);
    await expect(found(page)).toContainText('marco.eth');
    await expect(found(page)).toContainText('0x7099…79C8');
    await expect(found(page).getByRole('link', { name: /marco\.eth/ })).toHaveAttribute(
      'href',
      `/player/${PLAYER}`,
    );
    await found(page).getByRole('link', { name: 'Show in the ranking' }).click();
    await expect(page).toHaveURL(new RegExp(`around=${PLAYER}`, 'i'));
    await expect(rowOf(page, '0x7099…79C8')).toBeInViewport();
    await expect(field(page)).toHaveValue('');
    await page.goBack();
    await expect(found(page)).toHaveCount(1);
    await expect(field(page)).toHaveValue('marco');
  });

  test('is one of at most twenty results, with a hint to type more', async ({ page }) => {
    await page.goto(`${server.url}/ranking?q=0xaaaa`);
    await expect(found(page)).toHaveCount(20);
    await expect(page.getByText('Type more to find others.')).toBeVisible();
  });

  test('is not found, too short, not an address, or cannot be fetched: each says what to do', async ({
    page,
  }) => {
    await page.goto(`${server.url}/ranking?q=zzz`);
    await expect(page.getByText('Nobody’s name or address begins with ‘zzz’.')).toBeVisible();
    await page.goto(`${server.url}/ranking?q=z`);
    await expect(page.getByText('A search wants two characters at least')).toBeVisible();
    await page.goto(`${server.url}/ranking?q=0xzz`);
    await expect(page.getByText('An address begins with 0x')).toBeVisible();
    await page.route(FIND, (route) => route.fulfill({ status: 503, body: 'Busy.' }));
    await page.goto(`${server.url}/ranking?q=marco`);
    await expect(page.getByRole('alert')).toContainText(/^Busy\./);
    await letThrough(page, FIND);
    await whole(page).click();
    await expect(bodyRows(page)).toHaveCount(ITALIANS + ARGENTINES);
  });
});

test.describe('a jump', () => {
  test('leads to the player’s own row, with the rows around it in view', async ({ page }) => {
    await setUpWallet(page, { account: PLAYER });
    await page.goto(`${server.url}/ranking`);
    await page.getByRole('link', { name: /^You are #/ }).click();
    await expect(page).toHaveURL(/\?around=me$/);
    const last = ITALIANS + ARGENTINES;
    const own = rowOf(page, '0x7099…79C8');
    await expect(own).toHaveAttribute('aria-current', 'true');
    for (const rank of [last - 5, last - 1, last]) {
      await expect(table(page).locator(`tr[aria-rowindex="${rank + 1}"]`)).toBeInViewport();
    }
  });

  test('leads to anyone’s row from its address; a missing row is reported', async ({ page }) => {
    const wallet = crowdWallet(20);
    await page.goto(`${server.url}/ranking?around=${wallet}`);
    const row = rowOf(page, shortAddress((await leaderboard(server.url))[20]?.walletAddress ?? ''));
    await expect(row.first()).toBeInViewport();

    await page.goto(`${server.url}/ranking?around=0x${'9'.repeat(40)}`);
    await expect(page.getByText('0x9999…9999 has no nation yet, so no rank either.')).toBeVisible();
    await page.goto(`${server.url}/ranking?around=0x99`);
    await expect(page.getByText('‘0x99’ is no wallet address')).toBeVisible();
    await page.goto(`${server.url}/ranking?around=me`);
    await expect(page.getByText('Connect your wallet to see where you stand.')).toBeVisible();
    await expect(bodyRows(page)).toHaveCount(ITALIANS + ARGENTINES);
  });
});

test('arrows move along the rows, Home and End jump to the ends, Enter opens the player', async ({
  page,
}) => {
  await page.goto(`${server.url}/ranking`);
  await expect(bodyRows(page)).toHaveCount(ITALIANS + ARGENTINES);
  // Only one row is in the tab order.
  await expect(table(page).locator('tr[tabindex="0"]')).toHaveCount(1);
  await bodyRows(page).first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(bodyRows(page).nth(2)).toBeFocused();
  await expect(table(page).locator('tr[tabindex="0"]')).toHaveCount(1);
  await page.keyboard.press('ArrowUp');
  await expect(bodyRows(page).nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(bodyRows(page).last()).toBeFocused();
  await expect(bodyRows(page).last()).toBeInViewport();
  await page.keyboard.press('PageUp');
  await expect(bodyRows(page).last()).not.toBeFocused();
  await page.keyboard.press('Home');
  await expect(bodyRows(page).first()).toBeFocused();
  // Below the sticky headers, not behind them.
  const top = (await bodyRows(page).first().boundingBox())?.y ?? 0;
  const head = await table(page).locator('thead').boundingBox();
  expect(top).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0) - 1);
  const [leader] = await leaderboard(server.url);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${server.url}/player/${leader?.walletAddress}`);
});

test('a phone shows either the list or the feed, and the address says which', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.url}/ranking`);
  await expect(table(page)).toBeVisible();
  const feed = page.getByRole('list', { name: 'Activity' });
  await expect(feed).toBeHidden();
  await page.getByRole('link', { name: 'Activity', exact: true }).click();
  await expect(feed).toBeVisible();
  await expect(table(page)).toBeHidden();
  await page.goBack();
  await expect(table(page)).toBeVisible();
});
