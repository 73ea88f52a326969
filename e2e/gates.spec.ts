/** Without a wallet: what the pages show instead, and the ways on. */
import { expect, type Locator, type Page } from '@playwright/test';
import { expectTexts, toasts } from './demo-player.ts';
import { test } from './game-test.ts';
import { DEV_SCRIPTS } from './prepared.ts';

test.use({ game: 'shared' });

const MISSING = 'MetaMask가 설치되어 있지 않습니다. https://metamask.io 에서 설치해 주세요.';

async function expectWaysOn(panel: Locator): Promise<void> {
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

async function expectNations(page: Page): Promise<void> {
  for (const nation of ['United States', 'Italy', 'Argentina', 'China']) {
    await expect(page.getByRole('main').getByRole('link', { name: nation })).toBeVisible();
  }
}

test('[SCR17, VAL1, TXT2, TXT3, TXT6] without a wallet, every button leads to the ways on', async ({
  page,
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
  const panel = page.getByRole('region', { name: 'No wallet found' });
  await test.step('Start Playing, with Watch live beside it', async () => {
    await page.goto(server.url);
    const watch = page.getByRole('link', { name: 'Watch live' });
    await expect(watch).toHaveCount(1);
    await watch.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Global Rankings' })).toBeVisible();
    await page.goBack();
    // Home asks for its lower parts again, if the page was taken over before it was left.
    await expect(page.getByRole('heading', { name: 'How it works' })).toBeVisible();
    // The first toast of a page, and what to do then, are there without a network.
    await expect(page.getByRole('region', { name: /Notifications/ })).toBeAttached();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Start Playing' }).click();
    await expect(toasts(page)).toContainText('Connection Failed');
    await expectWaysOn(panel);
    await page.context().setOffline(false);
    await panel.getByRole('link', { name: 'Watch live' }).click();
    await expect(page).toHaveURL(`${server.url}/ranking`);
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
      await expectWaysOn(panel);
      await expectNations(page);
    });
  }
  await test.step("Enter in the stake form's field", async () => {
    const form = page.getByRole('form', { name: 'Stake DENA' });
    await form.getByLabel('Amount').fill('10,000');
    await expect(form.getByLabel('GDP bonus')).toContainText('+$1,000');
    await expect(form.getByRole('button', { name: 'Stake DENA' })).toBeDisabled();
    await form.getByLabel('Amount').press('Enter');
    await expectTexts(toasts(page), [
      'MetaMask Required',
      'Please install MetaMask to stake DENA tokens',
    ]);
  });
  await test.step('the header’s button: a dialog, which closes when a way on is chosen', async () => {
    await page.goto(`${server.url}/nft`);
    await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
    await expect(toasts(page)).toContainText('Please install MetaMask or try again');
    const dialog = page.getByRole('dialog', { name: 'No wallet found' });
    await expectWaysOn(dialog);
    await dialog.getByRole('link', { name: 'How it works' }).click();
    await expect(page).toHaveURL(`${server.url}/learn`);
    await expect(dialog).toBeHidden();
  });
  expect(alerts).toEqual([MISSING, MISSING, MISSING, MISSING]);
});
