/**
 * Figures as people type them, and consistent DENA amounts: what is understood is confirmed, the rest is
 * refused.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { LOCK_TEXT } from '../client/src/views/facts.ts';
import { setUpWallet, toasts } from './demo-player.ts';
import { test } from './game-test.ts';
import { DEV_SCRIPTS } from './prepared.ts';

/** Shown if an amount can be staked. */
const STAYS = `It stays in your wallet, locked for ${LOCK_TEXT}.`;

const stakeForm = (page: Page) => page.getByRole('form', { name: 'Stake DENA' });
const stakeButton = (page: Page) => stakeForm(page).getByRole('button', { name: 'Stake DENA' });

/** Records requests that would change something. */
function noteOrders(page: Page): string[] {
  const orders: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const isOrder = /^\/api\/(trade|dena\/stake|nft\/stake)$/.test(pathname);
    if (request.method() === 'POST' && isOrder) orders.push(request.postData() ?? '');
  });
  return orders;
}

/** Whether any figure or button in it overflows on the right. */
function isTooWide(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { right } = element.getBoundingClientRect();
    const parts = [...element.querySelectorAll('td, dd, button')];
    return parts.some((each) => each.getBoundingClientRect().right > right + 1);
  });
}

async function paste(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+A');
  // What a browser does with pasted text; a headless one has no clipboard.
  await page.keyboard.insertText(text);
}

test.describe('an amount of DENA', () => {
  test.use({ game: 'shared' });

  test('says how it is understood and what it adds, and promises nothing beyond the balance', async ({
    player,
    server,
  }) => {
    await player.goto(`${server.url}/dashboard`);
    const form = stakeForm(player);
    const amount = form.getByLabel('Amount');
    await expect(form).toContainText('100,000 to stake');
    await amount.focus();
    for (const [text, words] of [
      ['10,000', '10,000 DENA adds $1,000.'],
      ['12,500.50', '12,500.5 DENA adds $1,250.'],
      [' 20000 DENA\t', '20,000 DENA adds $2,000.'],
      ['5', '5 DENA adds $0: 10 DENA adds $1.'],
    ] as const) {
      await paste(player, text);
      await expect(amount).toHaveAccessibleDescription(`${words} ${STAYS}`);
      await expect(amount).not.toHaveAttribute('aria-invalid');
      await expect(stakeButton(player)).toBeEnabled();
    }
    await paste(player, '200,000');
    await expect(amount).toHaveAccessibleDescription(/^You have 100,000 DENA to stake/);
    await expect(form.getByLabel('GDP bonus')).toHaveText('GDP bonus–');
    await expect(form.getByRole('row', { name: /^GDP/ })).not.toContainText('$');
  });

  test('that is not understood can be submitted neither by Enter nor by a click', async ({
    player,
    server,
  }) => {
    await player.goto(`${server.url}/dashboard`);
    const orders = noteOrders(player);
    const amount = stakeForm(player).getByLabel('Amount');
    await expect(stakeForm(player)).toContainText('to stake');
    for (const [text, words] of [
      ['1,00', 'groups by three'],
      ['-5', 'without a minus'],
      ['1e3', 'a number such as'],
      ['0', 'above 0'],
    ] as const) {
      await amount.fill(text);
      await expect(amount).toHaveAttribute('aria-invalid', 'true');
      await expect(amount).toHaveAccessibleDescription(new RegExp(words));
      await expect(amount).toHaveValue(text);
      await amount.press('Enter');
      await expect(stakeButton(player)).toBeDisabled();
    }
    expect(orders).toEqual([]);
  });

  test('appears in one bar whose figures add up, and in the card above it', async ({
    player,
    server,
  }) => {
    await player.goto(`${server.url}/dashboard`);
    const bar = player.getByRole('region', { name: 'Your DENA' });
    await expect(bar).toContainText(/Held100,000Staked0Spent0Free100,000/);
    await expect(player.getByRole('region', { name: 'DENA Balance' })).toContainText(
      '0 staked · 0 spent · 100,000 free',
    );
  });
});

test('[TRD1] pieces: 12.5 is never 125, 134 is shown as 130, and the figure on the button is bought', async ({
  player,
  server,
}) => {
  await player.goto(`${server.url}/dashboard`);
  const orders = noteOrders(player);
  await player.getByRole('button', { name: 'Trade Resources' }).click();
  const dialog = player.getByRole('dialog', { name: 'Trade Resources' });
  await dialog.getByRole('radio', { name: /Wood/ }).check();
  const quantity = dialog.getByRole('spinbutton', { name: 'Quantity' });
  const buy = dialog.getByRole('button', { name: /^Buy/ });
  await quantity.focus();
  for (const [text, words] of [
    ['12.5', 'Whole numbers only'],
    ['1,00', 'groups by three'],
    ['-50', 'without a minus'],
    ['1e2', 'a number such as'],
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
  expect(orders).toEqual([]);

  await quantity.fill('5,000');
  await expect(quantity).toHaveValue('1000');
  await expect(quantity).toHaveAccessibleDescription(/^Taken as 1,000/);
  await quantity.focus();
  await paste(player, ' 134 ');
  await expect(quantity).toHaveAccessibleDescription('Taken as 130: 0 to 1,000 in steps of 10.');
  await expect(quantity).not.toHaveAttribute('aria-invalid');
  await expect(buy).toHaveText('Buy 130 wood for 1,300 DENA');
  await quantity.press('Enter');
  await expect(toasts(player)).toContainText('You purchased 130 Wood for 1300 DENA');
  await expect(player.getByRole('region', { name: 'Your DENA' })).toContainText(
    'Held100,000Staked0Spent1,300Free98,700',
  );
});

test('copies of an NFT: 1.5 is refused, and no more are staked than the wallet has', async ({
  player,
  server,
}) => {
  await player.goto(`${server.url}/dashboard`);
  const orders = noteOrders(player);
  await player
    .getByRole('region', { name: 'National NFTs', exact: true })
    .getByRole('button', { name: /^Stake / })
    .click();
  const dialog = player.getByRole('dialog', { name: 'Confirm NFT Staking' });
  const quantity = dialog.getByLabel('Quantity to stake');
  const stake = dialog.getByRole('button', { name: /^Stake/ });
  await expect(stake).toBeEnabled();
  await quantity.fill('1.5');
  await expect(quantity).toHaveAttribute('aria-invalid', 'true');
  await expect(quantity).toHaveAccessibleDescription(/Whole numbers only/);
  await expect(stake).toBeDisabled();
  await quantity.press('Enter');
  await quantity.fill('9');
  await expect(quantity).toHaveAccessibleDescription('Taken as 3: 1 to 3.');
  await expect(stake).toHaveText('Stake 3 NFTs');
  await quantity.fill('0');
  await expect(quantity).toHaveAccessibleDescription('Taken as 1: 1 to 3.');
  await expect(stake).toHaveText('Stake NFT');
  expect(orders).toEqual([]);
  await quantity.fill('2');
  await quantity.press('Enter');
  await expect(toasts(player)).toContainText('NFT Staked Successfully');
  await expect(dialog).toBeHidden();
});

test.describe('without a wallet', () => {
  test.use({ game: 'shared' });

  test("Enter in the stake form's field says 'MetaMask Required'", async ({ page, server }) => {
    await page.route(`**${DEV_SCRIPTS}`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: '' }),
    );
    await page.goto(`${server.url}/dashboard`);
    const form = stakeForm(page);
    await form.getByLabel('Amount').fill('10,000');
    await expect(form.getByLabel('GDP bonus')).toContainText('+$1,000');
    await expect(stakeButton(page)).toBeDisabled();
    await form.getByLabel('Amount').press('Enter');
    await expect(toasts(page)).toContainText('MetaMask Required');
    await expect(toasts(page)).toContainText('Please install MetaMask to stake DENA tokens');
  });

  test('an installed but unconnected wallet is asked to connect', async ({ page, server }) => {
    await setUpWallet(page, { account: null });
    await page.goto(`${server.url}/dashboard`);
    await stakeForm(page).getByLabel('Amount').press('Enter');
    await expect(toasts(page)).toContainText('Wallet Not Connected');
  });
});

test.describe('on another network', () => {
  test.use({ game: 'shared' });

  test('one box offers to switch, not three', async ({ player, server }) => {
    await player.goto(`${server.url}/dashboard`);
    await expect(stakeForm(player)).toContainText('to stake');
    const reloaded = player.waitForEvent('load');
    await player.evaluate(() => window.denariaDemoWallet?.pretendChain('0x5'));
    await reloaded;
    await expect(player.getByText('Failed to load NFT balance')).toHaveCount(2);
    await expect(player.getByRole('button', { name: 'Switch network' })).toHaveCount(1);
    // The server's last reading replaces the wallet's.
    await expect(player.getByRole('region', { name: 'Your DENA' })).toContainText('Held100,000');
  });
});

test.describe('on a phone', () => {
  test.use({ game: 'shared' });

  test('the effect of a move fits beside its figures', async ({ player, server }) => {
    await player.setViewportSize({ width: 360, height: 780 });
    await player.goto(`${server.url}/dashboard`);
    await stakeForm(player).getByLabel('Amount').fill('12,500');
    const gdp = stakeForm(player).getByRole('row', { name: /^GDP/ });
    await expect(gdp).toContainText('+$1,250');
    expect(await isTooWide(stakeForm(player))).toBe(false);
    // A phone's cards are folded.
    await player.getByRole('button', { name: 'Resources', exact: true }).click();
    await player.getByRole('button', { name: 'Trade Resources' }).click();
    const dialog = player.getByRole('dialog', { name: 'Trade Resources' });
    await dialog.getByRole('radio', { name: /Wood/ }).check();
    await expect(dialog.getByRole('row', { name: /^GDP/ })).toContainText('No change');
    expect(await isTooWide(dialog)).toBe(false);
  });
});
