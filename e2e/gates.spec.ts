/** Without a wallet: what the pages show instead, and the ways on. */
import { devices, expect, type Locator } from '@playwright/test';
import { expectTexts, toasts } from './demo-player.ts';
import { test } from './game-test.ts';
import { DEV_SCRIPTS } from './prepared.ts';

test.use({ game: 'shared' });

const MISSING = 'MetaMask가 설치되어 있지 않습니다. https://metamask.io 에서 설치해 주세요.';

async function expectWaysOn(dialog: Locator): Promise<void> {
  await expect(dialog.getByRole('link')).toHaveText(['Install MetaMask', 'How it works']);
  await expect(dialog.getByRole('link', { name: 'Install MetaMask' })).toHaveAttribute(
    'href',
    'https://metamask.io',
  );
}

test('[SCR17, SCR69, VAL1, TXT2, TXT3, TXT6] without a wallet, every button leads to the ways on, on a phone into its wallets', async ({
  page,
  browser,
  server,
}) => {
  await page.route(`**${DEV_SCRIPTS}`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  );
  const alerts: string[] = [];
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.accept();
  });
  const dialog = page.getByRole('dialog', { name: 'No wallet found' });
  await test.step('Start Playing, with Watch live beside it', async () => {
    await page.goto(server.url);
    const watch = page.getByRole('link', { name: 'Watch live' });
    await expect(watch).toHaveCount(1);
    await watch.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Global Rankings' })).toBeVisible();
    await page.goBack();
    // Home asks for its lower parts again, if the page was taken over before it was left.
    await expect(page.getByRole('heading', { name: 'How it works' })).toBeVisible();
    // The first toast of a page is there without a network.
    await expect(page.getByRole('region', { name: /Notifications/ })).toBeAttached();
    await page.context().setOffline(true);
    const start = page.getByRole('button', { name: 'Start Playing', includeHidden: true });
    const map = page.getByRole('figure', { name: 'The nations by GDP', includeHidden: true });
    await expect(map).toBeVisible();
    const before = [await start.boundingBox(), await map.boundingBox()];
    await start.click();
    await expect(toasts(page)).toContainText('Connection Failed');
    await page.context().setOffline(false);
    // On a slow machine the first press may still be answered, which covers the button.
    await expect(async () => {
      if (!(await dialog.isVisible())) await start.click({ timeout: 1000 });
      await expect(dialog).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expectWaysOn(dialog);
    // It stands over the page, and moves nothing of it.
    expect([await start.boundingBox(), await map.boundingBox()]).toEqual(before);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(start).toBeFocused();
  });
  await test.step('a page that is not loaded yet says that the device is offline, and comes once it is online', async () => {
    const title = page.getByRole('heading', { level: 1 });
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Learn How to Play' }).first().click();
    await expect(title).toHaveText('This page could not be loaded');
    await expect(page.getByText('Your device is offline.')).toBeVisible();
    await page.context().setOffline(false);
    await expect(title).toHaveText('Learn How to Play');
  });
  for (const path of ['/territory', '/dashboard']) {
    await test.step(path, async () => {
      await page.goto(server.url + path);
      await page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }).click();
      await expect(toasts(page)).toContainText('Connection Failed');
      await expectWaysOn(dialog);
      await dialog.getByRole('button', { name: 'Close' }).click();
      await expect(page.getByRole('region', { name: 'Live ranking' })).toBeVisible();
    });
  }
  await test.step('the stake button, which is disabled and says why', async () => {
    await expect(page.getByText('10,000 DENA adds $1,000 to your GDP.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Stake DENA' })).toBeDisabled();
    await page.getByRole('button', { name: 'Stake DENA' }).press('Enter');
    await expectTexts(toasts(page), [
      'MetaMask Required',
      'Please install MetaMask to stake DENA tokens',
    ]);
  });
  await test.step('the header’s button: a dialog, which closes when a way on is chosen', async () => {
    await page.goto(`${server.url}/nft`);
    await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
    await expect(toasts(page)).toContainText('Please install MetaMask or try again');
    await expectWaysOn(dialog);
    await dialog.getByRole('link', { name: 'How it works' }).click();
    await expect(page).toHaveURL(`${server.url}/learn`);
    await expect(dialog).toBeHidden();
  });
  expect(alerts).toEqual(Array(5).fill(MISSING));
  await test.step('[SCR69] a phone: MetaMask’s own browser, or the address for another wallet’s', async () => {
    const { userAgent, viewport, isMobile, hasTouch } = devices['Pixel 7'];
    const context = await browser.newContext({ userAgent, viewport, isMobile, hasTouch });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await context.route(`**${DEV_SCRIPTS}`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: '' }),
    );
    const phone = await context.newPage();
    phone.on('dialog', (alert) => {
      alerts.push(alert.message());
      void alert.accept();
    });
    const ways = phone.getByRole('dialog', { name: 'No wallet found' });
    for (const path of ['/', '/dashboard?from=a%26b%23c#top']) {
      const address = server.url.replace(/\/$/, '') + path;
      await phone.goto(address);
      const button = path === '/' ? 'Start Playing' : 'Connect Wallet';
      await phone.getByRole('button', { name: button }).last().click();
      await expect(ways.getByRole('link')).toHaveText(['Open in MetaMask', 'How it works']);
      const link = ways.getByRole('link', { name: 'Open in MetaMask' });
      const [rest = ''] = address.replace('http://', '').split('#');
      await expect(link).toHaveAttribute('href', `https://metamask.app.link/dapp/${rest}`);
      await ways.getByRole('button', { name: 'Copy this page’s address' }).click();
      await expect(toasts(phone)).toContainText('Link copied');
      expect(await phone.evaluate(() => navigator.clipboard.readText())).toBe(address);
    }
    expect(alerts.slice(5)).toEqual([MISSING, MISSING]);
    await context.close();
  });
});
