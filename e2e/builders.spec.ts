/** What other sites show of the game: the ranking in their own pages, live; and what a player shares. */
import { createServer, type Server } from 'node:http';
import { expect } from '@playwright/test';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { listening } from '../tools/test/listening.ts';
import { stakeDena } from './demo-player.ts';
import { test } from './game-test.ts';

const [PLAYER = ''] = DEMO_ACCOUNTS;

/** A page of another site with these addresses in frames; every other one is sandboxed, and of no origin. */
async function foreignPage(frames: readonly string[]): Promise<{ url: string; http: Server }> {
  const html = frames
    .map((source, n) => {
      const sandbox = n % 2 ? ' sandbox="allow-scripts allow-popups"' : '';
      return `<iframe src="${source}" width="400" height="480" style="border:0"${sandbox}></iframe>`;
    })
    .join('');
  const http = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end(`<!doctype html>${html}`);
  });
  return { url: `http://127.0.0.1:${await listening(http)}`, http };
}

test('[SCR65] the ranking in a page of another site, dark and light, is live; no other page can be framed', async ({
  page,
  player,
  server,
}) => {
  const embed = `${server.url}/embed/ranking`;
  const { url, http } = await foreignPage([
    `${embed}?theme=dark`,
    `${embed}?theme=light&nation=italy`,
    `${server.url}/ranking`,
    `${server.url}/player/${PLAYER}`,
    `${server.url}/api/leaderboard`,
  ]);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  let bytes = 0;
  const requests: string[] = [];
  page.on('response', async (response) => {
    const asked = response.request();
    if (!response.url().startsWith(embed)) return;
    requests.push(`${response.status()} ${asked.resourceType()}`);
    expect(asked.headers()['cookie']).toBeUndefined();
    if (response.status() === 200) bytes += (await response.body()).length;
  });
  // A minute passes in little more than a second.
  await page.addInitScript(() => {
    const later = window.setTimeout.bind(window);
    Object.assign(window, { setTimeout: (run: () => void, ms = 0) => later(run, ms / 50) });
  });
  await page.goto(url);
  const [dark, light] = [page.frameLocator('iframe').nth(0), page.frameLocator('iframe').nth(1)];
  await expect(dark.getByRole('heading', { name: 'Global Rankings' })).toBeVisible();
  await expect(light.getByRole('heading', { name: 'Italy' })).toBeVisible();
  const colours = [dark, light].map((frame) =>
    frame.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor),
  );
  expect(await Promise.all(colours)).toEqual(['rgb(11, 21, 36)', 'rgb(244, 236, 219)']);
  const row = dark.getByRole('listitem').first();
  await expect(row).toContainText('$18,000');
  const link = row.getByRole('link');
  await expect(link).toHaveAttribute('href', `/player/${PLAYER}`);
  await expect(link).toHaveAttribute('target', '_blank');

  await test.step('a change is seen, and nothing is sent while there is none', async () => {
    await expect
      .poll(() => requests.filter((one) => one === '304 fetch').length)
      .toBeGreaterThan(2);
    const before = bytes;
    await stakeDena(player, server.url, '10000');
    await expect(row).toContainText('$19,000');
    await expect(light.getByRole('listitem').first()).toContainText('$19,000');
    expect(bytes).toBeGreaterThan(before);
    expect(bytes).toBeLessThan(60_000);
  });

  await test.step('it says so when it is not live', async () => {
    await page.route(`${embed}**`, (route) => route.abort());
    await expect(dark.getByText('not live just now')).toBeVisible();
    await page.unroute(`${embed}**`);
    await expect(dark.getByText('not live just now')).toBeHidden();
  });

  await test.step('the game’s own pages are not shown there', async () => {
    for (const n of [2, 3, 4]) {
      const frame = await page.locator('iframe').nth(n).elementHandle();
      const inside = await frame?.contentFrame();
      expect(inside?.url()).toMatch(/^chrome-error:/);
    }
  });
  expect(problems).toEqual([]);
  http.close();
  http.closeAllConnections();
});

test.describe('on a game that stays as it is', () => {
  test.use({ game: 'shared' });

  test('[SCR64] a player’s link says who it is, and is copied where the browser shares nothing', async ({
    page,
    server,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], {
      origin: new URL(server.url).origin,
    });
    const path = `/player/${PLAYER.toLowerCase()}`;
    const html = await (await fetch(server.url + path)).text();
    expect(html).toMatch(/<title>#1 (marco\.eth|0x7099…79C8) · Denaria<\/title>/);
    expect(html).toContain('content="GDP $18,000 for Italy, rank 1 of 1."');
    await page.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, 'share');
    });
    await page.goto(server.url + path);
    await page.getByRole('button', { name: /^Share the page of / }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${server.url.replace(/\/$/, '')}/player/${PLAYER}`,
    );
    await expect(page).toHaveTitle(/^#1 /);
    await expect(page.locator('head > title')).toHaveCount(1);
  });
});
