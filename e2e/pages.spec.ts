/** What every page shares [AIM9, SCR1–9, SCR48, SCR49, CON9]: paths, header, theme, toasts; and the two guides. */
import { chromium, expect, type Page } from '@playwright/test';
import { LOCK_TEXT } from '../client/src/views/facts.ts';
import { browserLaunch } from './chromium.ts';
import { setUpWallet, toasts } from './demo-player.ts';
import { DevServer } from './dev-server.ts';
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

test('the header’s links lead to every page', async ({ page, server }) => {
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
  }
});

test('paths match in any case and with a slash at the end; any other is Page Not Found', async ({
  page,
  server,
}) => {
  for (const [path, title] of [
    ['/DASHBOARD', 'Connect Your Wallet'],
    ['/Ranking/', 'Global Rankings'],
    ['/learn/', 'Learn How to Play'],
    ['/NFT', 'Denaria NFT'],
  ] as const) {
    const answer = await page.goto(server.url + path);
    expect(answer?.status(), path).toBe(200);
    await expect(heading(page, title)).toBeVisible();
  }
  expect((await page.goto(`${server.url}/nowhere`))?.status()).toBe(404);
  await expect(heading(page, 'Page Not Found')).toBeVisible();
  await page.getByRole('link', { name: 'Go to Home Page' }).click();
  await expect(page.getByRole('button', { name: 'Start Playing' })).toBeVisible();
});

test('the theme is dark by default; a change is kept and set on the root after a reload', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/learn`);
  const root = page.locator('html');
  await expect(root).toHaveClass('dark');
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await expect(root).toHaveClass('light');
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
  await page.reload();
  await expect(root).toHaveClass('light');
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect(root).toHaveClass('dark');
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
});

test('on a phone a side menu has the same links, and returns the focus', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(server.url);
  const opener = page.getByRole('button', { name: 'Menu', exact: true });
  await opener.click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu.getByRole('link')).toHaveText(LINKS.map(([label]) => label));
  await expect(menu.getByRole('button', { name: 'Switch to light theme' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await menu.getByRole('link', { name: 'Denaria NFT' }).click();
  await expect(menu).toBeHidden();
  await expect(heading(page, 'Denaria NFT')).toBeVisible();
});

test('Learn has four steps, three ways to stake, four pro tips and its way back', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/learn`);
  const items = (region: string) =>
    page.getByRole('region', { name: region }).getByRole('heading', { level: 3 });
  await expect(items('Getting started')).toHaveCount(4);
  await expect(items('Three ways to stake')).toHaveText([
    'National NFTs',
    'Cultural NFTs',
    'DENA coins',
  ]);
  await expect(items('Pro tips')).toHaveCount(4);
  await page.getByRole('link', { name: 'Start Playing Now' }).click();
  await expect(page.getByRole('button', { name: 'Start Playing' })).toBeVisible();
});

test('the NFT page has both collections, their benefits and marketplaces, and the guide', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/nft`);
  const national = page.getByRole('region', { name: 'National NFTs' });
  for (const text of ['Territory', '+100-600 km²', '+0.10-0.60x', LOCK_TEXT, 'no duplicates']) {
    await expect(national).toContainText(text);
  }
  const cultural = page.getByRole('region', { name: 'Cultural NFTs' });
  await expect(cultural).toContainText('become President');
  for (const [card, name] of [
    [national, 'Buy National NFTs'],
    [cultural, 'Buy Cultural NFTs'],
  ] as const) {
    await expect(card.getByRole('link', { name })).toHaveAttribute('href', /^https?:\/\//);
  }
  const guide = page.getByRole('region', { name: 'How to use them' });
  await expect(guide).toContainText('500-2000 GDP');
  await expect(guide.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute(
    'href',
    '/dashboard',
  );
  await expect(guide.getByRole('link', { name: /Territory/ })).toHaveAttribute(
    'href',
    '/territory',
  );
});

test('all eight plates can be seen at full size, each with what it earns', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/nft`);
  const gallery = page.getByRole('region', { name: 'The eight plates' });
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
  await expect
    .poll(() => picture.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth))
    .toBe(1000);
  const opener = art.getByRole('button', { name: 'See The Colosseum at full size' });
  await opener.click();
  const full = page.getByRole('dialog', { name: 'The Colosseum' });
  const widthOfPlate = async () =>
    (await full.getByRole('img', { name: 'The Colosseum, engraved' }).boundingBox())?.width;
  // As high as the window; on a phone wider than it, so its lettering is legible.
  await page.setViewportSize({ width: 1280, height: 1000 });
  await expect.poll(widthOfPlate).toBeGreaterThanOrEqual(900);
  await page.setViewportSize({ width: 390, height: 800 });
  await expect.poll(widthOfPlate).toBeGreaterThanOrEqual(700);
  await page.keyboard.press('Escape');
  await expect(full).toBeHidden();
  await expect(opener).toBeFocused();
});

test('plates reserve their space, and those far below are not requested', async ({
  page,
  server,
}) => {
  const asked = new Set<string>();
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (path.startsWith('/assets/plates/')) asked.add(path);
  });
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/assets/plates/*', async (route) => {
    await held;
    await route.continue();
  });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${server.url}/nft`);
  const first = page.getByRole('img', { name: 'An old map of the United States' });
  await expect(first).toBeAttached();
  const before = await first.boundingBox();
  expect(before?.height).toBeCloseTo(before?.width ?? 0, 0);
  await first.scrollIntoViewIfNeeded();
  await expect.poll(() => asked.size).toBeGreaterThan(0);
  expect(asked.size).toBeLessThan(8);
  const waiting = await first.boundingBox();
  letGo();
  await expect
    .poll(() => first.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth))
    .toBe(1000);
  expect(await first.boundingBox()).toEqual(waiting);
});

test.describe('with one collection not for sale, and the other at an address of its own', () => {
  const nowhere = new DevServer({
    pages: 'built',
    env: { NATIONAL_MARKETPLACE: 'none', CULTURAL_MARKETPLACE: 'https://market.example.org/art' },
  });
  test.beforeAll(() => nowhere.start());
  test.afterAll(() => nowhere.dispose());

  test('there is no link to a marketplace, and another marketplace is linked', async ({ page }) => {
    await page.goto(`${nowhere.url}/nft`);
    await expect(page.getByRole('link', { name: 'Buy Cultural NFTs' })).toHaveAttribute(
      'href',
      'https://market.example.org/art',
    );
    await expect(page.getByText('Buy National NFTs')).toHaveCount(0);
  });
});

test.describe('toasts', () => {
  test.beforeEach(async ({ page, server }) => {
    await setUpWallet(page, { account: null });
    page.on('dialog', (dialog) => void dialog.accept());
    await page.clock.install();
    await page.goto(server.url);
  });

  /** Causes a toast: the wallet is asked to connect, and declines. */
  async function fail(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Start Playing' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(toasts(page)).toContainText('Connection Failed');
  }

  test('appear one at a time', async ({ page }) => {
    await fail(page);
    await fail(page);
    await expect(toasts(page)).toHaveCount(1);
  });

  test('stand for 5 s', async ({ page }) => {
    await expect(page.getByRole('button', { name: 'Start Playing' })).toBeEnabled();
    await page.clock.pauseAt(Date.now() + 60_000);
    await fail(page);
    await page.mouse.move(5, 300);
    await page.clock.runFor(4900);
    await expect(toasts(page)).toHaveCount(1);
    await page.clock.runFor(200);
    await expect(toasts(page)).toHaveCount(0);
  });

  test('get the focus by F8, and close by Escape', async ({ page }) => {
    await fail(page);
    await page.keyboard.press('F8');
    await expect(page.getByRole('region', { name: /Notifications/ })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(toasts(page)).toHaveCount(0);
  });

  test('close by a swipe of 50 px to the right', async ({ page }) => {
    await fail(page);
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
    await swipe(-120);
    await expect(toasts(page)).toHaveCount(1);
    await swipe(60);
    await expect(toasts(page)).toHaveCount(0);
  });
});

test('with a scrollbar that takes space, short pages, long pages and pages under a dialog are equally wide', async ({
  server,
}) => {
  // Playwright hides scrollbars by default.
  const browser = await chromium.launch({
    ...browserLaunch(),
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 1600 } });
  const widths = () =>
    page.evaluate(() => [window.innerWidth, document.querySelector('header')?.clientWidth]);
  await page.goto(`${server.url}/nowhere`);
  await expect(heading(page, 'Page Not Found')).toBeVisible();
  const short = await widths();
  expect(short[1]).toBeLessThan(1280);
  await page.goto(server.url);
  await expect(page.getByRole('button', { name: 'Start Playing' })).toBeEnabled();
  expect(await widths()).toEqual(short);
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await widths()).toEqual(short);
  await browser.close();
});
