/** Without a wallet, and before a nation is chosen: what the pages show instead, and the ways on. */
import { expect, type Page } from '@playwright/test';
import { setUpWallet, toasts } from './demo-player.ts';
import { test } from './game-test.ts';
import { letThrough } from './let-through.ts';
import { DEV_SCRIPTS } from './prepared.ts';
import { refuseSockets } from './refuse-sockets.ts';

test.use({ game: 'shared' });

const MISSING = 'MetaMask가 설치되어 있지 않습니다. https://metamask.io 에서 설치해 주세요.';

const NATIONS = ['United States', 'Italy', 'Argentina', 'China'];

/** A browser without a wallet; returns the texts of its alerts. */
async function withoutWallet(page: Page): Promise<string[]> {
  await page.route(`**${DEV_SCRIPTS}`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  );
  const alerts: string[] = [];
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.accept();
  });
  return alerts;
}

async function expectWaysOn(panel: ReturnType<Page['getByRole']>): Promise<void> {
  await expect(panel.getByRole('link')).toHaveText([
    'Install MetaMask',
    'Watch live',
    'How it works',
  ]);
  await expect(panel.getByRole('link', { name: 'Install MetaMask' })).toHaveAttribute(
    'href',
    'https://metamask.io',
  );
}

test('Start Playing without a wallet: the alert, the toast, then the ways on', async ({
  page,
  server,
}) => {
  const alerts = await withoutWallet(page);
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Start Playing' }).click();
  await expect(toasts(page)).toContainText('Connection Failed');
  expect(alerts).toEqual([MISSING]);
  const panel = page.getByRole('region', { name: 'No wallet found' });
  await expectWaysOn(panel);
  await panel.getByRole('link', { name: 'Watch live' }).click();
  await expect(page).toHaveURL(`${server.url}/ranking`);
});

for (const path of ['/dashboard', '/territory']) {
  test(`${path} without a wallet: Connect Wallet ends there too`, async ({ page, server }) => {
    const alerts = await withoutWallet(page);
    await page.goto(server.url + path);
    await page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }).click();
    await expect(toasts(page)).toContainText('Connection Failed');
    expect(alerts).toEqual([MISSING]);
    await expectWaysOn(page.getByRole('region', { name: 'No wallet found' }));
    for (const nation of NATIONS) {
      await expect(page.getByRole('main').getByRole('link', { name: nation })).toBeVisible();
    }
  });
}

test('the header’s Connect Wallet ends in a dialog, which closes when a way on is chosen', async ({
  page,
  server,
}) => {
  const alerts = await withoutWallet(page);
  await page.goto(`${server.url}/nft`);
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  await expect(toasts(page)).toContainText('Please install MetaMask or try again');
  expect(alerts).toEqual([MISSING]);
  const dialog = page.getByRole('dialog', { name: 'No wallet found' });
  await expectWaysOn(dialog);
  await dialog.getByRole('link', { name: 'How it works' }).click();
  await expect(page).toHaveURL(`${server.url}/learn`);
  await expect(dialog).toBeHidden();
});

test('Watch live is beside Start Playing, and needs no wallet', async ({ page, server }) => {
  await page.goto(server.url);
  await page.getByRole('link', { name: 'Watch live' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Global Rankings' })).toBeVisible();
});

test('a nation that could not be loaded: the page is not empty, and retries', async ({
  player,
  server,
}) => {
  await refuseSockets(player);
  await player.route('**/api/player-nation/*', (route) => route.fulfill({ status: 500, body: '' }));
  await player.goto(`${server.url}/dashboard`);
  await expect(
    player.getByRole('heading', { level: 1, name: 'Your nation could not be loaded' }),
  ).toBeVisible();
  for (const nation of NATIONS) {
    await expect(player.getByRole('main').getByRole('link', { name: nation })).toBeVisible();
  }
  await letThrough(player, '**/api/player-nation/*');
  await player.getByRole('button', { name: 'Try again' }).click();
  await expect(player.getByRole('heading', { name: 'Build your nation' })).toBeVisible();
});

test('a focused element is scrolled clear of a phone’s bar', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await setUpWallet(page, { account: null });
  await page.goto(`${server.url}/nation/italy`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const bar = page.getByRole('navigation', { name: 'Quick links' });
  const barTop = (await bar.boundingBox())?.y ?? 0;
  await page.waitForLoadState('networkidle');
  const hidden: string[] = [];
  for (let n = 0; n < 60; n += 1) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused?.closest('main')) return null;
      const { top, bottom } = focused.getBoundingClientRect();
      return { top, bottom, words: focused.textContent };
    });
    if (at && at.bottom > barTop + 1 && at.bottom - at.top < 200) hidden.push(at.words);
  }
  expect(hidden).toEqual([]);
});
