/**
 * The built pages when they are older than their server, and when late-loading code fails at first:
 * on a real server in this process, which can fail what it serves.
 */
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { PROTOCOL_VERSION } from '../common/protocol/version.ts';
import { builtPages } from '../server/http/built-pages.ts';
import { Harness } from '../server/test/support/harness.ts';
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

  /** One click, however early: before the scripts have come it is queued for them. */
  const pressMenu = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true }).click();
  const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });

  test('is requested once, and again if it or what it imports fails; the page works without a reload', async ({
    page,
    browser,
  }) => {
    const opens = async (from: Page) => {
      await from.goto(`${server.url}/ranking`);
      await expect(competing(from)).toBeVisible();
      await expect(live(from)).toBeVisible();
      await pressMenu(from);
      await expect(menu(from)).toBeVisible();
    };
    await opens(page);
    expect([timesAsked(MENU), timesAsked(ITS_IMPORT)]).toEqual([1, 1]);
    expect(new Set(asked).size).toBe(asked.length);

    asked = [];
    failing = [MENU, ITS_IMPORT, PAGE, ITS_REST].map((file) => ({ file, times: 2 }));
    failing.push({ file: /^\/live-client-/, times: 3 });
    // Nothing of it is cached.
    const another = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await hurry(another);
    await opens(another);
    // Two failures and one success, which the import itself then found in the browser's cache.
    for (const file of [MENU, ITS_IMPORT, PAGE, ITS_REST]) expect(timesAsked(file)).toBe(3);
    await another.close();
  });
});

test.describe('a page with another server', () => {
  /** Makes the server's answers say another version, once `ready`. */
  async function speak(page: Page, url: RegExp, version: number, ready: Promise<void>) {
    await page.route(url, async (route) => {
      await ready;
      const response = await route.fetch({ maxRetries: 2 });
      const headers = { ...response.headers(), 'denaria-version': String(version) };
      await route.fulfill({ response, headers });
    });
  }

  test('that is newer says so calmly, and reloads or continues as the player likes; one that finds it too old asks for a reload, and nothing is requested in a loop', async ({
    page,
    context,
  }) => {
    const barrier = gate();
    await speak(page, /\/api\/events/, PROTOCOL_VERSION + 1, barrier.opened);
    await page.goto(`${server.url}/ranking`);
    await expect(competing(page)).toBeVisible();
    await expect(live(page)).toBeVisible();
    await expect(strip(page)).toHaveCount(0);
    barrier.open();
    await expect(strip(page)).toBeVisible();
    expect(await violations(page)).toEqual([]);
    const notNow = strip(page).getByRole('button', { name: 'Not now' });
    const reload = strip(page).getByRole('button', { name: 'Reload' });
    await notNow.click();
    await expect(strip(page)).toHaveCount(0);
    await page.reload();
    await expect(strip(page)).toBeVisible();
    await Promise.all([page.waitForEvent('load'), reload.click()]);

    const old = await context.newPage();
    await old.clock.install();
    // Only the page's stated version is changed: the server itself refuses it.
    await old.route(/\/api\//, (route) =>
      route.continue({ headers: { ...route.request().headers(), 'denaria-version': '1' } }),
    );
    let watches = 0;
    await old.routeWebSocket(/socket\.io/, (socket) => {
      const toServer = socket.connectToServer();
      socket.onMessage((message) => {
        const text = String(message);
        if (text.includes('"watch"')) watches += 1;
        toServer.send(text.replace(`"version":${PROTOCOL_VERSION}`, '"version":1'));
      });
    });
    await old.goto(`${server.url}/ranking`);
    await expect(strip(old).getByRole('button', { name: 'Reload' })).toBeVisible();
    await expect(strip(old).getByRole('button', { name: 'Not now' })).toHaveCount(0);
    await expect.poll(() => watches).toBe(1);
    // Long enough for any retry, and for the next poll.
    const polled = old.waitForResponse(/\/api\/leaderboard/);
    await old.clock.fastForward(60_000);
    await polled;
    expect(watches).toBe(1);
  });
});
