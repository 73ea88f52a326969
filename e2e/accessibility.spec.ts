/**
 * Runs axe on every screen and main dialog, in both themes: no violation of WCAG 2 A and AA, or of best
 * practices.
 */
import { expect, type Page } from '@playwright/test';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { setUpWallet } from './demo-player.ts';
import { test } from './game-test.ts';
import { lendWood } from './work-builder.ts';
import { unfilled } from './unfilled.ts';
import { violations } from './violations.ts';

const [PLAYER = null, NEWCOMER = null] = DEMO_ACCOUNTS;

test.use({
  game: 'shared',
  contextOptions: { reducedMotion: 'reduce' },
  // A violation names its elements; screenshots at each step would take as long as axe.
  trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
});

async function expectAccessible(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
}

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').waitFor();
}

for (const theme of ['dark', 'light'] as const) {
  test.describe(`in the ${theme} theme`, () => {
    const chooseTheme = (page: Page) =>
      page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);

    test.describe('without a wallet', () => {
      test.beforeEach(async ({ page }) => {
        await chooseTheme(page);
        await setUpWallet(page, { account: null });
      });

      for (const path of [
        '/',
        '/dashboard',
        '/ranking',
        '/learn',
        '/nft',
        '/nowhere',
        '/nation/italy',
        '/nation/nowhere',
        `/player/${PLAYER}`,
        `/player/${NEWCOMER}`,
        '/player/0x12',
      ]) {
        test(path, async ({ page, server }) => {
          await open(page, server.url + path);
          await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
          await expectAccessible(page);
        });
      }

      test('the developer bar', async ({ page, server }) => {
        await open(page, `${server.url}/nowhere`);
        await page.getByText('Dev', { exact: true }).click();
        await expectAccessible(page);
      });

      test('the side menu', async ({ page, server }) => {
        await page.setViewportSize({ width: 390, height: 844 });
        await open(page, `${server.url}/nowhere`);
        await press(page, 'Menu');
        await expectAccessible(page);
      });

      test('the Demo Wallet’s dialog', async ({ page, server }) => {
        await page.setViewportSize({ width: 390, height: 844 });
        await open(page, `${server.url}/nowhere`);
        await page.getByRole('button', { name: 'Connect Wallet' }).first().click();
        await page.getByRole('button', { name: 'Connect', exact: true }).waitFor();
        await expectAccessible(page);
      });
    });

    test.describe('without a nation', () => {
      test.beforeEach(async ({ page, server }) => {
        await chooseTheme(page);
        await setUpWallet(page, { account: NEWCOMER });
        await page.goto(`${server.url}/dashboard`);
        await expect(
          page.getByRole('heading', { name: 'Nation Selection Required' }),
        ).toBeVisible();
      });

      test('the dashboard', async ({ page }) => {
        await expectAccessible(page);
      });

      test('the nation dialog', async ({ page }) => {
        await press(page, 'Choose Your Nation');
        await expect(page.getByRole('button', { name: /Italy/ })).toBeVisible();
        await expectAccessible(page);
      });
    });

    test.describe('of a player', () => {
      test.beforeEach(({ player }) => chooseTheme(player));

      test('the dashboard', async ({ player, server }) => {
        await player.goto(`${server.url}/dashboard`);
        await expect(player.getByRole('button', { name: /^Stake Italy/ }).first()).toBeVisible();
        await expectAccessible(player);
      });

      for (const [dialog, opener] of [
        ['the NFT dialog', /^Stake Italy/],
        ['the trade dialog', 'Trade Resources'],
        ['the contribute dialog', 'Contribute'],
      ] as const) {
        test(dialog, async ({ player, server }) => {
          await lendWood(player, 300);
          await player.goto(`${server.url}/dashboard`);
          await press(player, opener);
          await expect(player.locator('[role=dialog] [aria-busy="true"]')).toHaveCount(0);
          await expectAccessible(player);
          await player.keyboard.press('Escape');
          await expect(player.getByRole('dialog')).toHaveCount(0);
        });
      }

      for (const path of ['/territory', '/ranking']) {
        test(path, async ({ player, server }) => {
          await open(player, server.url + path);
          await expectAccessible(player);
        });
      }

      for (const path of ['/', '/ranking', '/dashboard', '/territory']) {
        test(`${path} while its figures are loading`, async ({ player, server }) => {
          // The player is known, but their holdings and standing are never answered.
          await player.route(
            /:\d+\/api\/(leaderboard|events|territory|dena|nft)\b/,
            () => undefined,
          );
          await open(player, unfilled(server.url + path));
          await expect(player.locator('[aria-busy="true"]').first()).toBeAttached();
          await expectAccessible(player);
        });
      }
    });
  });
}
