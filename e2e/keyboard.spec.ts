/** The keyboard: the keys that act by themselves, and F8 from within a dialog [CON9]. */
import { expect, type Page } from '@playwright/test';
import { toasts } from './demo-player.ts';
import { test } from './game-test.ts';

test.use({ game: 'shared' });

const main = (page: Page) => page.getByRole('main');
const startButton = (page: Page) => main(page).getByRole('button', { name: 'Start Playing' });
const dashboard = (page: Page) => main(page).getByRole('heading', { name: 'Build your nation' });

test('H, B, R, P and T act, unless the player types, a dialog is open, or they are turned off; two links lead to the first rank', async ({
  page,
  player,
  server,
}) => {
  await player.goto(server.url);
  await expect(startButton(player)).toBeVisible();
  await expect(player.getByRole('status', { name: 'Connection: Live' })).toBeVisible();
  await player.keyboard.press('r');
  await expect(main(player).getByRole('heading', { name: 'Global Rankings' })).toBeVisible();
  await expect(player.getByRole('button', { name: 'Pause' })).toBeEnabled();
  await player.keyboard.press('p');
  await expect(player.getByRole('button', { name: 'Catch up' })).toBeVisible();
  await player.keyboard.press('p');
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  await player.keyboard.press('t');
  await expect(player.locator('html')).toHaveClass('light');
  await player.keyboard.press('h');
  await expect(startButton(player)).toBeVisible();
  await player.keyboard.press('b');
  await expect(dashboard(player)).toBeVisible();

  const amount = player.getByLabel('Amount');
  await amount.focus();
  await player.keyboard.press('h');
  await expect(amount).toHaveValue('h');
  await amount.fill('');
  await amount.blur();

  await player.keyboard.press('?');
  const list = player.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list.getByRole('term')).toHaveText(['?', 'H', 'B', 'R', 'P', 'L', '/', 'T', 'F8']);
  await player.keyboard.press('h');
  await expect(list).toBeVisible();
  await list.getByRole('checkbox', { name: 'Single keys act on their own' }).uncheck();
  await player.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await player.keyboard.press('h');
  await expect(dashboard(player)).toBeVisible();
  await player.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await list.getByRole('checkbox').check();
  await player.keyboard.press('Escape');
  await player.keyboard.press('h');
  await expect(startButton(player)).toBeVisible();

  // Only the page in front has the focus, in Firefox.
  await page.bringToFront();
  await page.goto(`${server.url}/ranking`);
  const first = page.getByRole('table').locator('[data-index="0"]');
  await expect(first).toHaveAttribute('tabindex', '0');
  for (const [name, hash] of [
    ['Skip to the page', '#main'],
    ['Skip to the rankings', '#rankings'],
  ] as const) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${server.url}/ranking${hash}`);
  }
  await page.keyboard.press('Tab');
  await expect(first).toBeFocused();
});

test('F8 leads from a dialog to the toast; Escape or its button leads back, the dialog stays', async ({
  player,
  server,
}) => {
  await player.route('**/api/trade', (route) => route.fulfill({ status: 400, body: '' }));
  await player.goto(`${server.url}/dashboard`);
  await player.getByRole('button', { name: 'Trade Resources' }).click();
  const dialog = player.getByRole('dialog', { name: 'Trade Resources' });
  await dialog.getByRole('radio', { name: /Wood/ }).check();
  const buy = dialog.getByRole('button', { name: 'Buy 50 Wood' });
  const region = player.getByRole('region', { name: /Notifications/ });
  for (const leave of ['Escape', 'Enter']) {
    await buy.click();
    await expect(toasts(player)).toContainText('Trade Failed');
    await player.keyboard.press('F8');
    await expect(region).toBeFocused();
    await player.keyboard.press('Tab');
    await expect(region.getByRole('button', { name: 'Dismiss notification' })).toBeFocused();
    await player.keyboard.press(leave);
    await expect(toasts(player)).toHaveCount(0);
    await expect(dialog).toBeVisible();
    await expect(buy).toBeFocused();
  }
  await buy.click();
  await expect(toasts(player)).toContainText('Trade Failed');
  await player.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  // The part of the page that has the focus then takes it only once.
  await player
    .getByRole('button', { name: 'Trade Resources' })
    .evaluate((opener) => opener.toggleAttribute('disabled'));
  await expect(player.locator('main [tabindex="-1"]:focus')).toBeVisible();
  await player.keyboard.press('F8');
  await player.keyboard.press('Tab');
  await player.keyboard.press('Enter');
  await expect(toasts(player)).toHaveCount(0);
  await expect(player.locator('main')).toBeFocused();
});
