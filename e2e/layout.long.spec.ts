/** What is where, to the pixel: what a change of the look pays for, and nobody's path leads to. */
import { chromium, expect, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { ENDS_IF_MOVED } from '../client/src/views/facts.ts';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { browserLaunch } from './chromium.ts';
import { coveredControls } from './covered-controls.ts';
import { crowdWallet, join, joinAll, openGame } from './crowd.ts';
import { rowOf, setUpWallet, stakeDena, toasts } from './demo-player.ts';
import { test } from './game-test.ts';
import { gate } from './gate.ts';
import { refuseSockets } from './refuse-sockets.ts';
import { unfilled } from './unfilled.ts';

const PHONE = { width: 390, height: 844 };

const tabOf = (page: Page) =>
  page.getByRole('complementary', { name: 'Developer bar' }).getByText('Dev', { exact: true });
const bar = (page: Page) => page.getByRole('navigation', { name: 'Quick links' });

/** At phone size: the player's page opens with another window size. */
async function open(page: Page, url: string): Promise<void> {
  await page.setViewportSize(PHONE);
  await page.goto(url);
  await expect(bar(page)).toBeVisible();
}

/** What of the row doesn't fit. */
function cutParts(card: Locator): Promise<string[]> {
  return card.evaluate((element) =>
    [...element.querySelectorAll('*')]
      .filter((part) => part.clientWidth > 1 && part.scrollWidth > part.clientWidth)
      .map((part) => part.textContent),
  );
}

const nations = (page: Page) => page.getByRole('region', { name: 'Nations' }).getByRole('listitem');

test('the nations’ large totals are legible; pushes replace the standings', async ({ page }) => {
  const [, OTHER = null] = DEMO_ACCOUNTS;
  const server = openGame();
  await server.start();
  await joinAll(server.url, 0, 2, 'italy');
  await joinAll(server.url, 2, 3, 'argentina');
  await joinAll(server.url, 3, 4, 'china');
  const standings = '**/api/nations/standings';
  for (const gdp of [9_999_000, 123_456_000, 900_000_000_000]) {
    await page.route(standings, async (route) => {
      const response = await route.fetch({ maxRetries: 2 });
      const real = z.array(z.looseObject({})).parse(await response.json());
      const large = real.map((one, i) => ({
        ...one,
        gdp,
        players: Math.round(gdp / 18_000),
        growth: { m10: gdp, h1: gdp, h24: -gdp },
        gapToNext: i === 0 ? null : gdp,
      }));
      await route.fulfill({ response, json: large });
    });
    await page.goto(unfilled(`${server.url}/ranking`));
    for (const width of [390, 768, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      const link = page
        .getByRole('navigation', { name: 'Whose rows are listed' })
        .getByRole('link', { name: 'United States' });
      await expect(link).toContainText('$');
      await expect.poll(() => cutParts(link), `${width} px`).toEqual([]);
    }
    for (const width of [1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const card = nations(page).filter({ hasText: 'United States' });
      await expect(card).toContainText(`$${gdp.toLocaleString('en-US')}`);
      await expect.poll(() => cutParts(card), `${width} px`).toEqual([]);
      // The chart ends with the same totals.
      const chart = page.getByRole('region', { name: 'Total GDP' });
      const label = chart.getByText(/^\$[\d,]+K$/).first();
      await expect(label).toHaveText(`$${(gdp / 1000).toLocaleString('en-US')}K`);
      const right = async (part: Locator) => {
        const box = await part.boundingBox();
        return (box?.x ?? 0) + (box?.width ?? 0);
      };
      await expect.poll(async () => (await right(label)) < (await right(chart))).toBe(true);
    }
  }

  // On the big screen, too.
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(`${unfilled(`${server.url}/ranking`)}&screen=tv`);
  const row = nations(page).filter({ hasText: 'Argentina' });
  await expect(row).toContainText('$900,000,000,000');
  expect(await cutParts(row)).toEqual([]);

  await page.route(standings, (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto(unfilled(`${server.url}/ranking`));
  await join(server.url, OTHER, 'usa');
  for (const [n, nation] of (['italy', 'argentina', 'china'] as const).entries()) {
    await join(server.url, crowdWallet(10 + n), nation);
  }
  await expect(nations(page)).toHaveCount(4);
  // Changes since yesterday.
  await expect(nations(page).first()).toContainText('not known yet');
  await server.dispose();
});

test('the dashboard is two and a half screens high, a quarter more with ten stakes; its dialogs are sheets', async ({
  player,
  server,
}) => {
  await open(player, `${server.url}/dashboard`);
  await expect(player.getByRole('region', { name: 'National NFTs', exact: true })).toBeVisible();
  const height = () => player.evaluate(() => document.documentElement.scrollHeight);
  expect(await height()).toBeLessThanOrEqual(2.5 * PHONE.height);
  for (let n = 0; n < 10; n += 1) await stakeDena(player, server.url, '100');
  await open(player, `${server.url}/dashboard`);
  const stakes = player.getByRole('region', { name: 'DENA Coin Staking', exact: true });
  await expect(stakes.getByText('10 stakes')).toBeVisible();
  await expect(stakes.getByRole('list', { name: 'Staked DENA' }).getByRole('listitem')).toHaveCount(
    10,
  );
  expect(await height()).toBeLessThanOrEqual(2.75 * PHONE.height);

  const resources = player.getByRole('region', { name: 'Resources', exact: true });
  await resources.getByRole('button', { name: 'Resources', exact: true }).click();
  await resources.getByRole('button', { name: 'Trade Resources' }).click();
  const sheet = player.getByRole('dialog', { name: 'Trade Resources' });
  await expect(async () => {
    const box = await sheet.boundingBox();
    expect([box?.x, box?.width]).toEqual([0, PHONE.width]);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(PHONE.height, 0);
  }).toPass();
});

test.describe('on a game that stays as it is', () => {
  test.use({ game: 'shared' });

  test('how old the figures are stands above the strip, and covers no title', async ({
    player,
    server,
  }) => {
    await refuseSockets(player);
    await open(player, `${server.url}/learn`);
    const strip = player.getByRole('region', { name: 'Your standing' });
    const words = player.getByText(/Not live · figures from/);
    await expect(async () => {
      const [wordsBox, stripBox] = [await words.boundingBox(), await strip.boundingBox()];
      expect((wordsBox?.y ?? 0) + (wordsBox?.height ?? 0)).toBe(stripBox?.y);
    }).toPass();
  });

  test('a toast stands between the page’s gutters; above a high sheet it leaves its Close free', async ({
    player,
    server,
  }) => {
    const edges = async () => {
      const box = await toasts(player).boundingBox();
      return [box?.x, (box?.x ?? 0) + (box?.width ?? 0)];
    };
    for (const url of ['**/api/dena/stake', '**/api/trade'])
      await player.route(url, (route) => route.fulfill({ status: 400, body: '' }));
    await open(player, `${server.url}/dashboard`);
    await player.getByLabel('Amount').fill('10');
    await player.getByRole('button', { name: 'Stake DENA' }).click();
    await expect(toasts(player)).toContainText('Staking Failed');
    expect(await edges()).toEqual([16, PHONE.width - 16]);

    const resources = player.getByRole('region', { name: 'Resources', exact: true });
    await resources.getByRole('button', { name: 'Resources', exact: true }).click();
    await resources.getByRole('button', { name: 'Trade Resources' }).click();
    const sheet = player.getByRole('dialog', { name: 'Trade Resources' });
    await sheet.getByRole('radio', { name: /Wood/ }).check();
    await sheet.getByRole('button', { name: 'Buy 50 Wood' }).click();
    await expect(toasts(player)).toContainText('Trade Failed');
    const close = await sheet.getByRole('button', { name: 'Close' }).boundingBox();
    expect((await edges())[1]).toBeLessThanOrEqual(close?.x ?? 0);
  });

  test('in the dialog of an NFT what is agreed to is in sight above the button, and no toast lies over a button', async ({
    player,
    server,
  }) => {
    await player.goto(`${server.url}/dashboard`);
    const national = player.getByRole('region', { name: 'National NFTs', exact: true });
    await national.getByRole('button', { name: /^Stake / }).click();
    const dialog = player.getByRole('dialog', { name: 'Confirm NFT Staking' });
    const stake = dialog.getByRole('button', { name: /^Stake/ });
    await test.step('what is agreed to is in sight above the button, at 200 % too', async () => {
      const terms = dialog.getByText(ENDS_IF_MOVED);
      for (const [width, height] of [
        [640, 400],
        [390, 844],
        [1440, 900],
      ] as const) {
        await player.setViewportSize({ width, height });
        await stake.scrollIntoViewIfNeeded();
        const [above, below] = [await terms.boundingBox(), await stake.boundingBox()];
        expect((above?.y ?? NaN) + (above?.height ?? NaN)).toBeLessThan(below?.y ?? NaN);
        await expect(terms).toBeInViewport({ ratio: 1 });
      }
      await expect(rowOf(player, 'Production')).toBeInViewport({ ratio: 1 });
    });
    await player.route('**/api/nft/verify', (route) => route.fulfill({ status: 400, body: '' }));
    await stake.click();
    await expect(toasts(player)).toContainText('Verification Failed');
    await test.step('a toast lies over no button of the dialog', async () => {
      // Focused, it stays.
      await player.keyboard.press('F8');
      for (const [width, height] of [
        [390, 844],
        [768, 1024],
        [1440, 900],
      ] as const) {
        await player.setViewportSize({ width, height });
        expect(await buttonsUnderToast(player)).toEqual([]);
      }
    });
  });

  test('the closed developer bar covers no control of a dialog or menu, and sits above a phone’s links', async ({
    player,
    server,
  }) => {
    await player.setViewportSize(PHONE);
    await player.goto(`${server.url}/nation/italy`);
    await expect(tabOf(player)).toBeVisible();
    await expect(player.locator('main [aria-busy="true"]')).toHaveCount(0);
    await expectAboveLinks(player);

    await player.goto(`${server.url}/dashboard`);
    await player.getByRole('button', { name: 'Resources', exact: true }).click();
    await player.getByRole('button', { name: 'Trade Resources' }).click();
    await expect(player.getByRole('dialog')).toBeVisible();
    expect(await coveredControls(player)).toEqual([]);
    await player.keyboard.press('Escape');
    await player.getByRole('button', { name: 'Menu' }).click();
    await expect(player.getByRole('dialog')).toBeVisible();
    expect(await coveredControls(player)).toEqual([]);
  });

  test('the bar of a phone covers nothing: the page ends above it', async ({ player, server }) => {
    await open(player, server.url);
    await player.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const foot = player.getByRole('button', { name: 'Keyboard shortcuts' });
    await expect(async () => {
      const [footBox, barBox] = [await foot.boundingBox(), await bar(player).boundingBox()];
      expect((footBox?.y ?? 0) + (footBox?.height ?? 0)).toBeLessThanOrEqual(barBox?.y ?? 0);
    }).toPass();
  });

  test('a nation’s page is three screens of a phone high, its focus clear of the bar', async ({
    page,
    server,
  }) => {
    await setUpWallet(page, { account: null });
    await open(page, `${server.url}/nation/italy`);
    await expect(page.getByRole('status', { name: 'Connection: Live' })).toBeVisible();
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height).toBeLessThanOrEqual(3 * PHONE.height);
    expect(await coveredByBar(page)).toEqual([]);
  });

  test('[SCR65] an embed fits from 280 to 640 px', async ({ page, server }) => {
    for (const theme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      for (const width of [280, 400, 640]) {
        await page.setViewportSize({ width, height: 480 });
        await page.goto(`${server.url}/embed/ranking`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide).toBe(width);
        // Never by its colour alone.
        await expect(page.locator('[data-code]').first()).toBeVisible();
      }
    }
  });
});

test.describe('on an empty game', () => {
  test.use({ game: 'shared', beginning: 'empty' });

  test('whatever comes later, the headline stays where it is', async ({ page, server }) => {
    await setUpWallet(page, { account: null });
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const fonts = gate();
      await page.route('**/*.woff2', async (route) => {
        await fonts.opened;
        await route.continue();
      });
      await page.goto(server.url, { waitUntil: 'commit' });
      const headline = page.getByRole('heading', { level: 1 });
      await expect(headline).toBeVisible();
      const [before, button] = [
        await headline.boundingBox(),
        await page.getByRole('button', { name: 'Start Playing' }).boundingBox(),
      ];
      fonts.open();
      await page.evaluate(() => document.fonts.ready);
      await expect(page.getByRole('status', { name: 'Connection: Live' })).toBeVisible();
      const after = await headline.boundingBox();
      expect([after?.y, after?.height]).toEqual([before?.y, before?.height]);
      expect((await page.getByRole('button', { name: 'Start Playing' }).boundingBox())?.y).toBe(
        button?.y,
      );
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
  });

  test('plates reserve their space, and those far below are not requested', async ({
    page,
    server,
  }) => {
    const plate = /\/assets\/(?:national|cultural)-.+\.svg$/;
    const asked = new Set<string>();
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname;
      if (plate.test(path)) asked.add(path);
    });
    const held = gate();
    await page.route(plate, async (route) => {
      await held.opened;
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
    held.open();
    const width = () => first.evaluate((img: HTMLImageElement) => img.naturalWidth);
    await expect.poll(width).toBe(1000);
    expect(await first.boundingBox()).toEqual(waiting);
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
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
    const short = await widths();
    expect(short[1]).toBeLessThan(1280);
    await page.goto(server.url);
    await expect(
      page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }),
    ).toBeVisible();
    expect(await widths()).toEqual(short);
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await widths()).toEqual(short);
    await browser.close();
  });
});

/** Tabs through the page; returns what the focus reached and a phone's bar covers. */
async function coveredByBar(page: Page): Promise<string[]> {
  const barTop = (await bar(page).boundingBox())?.y ?? 0;
  const covered: string[] = [];
  for (let n = 0; n < 60; n += 1) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused?.closest('main')) return null;
      const { top, bottom } = focused.getBoundingClientRect();
      return { top, bottom, words: focused.textContent };
    });
    if (at && at.bottom > barTop + 1 && at.bottom - at.top < 200) covered.push(at.words);
  }
  return covered;
}

/** Open or closed. */
async function expectAboveLinks(page: Page): Promise<void> {
  const bottomOf = async (part: Locator) => {
    const box = await part.boundingBox();
    return box ? box.y + box.height : Infinity;
  };
  const linksTop = (await bar(page).boundingBox())?.y ?? 0;
  expect(await bottomOf(tabOf(page))).toBeLessThanOrEqual(linksTop);
  await tabOf(page).click();
  const panel = page.getByRole('complementary', { name: 'Developer bar' });
  const hide = panel.getByRole('button', { name: 'Hide this bar' });
  await expect(hide).toBeVisible();
  expect(await bottomOf(hide)).toBeLessThanOrEqual(linksTop);
  await tabOf(page).click();
  // Closed, or the next page opens it again.
  await expect(hide).toBeHidden();
}

/** The buttons of the open dialog that the toast touches. */
function buttonsUnderToast(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const toast = document.querySelector('[data-toasts] li')?.getBoundingClientRect();
    if (!toast) return ['there is no toast'];
    return [...document.querySelectorAll('[role="dialog"] button')]
      .filter((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        return left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top;
      })
      .map((button) => button.getAttribute('aria-label') ?? button.textContent);
  });
}
