/**
 * Home and the nation dialog [SCR10–22]: the ways that Start Playing can go; without a wallet in
 * gates.spec.ts, to a nation in newcomer.spec.ts. The words of the page are asked in
 * tools/production/built-server.integration.test.ts.
 */
import { expect, type Page } from '@playwright/test';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { setUpWallet, toasts } from './demo-player.ts';
import { test } from './game-test.ts';
import { gate } from './gate.ts';
import { letThrough } from './let-through.ts';

test.use({ game: 'shared', beginning: 'empty' });

const startButton = (page: Page) => page.getByRole('button', { name: 'Start Playing' });

test('[AIM2, SCR14, SCR18, SCR20–22, VAL4, TXT4] Start Playing counts before its code and the wallet have come; the dialog has four nations, scrolled within its height; a failed choice says why', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  const code = gate();
  await page.route('**/assets/*.js', async (route) => {
    await code.opened;
    await route.continue();
  });
  await page.goto(server.url, { waitUntil: 'commit' });
  await startButton(page).click();
  code.open();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose Your Nation' });
  await expect(dialog).toContainText('unique bonuses');
  await expect(dialog).toContainText('more nations will be added');

  const italy = dialog.getByRole('button', { name: /Italy/ });
  await expect(italy).toContainText('59M');
  await expect(italy).toContainText('$18K');
  await expect(italy).toContainText('+25% wood production, to build the Colosseum.');
  await expect(italy).toContainText('Nobody plays for it yet');
  await expect(italy).toContainText(/President with\s*1 cultural NFT/);
  await expect(italy.locator('svg[viewBox="0 0 513 342"]')).toBeVisible();
  const cards = dialog.getByRole('listitem').getByRole('button');
  await expect(cards).toHaveText([/United States/, /Italy/, /Argentina/, /China/]);
  const box = await dialog.boundingBox();
  expect(box?.height).toBeLessThanOrEqual(0.8 * 700 + 1);
  const china = dialog.getByRole('button', { name: /China/ });
  await expect(china).not.toBeInViewport();
  await italy.hover();
  await page.mouse.wheel(0, 2000);
  await expect(china).toBeInViewport();

  await italy.click();
  await page.getByRole('button', { name: 'Reject' }).click();
  await expect(toasts(page)).toContainText('Selection Failed');
  await expect(toasts(page)).toContainText('declined');

  await page.route('**/api/player-nation', (route) =>
    route.fulfill({ status: 409, contentType: 'text/plain', body: 'You lead another nation.' }),
  );
  await italy.click();
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(toasts(page)).toContainText('Selection Failed');
  await expect(toasts(page)).toContainText('409: You lead another nation.');
  await expect(dialog).toBeVisible();
});

test('[SCR16, SCR19, STA5] the choice opens only after the lookup has found no nation; it shows a spinner, a failure, an empty list', async ({
  page,
  server,
}) => {
  await setUpWallet(page, { account: DEMO_ACCOUNTS[2] ?? null });
  await page.clock.install();
  const [lookup, nations] = [gate(), gate()];
  await page.route('**/api/player-nation/0x*', async (route) => {
    await lookup.opened;
    await route.continue();
  });
  await page.route('**/api/nations', async (route) => {
    await nations.opened;
    await route.fulfill({ status: 500, body: 'Something broke.' });
  });
  const request = page.waitForRequest('**/api/player-nation/0x*');
  await page.goto(server.url);
  await request;
  await startButton(page).click();
  await expect(startButton(page)).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.clock.fastForward(5000);
  await expect(startButton(page)).toContainText('Still waiting…');
  lookup.open();
  const dialog = page.getByRole('dialog', { name: 'Choose Your Nation' });
  await expect(dialog.getByRole('status', { name: 'Loading the nations' })).toBeVisible();
  nations.open();
  await expect(dialog.getByRole('alert')).toContainText('The nations could not be loaded.');

  await letThrough(page, '**/api/nations');
  await page.route('**/api/nations', (route) => route.fulfill({ json: [] }));
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog).toContainText('No nations available');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await expect(startButton(page)).toBeFocused();
});
