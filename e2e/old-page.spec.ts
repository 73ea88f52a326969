/**
 * The built pages when they are older than their server, and when late-loading code fails at first: on a real
 * server in this process, which can fail what it serves.
 */
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { PROTOCOL_VERSION } from '../common/protocol/version.ts';
import { builtPages } from '../server/http/built-pages.ts';
import { Harness } from '../server/test/support/harness.ts';
import { toasts } from './demo-player.ts';
import { ROOT } from './prepared.ts';
import { gate } from './gate.ts';
import { hurry } from './hurry.ts';
import { violations } from './violations.ts';

let server: Harness;
/** The requests below /assets, failed or not. */
let asked: string[];
/** Which of them fail, and how many more times. */
let failing: { readonly file: RegExp; times: number }[];

test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  const pages = await builtPages(join(ROOT, 'dist', 'client'));
  server = await Harness.start({
    extend(app) {
      app.use('/assets', ({ path }, response, next) => {
        asked.push(path);
        const fault = failing.find(({ file, times }) => times > 0 && file.test(path));
        if (!fault) return next();
        fault.times -= 1;
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
  failing = [];
});

const strip = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'A new version is here.' });
const timesAsked = (file: RegExp) => asked.filter((path) => file.test(path)).length;

const live = (page: Page) => page.getByRole('status', { name: 'Connection: Live' });
const competing = (page: Page) => page.getByText('1 nation competing');
const stopped = (page: Page) => page.getByText('This page stopped working');

test.describe('late-loading code', () => {
  const MENU = /^\/SideMenu-/;
  /** Imported by the menu, and not loaded earlier by a page without a wallet. */
  const ITS_IMPORT = /^\/Dialog-/;
  const PAGE = /^\/RankingPage-/;
  const ITS_REST = /^\/ranking-more-/;

  test.use({ viewport: { width: 390, height: 844 } });

  test.beforeEach(async ({ page }) => {
    await hurry(page);
  });

  /** One click, however early: before the scripts have come it is kept for them. */
  const pressMenu = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true }).click();
  const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });

  test('is requested again if it or what it imports fails, and the page works without a reload', async ({
    page,
  }) => {
    failing = [MENU, ITS_IMPORT, PAGE, ITS_REST].map((file) => ({ file, times: 2 }));
    failing.push({ file: /^\/live-client-/, times: 3 });
    await page.goto(`${server.url}/ranking`);
    await expect(competing(page)).toBeVisible();
    await expect(live(page)).toBeVisible();
    await pressMenu(page);
    await expect(menu(page)).toBeVisible();
    // Two failures and one success, which the import itself then found in the browser's cache.
    for (const file of [MENU, ITS_IMPORT, PAGE, ITS_REST]) expect(timesAsked(file)).toBe(3);
    await expect(stopped(page)).toHaveCount(0);
  });

  test('is requested once if nothing fails', async ({ page }) => {
    await page.goto(`${server.url}/ranking`);
    await expect(competing(page)).toBeVisible();
    await expect(live(page)).toBeVisible();
    await pressMenu(page);
    await expect(menu(page)).toBeVisible();
    expect([timesAsked(MENU), timesAsked(ITS_IMPORT)]).toEqual([1, 1]);
    expect(new Set(asked).size).toBe(asked.length);
  });

  test('is given up after four tries: the page says so, and another press, a reload or another page helps', async ({
    page,
  }) => {
    failing = [{ file: MENU, times: 4 }];
    await page.goto(server.url);
    await pressMenu(page);
    await expect(toasts(page)).toContainText('This could not be opened');
    expect(timesAsked(MENU)).toBe(4);
    await pressMenu(page);
    await expect(menu(page)).toBeVisible();

    failing = [{ file: /^\/LearnPage-/, times: Infinity }];
    await page.goto(`${server.url}/learn`);
    await expect(stopped(page)).toBeVisible();
    await page.getByRole('link', { name: 'Go to Home Page' }).click();
    await expect(page.getByRole('button', { name: 'Start Playing' })).toBeVisible();
    await page.goBack();
    failing = [];
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Learn How to Play');
  });
});

test.describe('a page with another server', () => {
  /** Makes the server's answers say another version, once `ready`. */
  async function speak(page: Page, url: RegExp, version: number, ready: Promise<void>) {
    await page.route(url, async (route) => {
      await ready;
      const response = await route.fetch();
      const headers = { ...response.headers(), 'denaria-version': String(version) };
      await route.fulfill({ response, headers });
    });
  }

  test('that is newer says so calmly, moves nothing, and reloads or continues as the player likes', async ({
    page,
  }) => {
    const held = gate();
    await speak(page, /\/api\/events/, PROTOCOL_VERSION + 1, held.opened);
    await page.setViewportSize({ width: 390, height: 900 });
    await page.goto(`${server.url}/ranking`);
    const first = page.getByRole('table', { name: 'Complete Rankings' }).getByRole('row').nth(1);
    await expect(competing(page)).toBeVisible();
    await expect(live(page)).toBeVisible();
    await expect(strip(page)).toHaveCount(0);
    const before = await first.boundingBox();
    held.open();
    await expect(strip(page)).toBeVisible();
    expect(await first.boundingBox()).toEqual(before);

    // Above a phone's bar of links.
    const links = await page.getByRole('navigation', { name: 'Quick links' }).boundingBox();
    await expectStripAt(page, links?.y);
    expect(await violations(page)).toEqual([]);
    // It is the last thing on the page.
    const notNow = strip(page).getByRole('button', { name: 'Not now' });
    const reload = strip(page).getByRole('button', { name: 'Reload' });
    await page.keyboard.press('Shift+Tab');
    await expect(notNow).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(reload).toBeFocused();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Switch to light theme' }).click();
    await expectStripAt(page, 900);
    expect(await violations(page)).toEqual([]);

    await notNow.click();
    await expect(strip(page)).toHaveCount(0);
    await page.reload();
    await expect(strip(page)).toBeVisible();
    await Promise.all([page.waitForEvent('load'), reload.click()]);
  });

  async function expectStripAt(page: Page, foot: number | undefined): Promise<void> {
    const box = await strip(page).boundingBox();
    expect(box?.x).toBe(0);
    expect(box?.height).toBeLessThan(64);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(foot);
  }

  test('that finds it too old asks for a reload, and requests nothing in a loop', async ({
    page,
  }) => {
    await page.clock.install();
    // Only the page's stated version is changed: the server itself refuses it.
    await page.route(/\/api\//, (route) =>
      route.continue({ headers: { ...route.request().headers(), 'denaria-version': '1' } }),
    );
    let watches = 0;
    await page.routeWebSocket(/socket\.io/, (socket) => {
      const toServer = socket.connectToServer();
      socket.onMessage((message) => {
        const text = String(message);
        if (text.includes('"watch"')) watches += 1;
        toServer.send(text.replace(`"version":${PROTOCOL_VERSION}`, '"version":1'));
      });
    });
    await page.goto(`${server.url}/ranking`);
    await expect(strip(page).getByRole('button', { name: 'Reload' })).toBeVisible();
    await expect(strip(page).getByRole('button', { name: 'Not now' })).toHaveCount(0);
    await expect.poll(() => watches).toBe(1);
    // Long enough for any retry, and for the next poll.
    const polled = page.waitForResponse(/\/api\/leaderboard/);
    await page.clock.fastForward(60_000);
    await polled;
    expect(watches).toBe(1);
  });
});
