/**
 * `npm run build && npm start`, as the browser sees it: every page is taken over as it was rendered, under its
 * own policy. What is asked over HTTP is in tools/production/built-server.integration.test.ts.
 */
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { readClientManifest } from '../tools/production/client-manifest.ts';
import { idleFiles, WEIGHED_PAGES } from '../tools/production/page-weight.ts';
import { Game } from '../tools/rig/game.ts';
import type { GameServer } from '../tools/rig/game-server.ts';

interface ServedPage {
  readonly path: string;
  /** Once its data is there. */
  readonly title: string;
  /** Whether the browser logs a 404: of the page itself, or of what it asks for. */
  readonly isNotFound?: true;
}

const NOBODY = `0x${'1'.repeat(40)}`;

const PAGES: readonly ServedPage[] = [
  { path: '/', title: 'Denaria: economic warfare between nations' },
  { path: '/ranking', title: 'Global Rankings · Denaria' },
  { path: '/learn', title: 'Learn How to Play · Denaria' },
  { path: '/nft', title: 'Denaria NFT' },
  { path: '/dashboard', title: 'Build · Denaria' },
  { path: '/territory', title: 'Territory · Denaria' },
  { path: '/nation/usa', title: 'United States · Denaria' },
  { path: '/nation/atlantis', title: 'Nation Not Found · Denaria', isNotFound: true },
  { path: `/player/${NOBODY}`, title: '0x1111…1111 · Denaria', isNotFound: true },
  { path: '/player/0x12', title: 'Player Not Found · Denaria', isNotFound: true },
  { path: '/season', title: 'Weeks · Denaria' },
  { path: '/season/2026-W99', title: 'Week Not Found · Denaria', isNotFound: true },
  { path: '/nowhere', title: 'Page Not Found · Denaria', isNotFound: true },
  { path: '/ranking//', title: 'Page Not Found · Denaria', isNotFound: true },
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
}) => {
  await page.addInitScript(() => {
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
    // Screens and phones, and every spelling that leads to a page, turn and turn about.
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
      const logged = isNotFound ? [expect.stringContaining('404 (Not Found)')] : [];
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

for (const path of WEIGHED_PAGES) {
  test(`${path} loads no code by itself that is not weighed`, async ({ page }) => {
    const weighed = idleFiles(readClientManifest(join(import.meta.dirname, '..', 'dist')), path);
    const loaded = new Set<string>();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('.js')) loaded.add(pathname.slice(1));
    });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(server.url + path);
    await expect(page.getByRole('status', { name: 'Connection: Live' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(loaded.size).toBeGreaterThan(10);
    expect([...loaded].filter((file) => !weighed.has(file))).toEqual([]);
  });
}
