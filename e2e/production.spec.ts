/**
 * `npm run build && npm start`, as the browser sees it: every page is taken over as it was
 * rendered, under its own policy. What is asked over HTTP is in
 * tools/production/built-server.integration.test.ts.
 */
import { join } from 'node:path';
import { expect, test, type CDPSession, type Page } from '@playwright/test';
import { POLL_INTERVAL_MS } from '../client/src/api/query-client.ts';
import { readClientManifest } from '../tools/production/client-manifest.ts';
import { idleFiles, WEIGHED_PAGES } from '../tools/production/page-weight.ts';
import { Game } from '../tools/rig/game.ts';
import type { GameServer } from '../tools/rig/game-server.ts';
import { gate } from './gate.ts';

interface ServedPage {
  readonly path: string;
  /** Once its data is there. */
  readonly title: string;
  /** Whether Chromium logs a 404: of the page itself, or of what it asks for. */
  readonly isNotFound?: true;
}

const NOBODY = `0x${'1'.repeat(40)}`;

const PAGES: readonly ServedPage[] = [
  { path: '/', title: 'Denaria: economic warfare between nations' },
  { path: '/ranking', title: 'Global Rankings · Denaria' },
  { path: '/learn', title: 'Learn How to Play · Denaria' },
  { path: '/nft', title: 'Denaria NFT' },
  { path: '/dashboard', title: 'Connect Your Wallet · Build · Denaria' },
  { path: '/territory', title: 'Connect Your Wallet · Territory · Denaria' },
  { path: '/nation/usa', title: 'United States · Denaria' },
  { path: `/player/${NOBODY}`, title: '0x1111…1111 · Denaria', isNotFound: true },
  { path: '/season', title: 'Champions · Denaria' },
  { path: '/season/2026-W99', title: 'Week Not Found · Denaria', isNotFound: true },
  { path: '/nowhere', title: 'Page Not Found · Denaria', isNotFound: true },
];

let game: Game;
let server: GameServer;

test.beforeAll(async () => {
  game = await Game.start();
  ({ server } = game);
});

test.afterAll(async () => {
  await game.close();
});

/** Console errors, such as a mismatch or what the policy blocks, and uncaught errors. */
function problemsOf(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  return problems;
}

test('every page hydrates without a change, in a browser as old as README.md allows', async ({
  page,
  browserName,
}) => {
  await page.addInitScript(() => {
    // Firefox runs it in the blank page before as well, which has no storage.
    if (origin === 'null') return;
    localStorage.setItem('theme', 'light');
    for (const name of [
      'toSorted',
      'toReversed',
      'toSpliced',
      'with',
      'findLast',
      'findLastIndex',
    ]) {
      Reflect.deleteProperty(Array.prototype, name);
    }
    Reflect.deleteProperty(AbortSignal, 'any');
  });
  const problems = problemsOf(page);
  for (const [i, { path, title, isNotFound = false }] of PAGES.entries()) {
    // Screens and phones, and every spelling that leads to a page, alternating.
    const isPhone = i % 2 === 0;
    await test.step(path, async () => {
      problems.length = 0;
      await page.setViewportSize(
        isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
      );
      await page.goto(server.url + (isPhone ? `${path.toUpperCase()}/`.replace('//', '/') : path));
      await page.evaluate(() => {
        // This attribute would be lost if the page had to be rendered again.
        document.querySelector('header')?.setAttribute('data-built', '');
      });
      await expect(page.getByRole('status', { name: 'Connection: Live' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Switch to dark theme' })).toBeVisible();
      await expect(page.locator('header[data-built]')).toBeAttached();
      await expect(page).toHaveTitle(title);
      await expect(page.locator('head > title')).toHaveCount(1);
      const logged =
        isNotFound && browserName === 'chromium'
          ? [expect.stringContaining('404 (Not Found)')]
          : [];
      // Failed requests are repeated once when the socket is up.
      await expect.poll(() => [...new Set(problems)]).toEqual(logged);
    });
  }
  problems.length = 0;
  await page.getByRole('link', { name: 'Go to Home Page' }).click();
  await expect(page.getByRole('button', { name: 'Start Playing' })).toBeVisible();
  expect(await page.evaluate(() => 'ethereum' in window)).toBe(false);
  expect(problems).toEqual([]);
});

/**
 * Bytes of the functions that a page runs until it is idle, of all that its files have: what a
 * phone compiles and runs, which no busy machine changes. A little above what was measured.
 */
const RUN_BUDGETS = { '/': 405_000, '/ranking': 435_000 } as const;

/** Of each script the functions that ran, without those inside them that did not. */
async function bytesRun(devTools: CDPSession): Promise<number> {
  const { result } = await devTools.send('Profiler.takePreciseCoverage');
  let bytes = 0;
  for (const { url, functions } of result) {
    if (!url.endsWith('.js')) continue;
    // The innermost function decides: outer ones come first.
    const runs: boolean[] = [];
    const ranges = functions.flatMap(({ ranges: all }) => all);
    for (const { startOffset, endOffset, count } of ranges.toSorted(
      (a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset,
    )) {
      runs.length = Math.max(runs.length, endOffset);
      runs.fill(count > 0, startOffset, endOffset);
    }
    bytes += runs.filter(Boolean).length;
  }
  return bytes;
}

test('the first pages load all the code that is weighed by themselves, and no other; until they are idle they run no more than their budget, and make no formatter', async ({
  page,
  context,
}) => {
  const devTools = await context.newCDPSession(page);
  await devTools.send('Profiler.enable');
  await page.addInitScript(() => {
    window.formats = [];
    for (const name of ['NumberFormat', 'DateTimeFormat', 'RelativeTimeFormat'] as const) {
      Object.defineProperty(Intl, name, {
        value: new Proxy(Intl[name], {
          construct: (format, args, target: new () => object) => {
            window.formats.push(name);
            return Reflect.construct(format, args, target);
          },
        }),
      });
    }
  });
  const loaded = new Set<string>();
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) loaded.add(pathname.slice(1));
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const path of WEIGHED_PAGES) {
    const weighed = idleFiles(readClientManifest(join(import.meta.dirname, '..', 'dist')), path);
    loaded.clear();
    await devTools.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await page.goto(server.url + path);
    await expect(page.getByRole('status', { name: 'Connection: Live' })).toBeVisible();
    await expect.poll(() => [...weighed].filter((file) => !loaded.has(file))).toEqual([]);
    expect([...loaded].filter((file) => !weighed.has(file))).toEqual([]);
    await page.waitForLoadState('networkidle');
    const bytes = await bytesRun(devTools);
    expect(bytes, 'less than React runs: the wrong thing was counted').toBeGreaterThan(200_000);
    expect(bytes, `${path} runs more until it is idle: load it later`).toBeLessThanOrEqual(
      RUN_BUDGETS[path],
    );
    const formats = await page.evaluate(() => window.formats);
    expect(formats, `${path} makes formatters of Intl, 40 ms of a phone each`).toEqual([]);
  }
});

declare global {
  interface Window {
    /** What was made of Intl. */
    formats: string[];
    shift: number;
  }
}

test('/ and /ranking are taken over as they stand: nothing moves, nothing is fetched, and both are live', async ({
  page,
}) => {
  // Neither typeface arrives: the fallbacks of their sizes are not among the fonts of every
  // machine, and where they are missing, typefaces that arrive late, as on a busy machine, shift
  // what stands.
  await page.route('**/*.woff2', (route) => route.fulfill({ contentType: 'font/woff2', body: '' }));
  const problems = problemsOf(page);
  const asked: string[] = [];
  let openedAt = 0;
  page.on('request', (request) => {
    // From then on it polls.
    if (performance.now() - openedAt < POLL_INTERVAL_MS) {
      asked.push(new URL(request.url()).pathname);
    }
  });
  await page.addInitScript(() => {
    window.shift = 0;
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries()) {
        if ('value' in entry) window.shift += Number(entry.value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const [path, viewport] of [
    ['/', { width: 390, height: 844 }],
    ['/ranking', { width: 1440, height: 900 }],
  ] as const) {
    const [before] = await game.settle(1);
    // What a page lacks is fetched: its HTML may be a second old.
    const html = async () => (await fetch(server.url + path)).text();
    await expect.poll(html).toContain(before?.wallet);
    await page.setViewportSize(viewport);
    asked.length = 0;
    openedAt = performance.now();
    await page.goto(server.url + path);
    await expect(page.locator('[data-still="ledger"], [data-still="race"]')).toHaveCount(0);
    await expect(page.getByRole('status', { name: 'Connection: Live' })).toBeVisible();
    expect(asked).not.toContain('/api/leaderboard');
    expect(await page.evaluate(() => window.shift)).toBeLessThanOrEqual(0.002);
    expect(problems).toEqual([]);
    // It is live: a newcomer appears.
    const [newest] = await game.settle(1);
    await expect(page.getByTitle(newest?.wallet ?? '').first()).toBeAttached();
  }
});

test('a link works before the live part has come, and leads to no new document; a button that is pressed before the scripts come does its work once they are there, in a browser that reports no paint too', async ({
  page,
}) => {
  const barrier = gate();
  await page.route('**/live-client-*.js', () => {
    // It never comes.
  });
  await page.goto(server.url);
  await page.evaluate(() => {
    window.shift = -1;
  });
  await expect(page.getByRole('button', { name: 'Connect Wallet' }).first()).toBeVisible();
  await page.getByRole('link', { name: 'All ranks' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Global Rankings' })).toBeVisible();
  expect(await page.evaluate(() => window.shift)).toBe(-1);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => undefined;
  });
  await page.route('**/assets/index-*.js', async (route) => {
    await barrier.opened;
    await route.continue();
  });
  await page.goto(server.url, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  barrier.open();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
});

test('who goes back before the scripts come sees the page that they went back to', async ({
  page,
}) => {
  const barrier = gate();
  const problems = problemsOf(page);
  await page.goto(`${server.url}/dashboard`);
  await expect(page.getByRole('status', { name: 'Connection: Live' })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Denaria NFT' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Denaria NFT' })).toBeVisible();
  await page.route('**/assets/index-*.js', async (route) => {
    await barrier.opened;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: 'Denaria NFT' })).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/\/dashboard$/);
  barrier.open();
  await expect(page.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
  expect(problems).toEqual([]);
});
