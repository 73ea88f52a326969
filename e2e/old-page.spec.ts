/**
 * The built pages when they are older than their server, and when late-loading code fails at first: on a real
 * server in this process, which can fail what it serves.
 */
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { PROTOCOL_VERSION } from '../common/protocol/version.ts';
import { builtPages } from '../server/http/built-pages.ts';
import { Harness } from '../server/test/support/harness.ts';
import { ROOT } from './game-process.ts';
import { gate } from './gate.ts';

let server: Harness;
/** The requests below /assets, failed or not. */
let asked: string[];
/** Which of them fail, and how many times yet. */
let failing: { readonly file: RegExp; times: number } | null;

test.beforeAll(async () => {
  const pages = await builtPages(join(ROOT, 'dist', 'client'));
  server = await Harness.start({
    extend(app) {
      app.use('/assets', ({ path }, response, next) => {
        asked.push(path);
        if (!failing?.file.test(path) || failing.times === 0) return next();
        failing.times -= 1;
        // After a broken connection the browser may retry by itself; after this answer it does not.
        response.status(503).end();
      });
      pages.mount(app);
    },
  });
  const player = await server.player();
  await player.post('/api/player-nation', { nationId: 'italy' });
});

test.afterAll(async () => {
  await server.close();
});

test.beforeEach(() => {
  asked = [];
  failing = null;
});

const strip = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'A new version is here.' });
const timesAsked = (file: RegExp) => asked.filter((path) => file.test(path)).length;

test.describe('late-loading code', () => {
  const MENU = /^\/SideMenu-/;
  /** Imported by the menu, and not loaded earlier by a page without a wallet. */
  const ITS_IMPORT = /^\/use-opener-focus-/;

  async function openMenu(page: Page): Promise<void> {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(server.url);
    // One click, however early: before the scripts have come it is kept for them.
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
  }

  for (const [what, file] of [
    ['the code itself', MENU],
    ['what it imports', ITS_IMPORT],
  ] as const) {
    test(`is requested again if ${what} fails, and the page continues`, async ({ page }) => {
      failing = { file, times: 2 };
      await openMenu(page);
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
      // Two failures and one success, which the import itself then found in the browser's cache.
      expect(timesAsked(file)).toBe(3);
    });
  }

  for (const [what, file] of [
    ['its own code', /^\/RankingPage-/],
    ['what that imports', /^\/ranking-more-/],
  ] as const) {
    test(`a page stays as rendered if ${what} fails, and works once it arrives`, async ({
      page,
    }) => {
      failing = { file, times: 2 };
      await page.goto(`${server.url}/ranking`);
      await expect(page.getByText('1 nation competing')).toBeVisible();
      await expect(page.getByText('This page stopped working')).toHaveCount(0);
      await expect.poll(() => timesAsked(file)).toBe(3);
    });
  }

  test('a page requests each of its files once', async ({ page }) => {
    await page.goto(`${server.url}/ranking`);
    await expect(page.getByText('1 nation competing')).toBeVisible();
    await expect(page.getByRole('status', { name: 'Connection: Live' })).toBeVisible();
    expect(new Set(asked).size).toBe(asked.length);
  });

  test('is requested only once if nothing fails', async ({ page }) => {
    await openMenu(page);
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    expect([timesAsked(MENU), timesAsked(ITS_IMPORT)]).toEqual([1, 1]);
    expect(new Set(asked).size).toBe(asked.length);
  });

  test('is given up after four tries: the page says so, and a reload fixes it', async ({
    page,
  }) => {
    failing = { file: MENU, times: Infinity };
    await openMenu(page);
    await expect(page.getByText('This page stopped working')).toBeVisible();
    expect(timesAsked(MENU)).toBe(4);
    failing = null;
    const reload = page.getByRole('button', { name: 'Reload' });
    await Promise.all([page.waitForEvent('load'), reload.click()]);
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  });

  test('a live client that loads at the fourth try is live without a reload', async ({ page }) => {
    failing = { file: /^\/live-client-/, times: 3 };
    await page.goto(`${server.url}/ranking`);
    await expect(page.getByText('1 nation competing')).toBeVisible();
    await expect(page.getByRole('status', { name: 'Connection: Live' })).toBeVisible();
  });
});

test.describe('a page with a newer server', () => {
  /** Makes the server seem to speak another version, by changing it in the server's answers and messages. */
  async function speak(page: Page, version: number): Promise<void> {
    await page.route(/\/api\//, async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), 'denaria-version': String(version) };
      await route.fulfill({ response, headers });
    });
    await page.routeWebSocket(/socket\.io/, (socket) => {
      const toServer = socket.connectToServer();
      toServer.onMessage((message) => {
        socket.send(
          String(message).replace(`"version":${PROTOCOL_VERSION}`, `"version":${version}`),
        );
      });
    });
  }

  test('says so calmly, moves nothing, and reloads or continues as the player likes', async ({
    page,
  }) => {
    const held = gate();
    await page.route(/\/api\/events/, async (route) => {
      await held.opened;
      const response = await route.fetch();
      const headers = { ...response.headers(), 'denaria-version': String(PROTOCOL_VERSION + 1) };
      await route.fulfill({ response, headers });
    });
    await page.goto(`${server.url}/ranking`);
    const list = page.getByRole('heading', { name: 'Complete Rankings' });
    await expect(page.getByText('1 nation competing')).toBeVisible();
    await expect(page.getByRole('status', { name: 'Connection: Live' })).toBeVisible();
    await expect(list).toBeVisible();
    await expect(strip(page)).toHaveCount(0);
    const before = await list.boundingBox();
    held.open();
    await expect(strip(page)).toBeVisible();
    expect(await list.boundingBox()).toEqual(before);
    await strip(page).getByRole('button', { name: 'Not now' }).click();
    await expect(strip(page)).toHaveCount(0);
    await page.reload();
    await expect(strip(page)).toBeVisible();
    await Promise.all([
      page.waitForEvent('load'),
      strip(page).getByRole('button', { name: 'Reload' }).click(),
    ]);
  });

  test('is notified by the socket as well', async ({ page }) => {
    await page.routeWebSocket(/socket\.io/, (socket) => {
      const toServer = socket.connectToServer();
      toServer.onMessage((message) => {
        socket.send(String(message).replace(`"version":${PROTOCOL_VERSION}`, '"version":99'));
      });
    });
    await page.goto(server.url);
    await expect(strip(page)).toBeVisible();
  });

  test('says nothing if the server is older', async ({ page }) => {
    await speak(page, PROTOCOL_VERSION - 1);
    await page.goto(`${server.url}/ranking`);
    await expect(page.getByText('1 nation competing')).toBeVisible();
    await expect(page.getByRole('status', { name: 'Connection: Live' })).toBeVisible();
    await expect(strip(page)).toHaveCount(0);
  });

  for (const theme of ['dark', 'light'] as const) {
    for (const width of [390, 1440]) {
      test(`has a legible notice that the keyboard reaches, ${theme}, ${width} px`, async ({
        page,
      }) => {
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
        await page.setViewportSize({ width, height: 900 });
        await speak(page, PROTOCOL_VERSION + 1);
        await page.goto(`${server.url}/ranking`);
        await expect(strip(page)).toBeVisible();
        const box = await strip(page).boundingBox();
        expect(box).toMatchObject({ x: 0, height: expect.any(Number) });
        expect(box?.height).toBeLessThan(64);
        // Above a phone's bar of links.
        const links = page.getByRole('navigation', { name: 'Quick links' });
        const foot = (await links.isVisible()) ? (await links.boundingBox())?.y : 900;
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(foot);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id }) => id)).toEqual([]);
        // It is the last thing on the page.
        await page.keyboard.press('Shift+Tab');
        await expect(strip(page).getByRole('button', { name: 'Not now' })).toBeFocused();
        await page.keyboard.press('Shift+Tab');
        await expect(strip(page).getByRole('button', { name: 'Reload' })).toBeFocused();
      });
    }
  }
});

test('a page that is too old for its server asks for a reload, and requests nothing in a loop', async ({
  page,
}) => {
  // Only the page's stated version is changed: the server itself refuses it.
  await page.route(/\/api\//, (route) =>
    route.continue({ headers: { ...route.request().headers(), 'denaria-version': '1' } }),
  );
  const watches: number[] = [];
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const toServer = socket.connectToServer();
    socket.onMessage((message) => {
      const text = String(message);
      if (text.includes('"watch"')) watches.push(performance.now());
      toServer.send(text.replace(`"version":${PROTOCOL_VERSION}`, '"version":1'));
    });
  });
  await page.goto(`${server.url}/ranking`);
  await expect(strip(page).getByRole('button', { name: 'Reload' })).toBeVisible();
  await expect(strip(page).getByRole('button', { name: 'Not now' })).toHaveCount(0);
  await expect.poll(() => watches.length).toBe(1);
  await page.waitForTimeout(4000);
  expect(watches).toHaveLength(1);
});
