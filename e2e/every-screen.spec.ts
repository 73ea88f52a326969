/**
 * Every screen and main dialog, with filled lists, each visited once: axe finds nothing (WCAG 2 A
 * and AA, best practices); nothing scrolls sideways at any width; on a phone every touch target is
 * at least 44 px both ways. By night in the light theme too, whose colours client/src/ui/theme
 * tests by day, at more widths, and with figures and names as long as they can be.
 */
import { expect, test, type Page } from '@playwright/test';
import { weekBegins, weekId } from '../common/values/week.ts';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { joinAll } from './crowd.ts';
import { setUpWallet, stakeDena, stakeNfts, untilPicturesAreKnown } from './demo-player.ts';
import { DevServer } from './dev-server.ts';
import { visitOfItaly } from './prepared.ts';
import { refuseSockets } from './refuse-sockets.ts';
import { smallTargets } from './touch-targets.ts';
import { unfilled } from './unfilled.ts';
import { violations } from './violations.ts';
import { leaveOfWeek, thisWeek } from './weeks.ts';
import { buy, contribute } from './work-builder.ts';

const [PLAYER = null, NEWCOMER = null] = DEMO_ACCOUNTS;
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const isLong = process.env['DENARIA_TIER'] === 'long';
/** The last is a phone's, on which touch targets are measured. */
const WIDTHS = isLong ? [1440, 1024, 768, 360, 390] : [768, 360, 390];

const server = new DevServer({
  pages: 'built',
  beginning: 'italy',
  env: { WALLET_PROOF: 'off' },
});

/** The week that runs; the one before it has ended. */
let week: number;

// One game for all: it is only looked at. Axe takes a busy machine long, on ten screens one after
// the other.
test.describe.configure({ mode: 'default', timeout: 480_000 });

test.beforeAll(async ({ browser }) => {
  await server.start();
  const context = await browser.newContext({ storageState: visitOfItaly(server.url) });
  const player = await context.newPage();
  await Promise.all([
    joinAll(server.url, 0, 8, 'china'),
    joinAll(server.url, 8, 12, 'usa'),
    untilPicturesAreKnown(player, server.url),
  ]);
  await stakeNfts(player, server.url, { nftType: 'national', quantity: 2 });
  await stakeNfts(player, server.url, { nftType: 'museum', quantity: 1 });
  // As many as scroll in their list.
  for (const amount of ['5000', '120', '110', '100', '90', '80', '70'])
    await stakeDena(player, server.url, amount);
  await buy(player, server.url, 'wood', 300);
  await contribute(player, server.url, 'wood', 100);
  await leaveOfWeek(server, -1000);
  week = await thisWeek(server);
  await stakeDena(player, server.url, '60');
  await context.close();
});

test.afterAll(async () => {
  await server.dispose();
});

async function expectAccessible(page: Page, what: string): Promise<void> {
  // Firefox 153's process of a page ends with a segmentation fault under axe, with none without it.
  if (page.context().browser()?.browserType().name() === 'firefox') return;
  expect(await violations(page), what).toEqual([]);
  if (!isLong) return;
  await setTheme(page, 'light');
  expect(await violations(page, ['color-contrast']), `${what}, light`).toEqual([]);
  await setTheme(page, 'dark');
}

/** As the switch does; a dialog would be in its way. */
async function setTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate((chosen) => (document.documentElement.className = chosen), theme);
}

/** Until what loads after the first paint is there. */
async function open(page: Page, path: string): Promise<void> {
  await page.setViewportSize(DESKTOP);
  await page.goto(server.url + path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Connection: Live' })).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
}

const widest = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

/** A screen as a whole. */
async function visit(page: Page, path: string): Promise<void> {
  await test.step(path, async () => {
    await open(page, path);
    await expectAccessible(page, path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: PHONE.height });
      await expect.poll(() => widest(page), `${path}, ${width} px`).toBe(width);
    }
    // Folded controls count as well, once unfolded.
    await page
      .getByRole('main')
      .locator('button[aria-expanded="false"]')
      .evaluateAll((folds) => {
        for (const fold of folds) if (fold instanceof HTMLElement) fold.click();
      });
    await expect.poll(() => smallTargets(page), path).toEqual([]);
  });
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').waitFor();
  await expect(page.locator('[role=dialog] [aria-busy="true"]')).toHaveCount(0);
}

test.describe('without a wallet', () => {
  test.beforeEach(async ({ page }) => {
    await setUpWallet(page, { account: null });
  });

  // The other screens that show the game are visited by a player, to whom they show the same and
  // more.
  test('Home, the guides, and the screens that show what is missing; the side menu, the Demo Wallet’s dialog, the developer bar; the dashboard without a nation, the nation dialog', async ({
    page,
    browser,
  }) => {
    for (const path of [
      '/',
      '/learn',
      '/nft',
      '/dashboard',
      '/territory',
      '/nation/nowhere',
      `/player/${NEWCOMER}`,
      '/nowhere',
    ]) {
      await visit(page, path);
    }

    await open(page, '/nowhere');
    await page.getByText('Dev', { exact: true }).click();
    await expectAccessible(page, 'the developer bar');
    const forms = await browser.newPage();
    await forms.goto(`${server.url}/dev`);
    await expect(forms.getByText('Connect an account first.')).toBeVisible();
    await expectAccessible(forms, 'the developer bar’s forms');
    await forms.close();
    await page.setViewportSize(PHONE);
    await press(page, 'Menu');
    await expectAccessible(page, 'the side menu');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click();
    await page.getByRole('button', { name: 'Connect', exact: true }).waitFor();
    await expectAccessible(page, 'the Demo Wallet’s dialog');

    const newcomer = await browser.newPage();
    await setUpWallet(newcomer, { account: NEWCOMER });
    await open(newcomer, '/dashboard');
    await expect(
      newcomer.getByRole('heading', { name: 'Nation Selection Required' }),
    ).toBeVisible();
    await expectAccessible(newcomer, 'without a nation');
    await press(newcomer, 'Choose Your Nation');
    await expect(newcomer.getByRole('button', { name: /Italy/ })).toBeVisible();
    await expectAccessible(newcomer, 'the nation dialog');
    await newcomer.close();
  });
});

test.describe('of a player', () => {
  let page: Page;

  test.beforeEach(async ({ browser }) => {
    const context = await browser.newContext({ storageState: visitOfItaly(server.url) });
    page = await context.newPage();
  });

  test.afterEach(async () => {
    await page.context().close();
  });

  test('their screens, and the dialogs of the dashboard', async () => {
    for (const path of [
      '/ranking',
      '/ranking?view=activity',
      `/ranking?at=${new Date(weekBegins(week) - 1000).toISOString()}`,
      `/ranking?season=${weekId(week)}`,
      `/season/${weekId(week)}`,
      `/season/${weekId(week - 1)}`,
      '/season',
      '/dashboard',
      '/territory',
      '/nation/italy',
      `/player/${PLAYER}`,
    ]) {
      await visit(page, path);
    }
    await open(page, '/dashboard');
    for (const opener of [/^Stake Italy/, 'Trade Resources', 'Sessions']) {
      await press(page, opener);
      await expectAccessible(page, String(opener));
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });

  test(
    'a GDP of billions and a name of 80 letters leave no screen too wide',
    { tag: '@long' },
    async () => {
      const longest = { gdp: 900_000_000_000, name: `${'w'.repeat(76)}.eth` };
      await refuseSockets(page);
      await page.route(/\/api\/(leaderboard|players\/)/, async (route) => {
        const response = await route.fetch({ maxRetries: 2 });
        if (response.status() !== 200) return route.fulfill({ response });
        const answer: unknown = await response.json();
        const longer = (part: unknown) => ({ ...Object(part), ...longest });
        return route.fulfill({
          response,
          json: Array.isArray(answer) ? answer.map(longer) : longer(answer),
        });
      });
      for (const path of ['/', '/ranking', `/player/${PLAYER}`]) {
        await page.goto(unfilled(server.url + path));
        await expect(page.getByRole('main')).toContainText('www.eth');
        for (const width of [320, ...WIDTHS]) {
          await page.setViewportSize({ width, height: PHONE.height });
          await expect.poll(() => widest(page), `${path}, ${width} px`).toBe(width);
        }
      }
    },
  );
});
