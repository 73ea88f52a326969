/** axe on every screen and main dialog, in both themes: no violation of WCAG 2 A and AA, and of good practice. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { chooseNation, setUpWallet } from './demo-player.ts';
import { DevServer } from './dev-server.ts';

const server = new DevServer();
const [PLAYER = null, NEWCOMER = null] = DEMO_ACCOUNTS;

test.beforeAll(async ({ browser }) => {
  await server.start();
  const context = await browser.newContext();
  await setUpWallet(context, { account: PLAYER });
  await chooseNation(await context.newPage(), server.url, 'Italy');
  await context.close();
});

test.afterAll(async () => {
  await server.dispose();
});

/** What is wrong with the page as it stands, each with the elements that it is wrong of. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

async function expectAccessible(page: Page, screen: string): Promise<void> {
  expect(await violations(page), screen).toEqual([]);
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').waitFor();
}

for (const theme of ['dark', 'light'] as const) {
  test.describe(`in the ${theme} theme`, () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' } });
    test.beforeEach(async ({ page }) => {
      await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
    });

    test('every page without a wallet, the menu and the Demo Wallet’s dialog', async ({ page }) => {
      await setUpWallet(page, { account: null });
      for (const path of ['/', '/dashboard', '/ranking', '/learn', '/nft', '/nowhere']) {
        await page.goto(server.url + path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
        await expectAccessible(page, path);
      }
      await page.getByText('Dev', { exact: true }).click();
      await expectAccessible(page, 'the developer bar');
      await page.getByText('Dev', { exact: true }).click();
      await page.setViewportSize({ width: 390, height: 844 });
      await press(page, 'Menu');
      await expectAccessible(page, 'the side menu');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Connect Wallet' }).first().click();
      await page.getByRole('button', { name: 'Connect', exact: true }).waitFor();
      await expectAccessible(page, 'the Demo Wallet');
    });

    test('choosing a nation', async ({ page }) => {
      await setUpWallet(page, { account: NEWCOMER });
      await page.goto(`${server.url}/dashboard`);
      await expect(page.getByRole('heading', { name: 'Nation Selection Required' })).toBeVisible();
      await expectAccessible(page, 'no nation');
      await press(page, 'Choose Your Nation');
      await expect(page.getByRole('button', { name: /Italy/ })).toBeVisible();
      await expectAccessible(page, 'the nation dialog');
    });

    test('the dashboard, its dialogs, the territory and one’s own ranking', async ({ page }) => {
      await setUpWallet(page, { account: PLAYER });
      await page.goto(`${server.url}/dashboard`);
      await expect(page.getByRole('button', { name: /^Stake Italy/ }).first()).toBeVisible();
      await expectAccessible(page, 'the dashboard');
      for (const name of [/^Stake Italy/, 'Trade Resources']) {
        await press(page, name);
        await expect(page.locator('[role=dialog] [aria-busy="true"]')).toHaveCount(0);
        await expectAccessible(page, String(name));
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
      for (const path of ['/territory', '/ranking']) {
        await page.goto(server.url + path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectAccessible(page, path);
      }
    });

    test('every page whose figures are still on their way', async ({ page }) => {
      await setUpWallet(page, { account: PLAYER });
      // Who plays is known; what they have, and how they stand, is never answered.
      await page.route(/:\d+\/api\/(leaderboard|events|territory|dena|nft)\b/, () => undefined);
      for (const path of ['/', '/ranking', '/dashboard', '/territory']) {
        await page.goto(server.url + path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('[aria-busy="true"]').first()).toBeAttached();
        await expectAccessible(page, path);
      }
    });
  });
}
