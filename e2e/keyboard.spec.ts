/** The keyboard: the keys that act by themselves, and F8 from within a dialog (SPEC.md §9). */
import { expect, test } from '@playwright/test';
import { toasts } from './demo-player.ts';
import { gameOfItaly } from './game-of-italy.ts';

const game = gameOfItaly();
const { server } = game;

test('?, H, B, R, P and T act; they rest while one types or a dialog stands, and can be turned off', async ({
  browser,
}) => {
  const context = await browser.newContext({ storageState: game.visit });
  const page = await context.newPage();
  await page.goto(server.url);
  const main = page.getByRole('main');
  await expect(main.getByRole('button', { name: 'Start Playing' })).toBeEnabled();
  await page.keyboard.press('r');
  await expect(main.getByRole('heading', { name: 'Global Rankings' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeEnabled();
  await page.keyboard.press('p');
  await expect(page.getByRole('button', { name: 'Catch up' })).toBeVisible();
  await page.keyboard.press('p');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.keyboard.press('t');
  await expect(page.locator('html')).toHaveClass('light');
  await page.keyboard.press('t');
  await expect(page.locator('html')).toHaveClass('dark');
  await page.keyboard.press('b');
  await expect(main.getByRole('heading', { name: 'Build your nation' })).toBeVisible();

  await page.getByLabel('Amount').focus();
  await page.keyboard.press('h');
  await expect(page.getByLabel('Amount')).toHaveValue('h');
  await page.getByLabel('Amount').fill('');
  await page.getByLabel('Amount').blur();

  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list.getByRole('term')).toHaveText(['?', 'H', 'B', 'R', 'P', 'T', 'F8']);
  await page.keyboard.press('h');
  await expect(list).toBeVisible();
  await list.getByRole('checkbox', { name: 'Single keys act on their own' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await page.keyboard.press('h');
  await expect(main.getByRole('heading', { name: 'Build your nation' })).toBeVisible();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await list.getByRole('checkbox').check();
  await page.keyboard.press('Escape');
  await page.keyboard.press('h');
  await expect(main.getByRole('button', { name: 'Start Playing' })).toBeVisible();
  await context.close();
});

test('F8 leads out of a dialog to the toast; Escape dismisses it and leads back, the dialog stays', async ({
  browser,
}) => {
  const context = await browser.newContext({ storageState: game.visit });
  const page = await context.newPage();
  await page.route('**/api/trade', (route) => route.fulfill({ status: 400, body: '' }));
  await page.goto(`${server.url}/dashboard`);
  await page.getByRole('button', { name: 'Trade Resources' }).click();
  const dialog = page.getByRole('dialog', { name: 'Trade Resources' });
  await dialog.getByRole('radio', { name: /Wood/ }).check();
  const buy = dialog.getByRole('button', { name: 'Buy 50 Wood' });
  await buy.click();
  await expect(toasts(page)).toContainText('Trade Failed');
  const region = page.getByRole('region', { name: /Notifications/ });
  await page.keyboard.press('F8');
  await expect(region).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(region.getByRole('button', { name: 'Dismiss notification' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(toasts(page)).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await expect(buy).toBeFocused();

  await buy.click();
  await expect(toasts(page)).toContainText('Trade Failed');
  await page.keyboard.press('F8');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(toasts(page)).toHaveCount(0);
  await expect(buy).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await context.close();
});
