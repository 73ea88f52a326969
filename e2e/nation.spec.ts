/**
 * A nation's page (/nation/italy) as it is, and addresses of nobody; its standing and the race for
 * President are in president.spec.ts, a player's page in player.spec.ts.
 */
import { expect, type Page } from '@playwright/test';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { expectTexts, setUpWallet } from './demo-player.ts';
import { test } from './game-test.ts';

test.use({ game: 'shared' });

const [, OTHER = null] = DEMO_ACCOUNTS;

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });

test('[SCR71] an unknown name, and the ways on; an empty nation; a nation’s feed and its players', async ({
  page,
  server,
}) => {
  await setUpWallet(page, { account: null });
  for (const path of ['/nation/atlantis', '/nation']) {
    expect((await page.goto(server.url + path))?.status()).toBe(404);
    await expect(heading(page, 'Which nation?')).toBeVisible();
  }
  const main = page.getByRole('main');
  for (const name of ['United States', 'Italy', 'Argentina', 'China']) {
    await expect(main.getByRole('link', { name })).toBeVisible();
  }
  // Before the page is taken over, a link loads another page instead of leading to it.
  await expect(page.getByRole('button', { name: 'Connect Wallet' }).first()).toBeVisible();
  await main.getByRole('link', { name: 'Argentina' }).click();
  await expect(heading(page, 'Argentina')).toBeVisible();
  await expect(page.locator('main')).toBeFocused();

  // Reached by a link it has its feed in the head, too, and leaves it there no longer than it is
  // shown.
  const feeds = page.locator('head > link[type="application/atom+xml"]');
  await expect(feeds).toHaveAttribute('href', '/feeds/nation/argentina.atom');
  await test.step('[SCR70] one that nobody plays for invites', async () => {
    await expectTexts(main, ['Nobody plays for Argentina yet', 'begins with $15,000']);
    await expect(main.getByRole('link', { name: 'Start Playing' })).toBeVisible();
    await expect(main.getByRole('heading', { level: 2 })).toHaveText(['The Obelisco']);
  });

  await page.goto(`${server.url}/nation/italy`);
  await expect(page.getByRole('status', { name: 'Connection: Live' })).toBeVisible();
  await expect(feeds).toHaveAttribute('title', 'What the players of Italy did');
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'The race for President',
    'Activity',
    'The Colosseum',
  ]);
  await main.getByRole('link', { name: '1 player' }).click();
  await expect(page).toHaveURL(/\/ranking\?nation=italy$/);
  await expect(heading(page, 'Global Rankings')).toBeVisible();
  await expect(feeds).toHaveCount(0);

  await test.step('an address that is no player’s, and one without a nation', async () => {
    await page.goto(`${server.url}/player/0x12`);
    await expect(heading(page, 'Which player?')).toBeVisible();
    await page.goto(`${server.url}/player/${OTHER}`);
    await expect(heading(page, 'has no nation yet')).toBeVisible();
    await page.evaluate((account) => window.denariaDemoWallet?.useAccount(account), OTHER);
    await expect(heading(page, 'This is you: choose a nation')).toBeVisible();
    await page.getByRole('button', { name: 'Choose Your Nation' }).click();
    await expect(page.getByRole('dialog', { name: 'Choose Your Nation' })).toBeVisible();
  });
});
