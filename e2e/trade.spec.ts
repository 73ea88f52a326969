/** Trade Resources [SCR34, VAL8, TXT5]: what is typed, and a trade that is refused, fails or succeeds. */
import { expect } from '@playwright/test';
import { expectToast } from './demo-player.ts';
import { test } from './game-test.ts';
import { letThrough } from './let-through.ts';
import { failSilently } from './silent-failure.ts';
import { isTooWide, noteOrders, paste } from './typed-figures.ts';

test('[TRD1] what the button says is bought', async ({ player, server }) => {
  const orders = noteOrders(player);
  const dialog = player.getByRole('dialog', { name: 'Trade Resources' });
  const quantity = dialog.getByRole('spinbutton', { name: 'Quantity' });
  const buy = dialog.getByRole('button', { name: /^Buy/ });
  const wood = dialog.getByRole('radio', { name: /Wood/ });
  await test.step('on a phone its cards are folded, and the dialog fits', async () => {
    await player.setViewportSize({ width: 360, height: 780 });
    await player.goto(`${server.url}/dashboard`);
    await player.getByRole('button', { name: 'Resources', exact: true }).click();
    await player.getByRole('button', { name: 'Trade Resources' }).click();
    await expect(quantity).toHaveValue('50');
    await expect(quantity).toBeDisabled();
    await expect(buy).toBeDisabled();
    await wood.check();
    await expect(dialog.getByRole('row', { name: /^GDP/ })).toContainText('No change');
    expect(await isTooWide(dialog)).toBe(false);
  });
  await test.step('its price', async () => {
    await player.setViewportSize({ width: 1280, height: 800 });
    for (const [label, cost] of [
      ['Oil', '2,500 DENA'],
      ['Wood', '500 DENA'],
    ] as const) {
      await dialog.getByRole('radio', { name: new RegExp(label) }).check();
      await expect(dialog).toContainText(`Total cost${cost}`);
    }
  });
  await test.step('what is not understood has no price, and is not sent by Enter', async () => {
    await quantity.focus();
    for (const [text, words] of [
      ['12.5', 'Whole numbers only'],
      ['', 'Enter how many'],
    ] as const) {
      await quantity.fill(text);
      await expect(quantity).toHaveValue(text);
      await expect(quantity).toHaveAttribute('aria-invalid', 'true');
      await expect(quantity).toHaveAccessibleDescription(new RegExp(words));
      await expect(buy).toBeDisabled();
      await expect(buy).toHaveText('Buy');
      await quantity.press('Enter');
    }
    await quantity.fill('0');
    await expect(buy).toBeDisabled();
    expect(orders).toEqual([]);
  });
  await test.step('what is understood', async () => {
    await quantity.fill('5,000');
    await expect(quantity).toHaveValue('1000');
    await expect(quantity).toHaveAccessibleDescription(/^Taken as 1,000/);
    for (const [text, left] of [
      ['57', '60'],
      ['abc', '60'],
      ['-10', '0'],
    ] as const) {
      await quantity.fill(text);
      await quantity.blur();
      await expect(quantity).toHaveValue(left);
      await expect(quantity).not.toHaveAttribute('aria-invalid');
    }
    await quantity.focus();
    await paste(player, ' 134 ');
    await expect(quantity).toHaveAccessibleDescription('Taken as 130: 0 to 1,000 in steps of 10.');
    await expect(quantity).not.toHaveAttribute('aria-invalid');
    await expect(buy).toHaveText('Buy 130 wood for 1,300 DENA');
  });
  await player.route('**/api/trade', (route) => route.fulfill({ status: 400, body: 'Too late.' }));
  await buy.click();
  await expectToast(player, 'Trade Failed', 'Too late.');
  await letThrough(player, '**/api/trade');
  await failSilently(player, '/api/trade');
  await buy.click();
  await expectToast(player, 'Trade Failed', 'Failed to execute trade');
  await quantity.press('Enter');
  await expectToast(player, 'Trade Successful!', 'You purchased 130 Wood for 1300 DENA');
  await expect(dialog).toBeHidden();
  await expect(player.getByRole('region', { name: 'Your DENA' })).toContainText(
    'Held100,000Staked0Spent1,300Free98,700',
  );
  await expect(player.getByRole('form', { name: 'Stake DENA' })).toContainText('98,700 to stake');
});
