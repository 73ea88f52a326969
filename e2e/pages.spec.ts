/**
 * What every page shares [AIM9, SCR1–9, SCR49, CON9]: header, theme, side menu, toasts; and the
 * plates of /nft. The words of the guides are asked in
 * tools/production/built-server.integration.test.ts.
 */
import { expect, type Page } from '@playwright/test';
import { configCall } from '../common/protocol/config.ts';
import { setUpWallet, toasts } from './demo-player.ts';
import { test } from './game-test.ts';

test.use({ game: 'shared', beginning: 'empty' });

const LINKS = [
  ['Home', '/'],
  ['Build', '/dashboard'],
  ['Ranking', '/ranking'],
  ['Learn How to Play', '/learn'],
  ['Denaria NFT', '/nft'],
] as const;

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('[AIM9, SCR1, SCR6, SCR8, SCR9, SCR68, STA10, CON12] the header’s links, or a phone’s side menu, lead to every page; each says so in a rehearsal, and a wall screen too; the theme is kept', async ({
  page,
  server,
}) => {
  const words = page.getByText('Rehearsal: nothing here is on Mainnet.');
  const answered = page.waitForResponse((response) => response.url().endsWith(configCall.path));
  await page.goto(server.url);
  await answered;
  await expect(words).toHaveCount(0);
  await page.route(`**${configCall.path}`, async (route) => {
    const response = await route.fetch({ maxRetries: 2 });
    const config: unknown = await response.json();
    await route.fulfill({ response, json: { ...Object(config), isRehearsal: true } });
  });
  await page.goto(`${server.url}/ranking?screen=tv`);
  await expect(page.locator('[data-screen=tv]').getByText('Rehearsal: nothing here')).toBeVisible();
  await page.goto(server.url);
  const links = page.getByRole('banner').getByRole('navigation', { name: 'Main' });
  await expect(links.getByRole('link')).toHaveText(LINKS.map(([label]) => label));
  for (const [label, path] of LINKS) {
    await links.getByRole('link', { name: label, exact: true }).click();
    await expect(page).toHaveURL(server.url.replace(/\/$/, '') + path);
    await expect(links.getByRole('link', { name: label, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(words).toBeInViewport();
  }

  const root = page.locator('html');
  await expect(root).toHaveClass('dark');
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await expect(root).toHaveClass('light');
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
  await page.reload();
  await expect(root).toHaveClass('light');
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect(root).toHaveClass('dark');

  await page.setViewportSize({ width: 390, height: 800 });
  const opener = page.getByRole('button', { name: 'Menu', exact: true });
  await opener.click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  const inMenu = [...LINKS.map(([label]) => label), 'This week', 'Champions'];
  await expect(menu.getByRole('link')).toHaveText(inMenu);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await menu.getByRole('link', { name: 'Learn How to Play' }).click();
  await expect(menu).toBeHidden();
  await expect(heading(page, 'Learn How to Play')).toBeVisible();
});

test('the NFT page has the eight plates with what they earn, at full size, and the marketplaces', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/nft`);
  for (const name of ['Buy National NFTs', 'Buy Cultural NFTs']) {
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', /^https:\/\/opensea/);
  }
  const gallery = page.getByRole('main');
  await expect(gallery.getByRole('article')).toHaveCount(8);
  const land = gallery.getByRole('article', { name: 'Italy, National NFT' });
  // The range, until the chain's metadata has arrived.
  await expect(land).toContainText('+180 km²');
  await expect(land).toContainText('+0.45x');
  await expect(land).toContainText('+$8,100');
  const art = gallery.getByRole('article', { name: 'The Colosseum, Cultural NFT' });
  await expect(art).toContainText('+$1,200');

  const picture = art.getByRole('img', { name: 'The Colosseum, engraved' });
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1000);
  const opener = art.getByRole('button', { name: 'See The Colosseum at full size' });
  await opener.click();
  const full = page.getByRole('dialog', { name: 'The Colosseum' });
  const widthOfPlate = async () =>
    (await full.getByRole('img', { name: 'The Colosseum, engraved' }).boundingBox())?.width;
  await expect.poll(widthOfPlate).toBeGreaterThanOrEqual(500);
  await page.keyboard.press('Escape');
  await expect(full).toBeHidden();
  await expect(opener).toBeFocused();

  await page.route('**/api/config', async (route) => {
    const response = await route.fetch({ maxRetries: 2 });
    const config = configCall.answers[200].parse(await response.json());
    const marketplaces = { national: null, cultural: 'https://market.example.org/art' };
    await route.fulfill({ response, json: { ...config, marketplaces } });
  });
  await page.reload();
  await expect(page.getByRole('link', { name: 'Buy Cultural NFTs' })).toHaveAttribute(
    'href',
    'https://market.example.org/art',
  );
  await expect(page.getByText('Buy National NFTs')).toHaveCount(0);
});

test('[CON9] toasts appear one at a time, stand for 5 s, close by Escape and by a swipe to the right', async ({
  page,
  server,
}) => {
  await setUpWallet(page, { account: null });
  page.on('dialog', (dialog) => void dialog.accept());
  await page.clock.install();
  await page.goto(server.url);
  await expect(
    page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }),
  ).toBeVisible();
  // From here on time passes only when the test says so.
  await page.clock.pauseAt(Date.now() + 60_000);
  /** Causes a toast: the wallet is asked to connect, and declines. */
  const fail = async () => {
    await page.getByRole('button', { name: 'Start Playing' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(toasts(page)).toContainText('Connection Failed');
  };
  await fail();
  await fail();
  await expect(toasts(page)).toHaveCount(1);
  // The wallet's dialog may only then give the focus back.
  await expect(async () => {
    await page.keyboard.press('F8');
    const region = page.getByRole('region', { name: /Notifications/ });
    await expect(region).toBeFocused({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(toasts(page)).toHaveCount(0);

  await fail();
  const box = await toasts(page).boundingBox();
  if (!box) throw new Error('a toast stands');
  const swipe = async (px: number) => {
    const [x, y] = [box.x + box.width / 3, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + px, y, { steps: 4 });
    await page.mouse.up();
  };
  await swipe(45);
  await expect(toasts(page)).toHaveCount(1);
  await swipe(60);
  await expect(toasts(page)).toHaveCount(0);

  await fail();
  await page.mouse.move(5, 300);
  await page.clock.runFor(4900);
  await expect(toasts(page)).toHaveCount(1);
  await page.clock.runFor(200);
  await expect(toasts(page)).toHaveCount(0);
});
