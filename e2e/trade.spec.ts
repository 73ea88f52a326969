/**
 * Trade Resources [SCR34, VAL8, TXT5]: what is typed, and a trade that is refused, fails or
 * succeeds.
 */
import { expect, type Page } from '@playwright/test';
import { operate } from '../server/test/support/operate.ts';
import { dismissToast, expectTexts, expectToast, toasts } from './demo-player.ts';
import { test } from './game-test.ts';
import { hurry } from './hurry.ts';
import { letThrough } from './let-through.ts';
import { noteOrders, paste } from './typed-figures.ts';

test('[AIM5, SCR34, SCR79, VAL8, TXT5, TRD1] what the button says is bought', async ({
  player,
  server,
}) => {
  const orders = noteOrders(player);
  const dialog = player.getByRole('dialog', { name: 'Trade Resources' });
  const quantity = dialog.getByRole('spinbutton', { name: 'Quantity' });
  const buy = dialog.getByRole('button', { name: /^Buy/ });
  await test.step('nothing, until a resource is chosen', async () => {
    await player.goto(`${server.url}/dashboard`);
    await player.getByRole('button', { name: 'Trade Resources' }).click();
    await expect(quantity).toHaveValue('50');
    await expect(quantity).toBeDisabled();
    await expect(buy).toBeDisabled();
  });
  await test.step('its price', async () => {
    for (const [label, cost] of [
      ['Oil', '2,500 DENA'],
      ['Wood', '500 DENA'],
    ] as const) {
      await dialog.getByRole('radio', { name: new RegExp(label) }).check();
      await expect(dialog).toContainText(`Total cost${cost}`);
    }
  });
  await test.step('what is no number is none, and is not sent by Enter', async () => {
    for (const text of ['ten', '', '0']) {
      await quantity.fill(text);
      await expect(quantity).toHaveValue(text);
      await expect(buy).toBeDisabled();
      await quantity.press('Enter');
    }
    expect(orders).toEqual([]);
  });
  await test.step('what can be chosen', async () => {
    await quantity.fill('5,000');
    await expect(quantity).toHaveValue('1000');
    for (const [text, left] of [
      ['57', '60'],
      ['-10', '0'],
    ] as const) {
      await quantity.fill(text);
      await quantity.blur();
      await expect(quantity).toHaveValue(left);
    }
    await quantity.focus();
    await paste(player, ' 134 ');
    await expect(buy).toHaveText('Buy 130 wood for 1,300 DENA');
  });
  await player.route('**/api/trade', (route) => route.fulfill({ status: 400, body: 'Too late.' }));
  await buy.click();
  await expectToast(player, 'Trade Failed', 'Too late.');
  await letThrough(player, '**/api/trade');
  await quantity.press('Enter');
  await expectToast(player, 'Trade Successful!', 'You purchased 130 Wood for 1300 DENA');
  await expect(dialog).toBeHidden();
  await expectTexts(player.getByRole('form', { name: 'Stake DENA' }), [
    '98,700 DENA left to stake',
    '1,300 DENA paid for resources (counted by the game, not moved on the chain)',
  ]);
  await test.step('what the landmark lacks is bought by a press on it', async () => {
    await player.getByRole('button', { name: 'The Colosseum lacks 400 oil: buy them' }).click();
    await expect(dialog.getByRole('radio', { name: /Oil/ })).toBeChecked();
    // With what has accrued by now.
    await expectTexts(dialog, ['50 DENA each · 400 still needed', /→ 40\d/, '98,700 → 78,700']);
    await expect(buy).toHaveText('Buy 400 oil for 20,000 DENA');
  });
  await test.step('[SCR79] a price that operators announce, and change, is seen at once', async () => {
    const setRules = async (...words: string[]) => {
      const args = ['rules', 'set', ...words, '--why', 'a test', '--yes'];
      const { code, error } = await operate({ DATA_DIR: server.dataDir }, ...args);
      expect(error).toBe('');
      expect([0, 2]).toContain(code);
    };
    const ranking = await player.context().newPage();
    await ranking.goto(`${server.url}/ranking`);
    const changes = ranking.getByRole('list', { name: 'Changes of the rules' });
    await setRules('tradePrices.oil=60', '--from', '2099-01-01T00:00:00Z');
    await expect(dialog).toContainText('50 DENA each · 60 DENA from 1 Jan 2099, 00:00 UTC');
    await expect(changes).toHaveText(
      'From 1 Jan 2099, 00:00 UTC: Oil will cost 60 DENA (50 DENA now).',
    );
    await setRules('tradePrices.oil=60', 'lockMs=5d');
    await expect(dialog).toContainText('60 DENA each · 400 still needed');
    await expect(buy).toHaveText('Buy 400 oil for 24,000 DENA');
    await expect(changes).toContainText(
      'Oil costs 60 DENA (50 DENA before); new stakes are locked for 5 days (7 days before).',
    );
    const learn = await player.request.get(`${server.url}/learn`);
    expect(await learn.text()).toContain('Each stake has its own 5-day lock.');
    await ranking.goto(`${server.url}/learn`);
    await expect(ranking.getByText('Each stake has its own 5-day lock.')).toBeVisible();
  });
});

test('a lost answer: the form stays locked, over a reload and in every tab, until the truth is known, for which the player may have to sign in; one trade is made', async ({
  player,
  server,
}) => {
  const context = player.context();
  await hurry(context);
  const keys: (string | undefined)[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/api/trade')) keys.push(request.headers()['idempotency-key']);
  });
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Trade Resources' });
  const wood = (page: Page) => dialog(page).getByRole('radio', { name: /Wood/ });
  const open = async (page: Page) => {
    await page.goto(`${server.url}/dashboard`);
    await page.getByRole('button', { name: 'Trade Resources' }).click();
  };
  const isChecking = async (page: Page) => {
    await expect(dialog(page)).toContainText('Checking whether your trade went through…');
    await expect(wood(page)).toBeDisabled();
  };
  // The connection is cut after the server made the trade, and remains cut.
  await context.route('**/api/trade', (route) => route.abort());
  await context.route(
    '**/api/trade',
    async (route) => {
      await route.fetch({ maxRetries: 2 });
      await route.abort();
    },
    { times: 1 },
  );
  const tab = await context.newPage();
  await open(tab);
  await open(player);
  await wood(player).check();
  await dialog(player).getByRole('button', { name: 'Buy 50 wood for 500 DENA' }).click();
  await isChecking(player);
  await isChecking(tab);
  await open(player);
  await isChecking(player);
  await context.clearCookies();
  await context.route('**/api/trade', (route) => route.continue());
  const signIn = dialog(player).getByRole('button', { name: 'Sign In' });
  await signIn.click();
  await player.getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(toasts(player)).toContainText('Sign In Failed');
  await expect(toasts(player)).toContainText('The signature was declined');
  await dismissToast(player);
  await signIn.click();
  await player.getByRole('button', { name: 'Sign', exact: true }).click();
  const pages = [player, tab];
  await Promise.all(
    pages.map((page) =>
      expectToast(page, 'Trade Successful!', 'You purchased 50 Wood for 500 DENA'),
    ),
  );
  for (const page of pages) {
    await expect(dialog(page)).toBeHidden();
    await expectTexts(page.getByRole('form', { name: 'Stake DENA' }), [
      '99,500 DENA left to stake',
      '500 DENA paid for resources',
    ]);
  }
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
});
