/** Trade Resources [SCR34, VAL8, TXT5]: the dialog, and a trade that is refused, fails or succeeds. */
import { expect, type Page } from '@playwright/test';
import { expectToast } from './demo-player.ts';
import { test } from './game-test.ts';
import { letThrough } from './let-through.ts';
import { failSilently } from './silent-failure.ts';

async function openTradeDialog(page: Page) {
  await page.getByRole('button', { name: 'Trade Resources' }).click();
  return page.getByRole('dialog', { name: 'Trade Resources' });
}

test.describe('before a trade', () => {
  test.use({ game: 'shared' });

  test('a resource first, then 0 to 1000 in tens, and its price', async ({ player, server }) => {
    await player.goto(`${server.url}/dashboard`);
    const dialog = await openTradeDialog(player);
    const quantity = dialog.getByRole('spinbutton', { name: 'Quantity' });
    await expect(quantity).toHaveValue('50');
    await expect(quantity).toBeDisabled();
    await expect(dialog.getByRole('button', { name: /^Buy/ })).toBeDisabled();
    for (const [label, cost] of [
      ['Wood', '500 DENA'],
      ['Oil', '2,500 DENA'],
      ['Technology', '5,000 DENA'],
      ['Food', '1,000 DENA'],
    ] as const) {
      await dialog.getByRole('radio', { name: new RegExp(label) }).check();
      await expect(dialog).toContainText(`Total cost${cost}`);
    }
    await quantity.fill('5000');
    await expect(quantity).toHaveValue('1000');
    await quantity.fill('0');
    await expect(dialog.getByRole('button', { name: /^Buy/ })).toBeDisabled();
    await quantity.fill('57');
    await quantity.blur();
    await expect(quantity).toHaveValue('60');
  });
});

test('a trade that is refused, one that fails without a message, and one that succeeds', async ({
  player,
  server,
}) => {
  await player.goto(`${server.url}/dashboard`);
  const dialog = await openTradeDialog(player);
  await dialog.getByRole('radio', { name: /Food/ }).check();
  await dialog.getByRole('spinbutton', { name: 'Quantity' }).fill('60');
  const buy = dialog.getByRole('button', { name: 'Buy 60 Food' });
  await player.route('**/api/trade', (route) => route.fulfill({ status: 400, body: 'Too late.' }));
  await buy.click();
  await expectToast(player, 'Trade Failed', 'Too late.');
  await letThrough(player, '**/api/trade');
  await failSilently(player, '/api/trade');
  await buy.click();
  await expectToast(player, 'Trade Failed', 'Failed to execute trade');
  await buy.click();
  await expectToast(player, 'Trade Successful!', 'You purchased 60 Food for 1200 DENA');
  await expect(dialog).toBeHidden();
  await expect(player.getByRole('form', { name: 'Stake DENA' })).toContainText('98,800 to stake');
});
