/** `npm run build && npm start`: the game as prepare.ts built it, with nothing of development in it. */
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { startLocalChain } from '../dev/chain/local-chain.ts';
import {
  FIRST_ROUTE_BUDGET,
  firstRouteBytes,
  IDLE_BUDGETS,
  idleBytes,
  WEIGHED_PAGES,
} from '../tools/production/page-weight.ts';
import { ROOT, startGame, type GameProcess } from './game-process.ts';

const START = ['dist/server/start.js'];
const CONTRACTS = {
  DENA_ADDRESS: `0x${'1'.repeat(40)}`,
  NATIONAL_NFT_ADDRESS: `0x${'2'.repeat(40)}`,
  CULTURAL_NFT_ADDRESS: `0x${'3'.repeat(40)}`,
};

interface BuiltPage {
  readonly path: string;
  readonly title: string;
  /** The heading before any data has loaded. */
  readonly heading: string | null;
  readonly status?: 404;
  /** Its title once the data is there. */
  readonly laterTitle?: string;
  /**
   * The status that refuses its requests while the chain is down and there are no players: the browser logs
   * it.
   */
  readonly refused?: string;
}

const NOBODY = `0x${'1'.repeat(40)}`;

const PAGES: readonly BuiltPage[] = [
  {
    path: '/',
    title: 'Denaria: economic warfare between nations',
    heading: 'Expand your empire, stake by stake.',
  },
  { path: '/ranking', title: 'Global Rankings · Denaria', heading: 'Global Rankings' },
  { path: '/learn', title: 'Learn How to Play · Denaria', heading: 'Learn How to Play' },
  {
    path: '/nft',
    title: 'Denaria NFT',
    heading: 'Denaria NFT',
    refused: '503 (Service Unavailable)',
  },
  { path: '/dashboard', title: 'Build · Denaria', heading: null },
  { path: '/territory', title: 'Territory · Denaria', heading: null },
  {
    path: '/nation/italy',
    title: 'Italy · Denaria',
    heading: 'Italy',
    refused: '503 (Service Unavailable)',
  },
  {
    path: '/Nation/USA/',
    title: 'United States · Denaria',
    heading: 'United States',
    refused: '503 (Service Unavailable)',
  },
  {
    path: '/nation/atlantis',
    title: 'Nation Not Found · Denaria',
    heading: 'Which nation?',
    status: 404,
  },
  {
    path: `/player/${NOBODY}`,
    title: 'Player · Denaria',
    heading: null,
    laterTitle: '0x1111…1111 · Denaria',
    refused: '404 (Not Found)',
  },
  {
    path: '/player/0x12',
    title: 'Player · Denaria',
    heading: null,
    status: 404,
    laterTitle: 'Player Not Found · Denaria',
  },
  { path: '/nowhere', title: 'Page Not Found · Denaria', heading: 'Page Not Found', status: 404 },
];

let dataDir: string;
/** Known before the start, since production must be given its own origin. */
let port: string;

/** Console errors and uncaught errors. */
function problemsOf(page: Page): readonly string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  return problems;
}

test.beforeAll(async () => {
  port = await freePort();
  dataDir = mkdtempSync(join(tmpdir(), 'denaria-production-'));
});

test.afterAll(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

/** Below the system's ephemeral ports: one of those may be taken a moment later. */
async function freePort(): Promise<string> {
  const candidate = 20_000 + Math.floor(Math.random() * 10_000);
  const server = createServer().listen(candidate, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('there is no free port');
  server.close();
  await once(server, 'close');
  return String(address.port);
}

const environment = (parts: Readonly<Record<string, string>>) => ({
  PORT: port,
  DATA_DIR: dataDir,
  PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
  SESSION_SECRET: 'a secret that is long enough to sign by',
  LOG_LEVEL: 'silent',
  ...CONTRACTS,
  ...parts,
});

test('the built files contain nothing of development', () => {
  const files = readdirSync(join(ROOT, 'dist'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css|html|map|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(50);
  const telltales = [
    'Demo Wallet',
    '/dev/rpc',
    '/dev/clock',
    '/dev/faucet',
    'test test test',
    'anvil',
    'rivals',
  ];
  const found = files.flatMap((file) => {
    const content = readFileSync(file, 'utf8');
    return telltales.filter((words) => content.includes(words)).map((words) => `${file}: ${words}`);
  });
  expect(found).toEqual([]);
});

for (const path of WEIGHED_PAGES) {
  test(`the first page stays within its weight budget: ${path}`, () => {
    const bytes = firstRouteBytes(join(ROOT, 'dist'), path);
    // Less than the libraries' size would mean that the wrong thing was weighed.
    expect(bytes).toBeGreaterThan(80_000);
    expect(bytes).toBeLessThanOrEqual(FIRST_ROUTE_BUDGET);
    const idle = idleBytes(join(ROOT, 'dist'), path);
    expect(idle).toBeGreaterThan(bytes + 50_000);
    expect(idle).toBeLessThanOrEqual(IDLE_BUDGETS[path]);
  });
}

test('the development chain is refused, in words', async () => {
  const chain = await startLocalChain({ dataDir, log: () => undefined });
  try {
    const started = startGame(
      START,
      environment({
        ETH_RPC_URL: chain.rpcUrl,
        DENA_ADDRESS: chain.contracts.dena,
        NATIONAL_NFT_ADDRESS: chain.contracts.nationalNft,
        CULTURAL_NFT_ADDRESS: chain.contracts.culturalNft,
      }),
    );
    await expect(started).rejects.toThrow(/ended with 1\n.*development chain/s);
  } finally {
    await chain.close();
  }
});

test.describe('while the chain is down', () => {
  let game: GameProcess;
  let metricsPort: string;

  test.beforeAll(async () => {
    metricsPort = await freePort();
    game = await startGame(
      START,
      environment({ ETH_RPC_URL: 'http://127.0.0.1:1', METRICS_PORT: metricsPort }),
    );
  });

  test.afterAll(async () => {
    await game.stop();
  });

  test('the page works under its own content security policy', async ({ page }) => {
    const problems = problemsOf(page);
    const answer = await page.goto(game.url);
    const policy = answer?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("script-src 'self' 'nonce-");
    expect(policy).not.toContain('unsafe-eval');
    await expect(page.getByRole('button', { name: 'Start Playing' })).toBeVisible();
    await page.getByRole('link', { name: 'Ranking', exact: true }).first().click();
    await expect(page.getByText('No rankings available yet')).toBeVisible();
    expect(await page.evaluate(() => 'ethereum' in window)).toBe(false);
    expect(problems).toEqual([]);
  });

  for (const { path, title, heading, status, laterTitle = title, refused } of PAGES) {
    const own = status === 404 ? '404 (Not Found)' : undefined;
    const logged = (words: string | undefined) => (words ? [expect.stringContaining(words)] : []);

    test(`${path} renders before any script has loaded`, async ({ browser }) => {
      const context = await browser.newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      const problems = problemsOf(page);
      expect((await page.goto(game.url + path))?.status()).toBe(status ?? 200);
      await expect(page).toHaveTitle(title);
      if (heading) {
        await expect(
          page.getByRole('heading', { name: heading, exact: true }).first(),
        ).toBeVisible();
      }
      await expect(page.getByRole('link', { name: 'Ranking', exact: true }).first()).toBeVisible();
      // Its own CSS applies: the header has the designed height.
      expect((await page.locator('header').first().boundingBox())?.height).toBeGreaterThan(48);
      expect(problems).toEqual(logged(own));
      await context.close();
    });

    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      test(`${path} hydrates without a change, ${viewport.width} px`, async ({ browser }) => {
        const context = await browser.newContext({ viewport });
        await context.addInitScript(() => localStorage.setItem('theme', 'light'));
        const page = await context.newPage();
        const problems = problemsOf(page);
        await page.goto(game.url + path);
        await page.evaluate(() => {
          // This attribute would be lost if the page had to be rendered again.
          document.querySelector('header')?.setAttribute('data-built', '');
        });
        const toggle = page.getByRole('button', { name: 'Switch to dark theme' });
        if (viewport.width > 640) await expect(toggle).toBeVisible();
        await expect(page.getByRole('button', { name: 'Connect Wallet' }).first()).toBeVisible();
        await expect(page.locator('header[data-built]')).toBeAttached();
        await expect(page).toHaveTitle(laterTitle);
        await expect(page.locator('head > title')).toHaveCount(1);
        // Failed requests are repeated once when the socket is up.
        await expect.poll(() => [...new Set(problems)]).toEqual(logged(refused ?? own));
        await context.close();
      });
    }
  }

  test('if the shell of a page fails to load, the page says so', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.route('**/SideMenu-*.js', (route) => route.abort());
    await page.goto(game.url);
    // Before hydration a click does nothing.
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByText('This page stopped working')).toBeVisible();
    await page.getByRole('link', { name: 'Go to Home Page' }).focus();
    await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  });

  test('the metrics are served only on a port of their own', async ({ request }) => {
    expect((await request.get(`${game.url}/metrics`)).status()).toBe(404);
    const metrics = await request.get(`http://127.0.0.1:${metricsPort}/metrics`);
    expect(await metrics.text()).toContain('\ndenaria_players 0\n');
    expect((await request.get(`http://127.0.0.1:${metricsPort}/`)).status()).toBe(404);
  });

  test('unknown pages and development’s own routes answer 404', async ({ page, request }) => {
    expect((await request.post(`${game.url}/dev/rpc`, { data: {} })).status()).toBe(404);
    expect((await request.post(`${game.url}/dev/clock`, { data: {} })).status()).toBe(404);
    expect((await page.goto(`${game.url}/nowhere`))?.status()).toBe(404);
    await expect(page.getByText('Page Not Found')).toBeVisible();
  });

  test('a link to a nation shows its own card; one to a player the game’s', async ({ request }) => {
    const tagsOf = async (path: string) => {
      const html = await (await request.get(game.url + path)).text();
      const tags = html.matchAll(/<meta\s+(?:name|property)="([^"]+)"\s+content="([^"]*)"/g);
      return new Map([...tags].map(([, tag = '', content = '']) => [tag, content]));
    };
    for (const id of ['usa', 'italy', 'argentina', 'china']) {
      const tags = await tagsOf(`/nation/${id}`);
      const card = tags.get('og:image') ?? '';
      expect(card).toBe(`http://127.0.0.1:${port}/share-card-${id}.png`);
      const picture = await (await request.get(card)).body();
      // PNG: the first chunk contains width and height.
      expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630]);
      expect(tags.get('og:title')).toMatch(/ in Denaria$/);
      expect(tags.get('description')).toMatch(/stands against the other nations/);
    }
    const player = await tagsOf(`/player/${NOBODY}`);
    expect(player.get('og:title')).toBe('A player of Denaria');
    expect(player.get('og:image')).toBe(`http://127.0.0.1:${port}/share-card.png`);
  });

  test('assets are compressed and cached; the API serves its data', async ({ request }) => {
    const html = await (await request.get(game.url)).text();
    const [, card = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? [];
    expect(card).toBe(`http://127.0.0.1:${port}/share-card.png`);
    expect((await request.get(card)).headers()['content-type']).toBe('image/png');
    const script = /"(\/assets\/index-[^"]+\.js)"/.exec(html)?.[1] ?? '';
    const asset = await request.get(game.url + script, { headers: { 'accept-encoding': 'br' } });
    expect(asset.headers()).toMatchObject({ 'content-encoding': 'br' });
    expect(asset.headers()['cache-control']).toContain('immutable');
    const plate = readdirSync(join(ROOT, 'dist', 'client', 'assets', 'plates')).find((file) =>
      /^cultural-italy-[0-9a-f]{8}\.svg$/.test(file),
    );
    const picture = await request.get(`${game.url}/assets/plates/${plate}`, {
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(picture.headers()).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-encoding': 'gzip',
    });
    expect(picture.headers()['cache-control']).toContain('immutable');
    expect((await request.get(`${game.url}/api/leaderboard`)).status()).toBe(200);
    expect((await request.get(`${game.url}/healthz`)).status()).toBe(200);
    const ready = await request.get(`${game.url}/readyz`);
    expect(ready.status()).toBe(503);
    expect(await ready.json()).toMatchObject({ status: 'degraded', chain: 'unavailable' });
  });
});
