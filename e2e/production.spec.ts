/** `npm run build && npm start`: the built game, and nothing of development in it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startLocalChain } from '../dev/chain/local-chain.ts';
import { FIRST_ROUTE_BUDGET, firstRouteBytes } from '../dev/tools/page-weight.ts';
import { ROOT, startGame, type GameProcess } from './game-process.ts';

const PORT = '34173';
const START = ['dist/server/start.js'];
const CONTRACTS = {
  DENA_ADDRESS: `0x${'1'.repeat(40)}`,
  NATIONAL_NFT_ADDRESS: `0x${'2'.repeat(40)}`,
  CULTURAL_NFT_ADDRESS: `0x${'3'.repeat(40)}`,
};

let dataDir: string;

test.beforeAll(() => {
  execFileSync('npm', ['run', 'build'], { cwd: ROOT, stdio: 'pipe' });
  dataDir = mkdtempSync(join(tmpdir(), 'denaria-production-'));
});

test.afterAll(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

const environment = (parts: Readonly<Record<string, string>>) => ({
  PORT,
  DATA_DIR: dataDir,
  PUBLIC_ORIGIN: `http://127.0.0.1:${PORT}`,
  SESSION_SECRET: 'a secret that is long enough to sign by',
  LOG_LEVEL: 'silent',
  ...CONTRACTS,
  ...parts,
});

test('the built files hold nothing of development', () => {
  const files = readdirSync(join(ROOT, 'dist'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css|html|map|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(50);
  const telltales = ['Demo Wallet', '/dev/rpc', '/dev/clock', 'test test test', 'anvil', 'rivals'];
  const found = files.flatMap((file) => {
    const content = readFileSync(file, 'utf8');
    return telltales.filter((words) => content.includes(words)).map((words) => `${file}: ${words}`);
  });
  expect(found).toEqual([]);
});

test('the first page stays within its weight', () => {
  const bytes = firstRouteBytes(join(ROOT, 'dist'), '/');
  // Less than the libraries alone would mean that something else was weighed.
  expect(bytes).toBeGreaterThan(80_000);
  expect(bytes).toBeLessThanOrEqual(FIRST_ROUTE_BUDGET);
});

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

test.describe('while the chain is away', () => {
  let game: GameProcess;

  test.beforeAll(async () => {
    game = await startGame(START, environment({ ETH_RPC_URL: 'http://127.0.0.1:1' }));
  });

  test.afterAll(async () => {
    await game.stop();
  });

  test('the page works under its own content security policy', async ({ page }) => {
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
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

  test('unknown pages and development’s own routes answer 404', async ({ page, request }) => {
    expect((await request.post(`${game.url}/dev/rpc`, { data: {} })).status()).toBe(404);
    expect((await request.post(`${game.url}/dev/clock`, { data: {} })).status()).toBe(404);
    expect((await page.goto(`${game.url}/nowhere`))?.status()).toBe(404);
    await expect(page.getByText('Page Not Found')).toBeVisible();
  });

  test('assets come compressed and stay cached; the API serves what it knows', async ({
    request,
  }) => {
    const html = await (await request.get(game.url)).text();
    const [, card = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? [];
    expect(card).toBe(`http://127.0.0.1:${PORT}/share-card.png`);
    expect((await request.get(card)).headers()['content-type']).toBe('image/png');
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
    const asset = await request.get(game.url + script, { headers: { 'accept-encoding': 'br' } });
    expect(asset.headers()).toMatchObject({ 'content-encoding': 'br' });
    expect(asset.headers()['cache-control']).toContain('immutable');
    expect((await request.get(`${game.url}/api/leaderboard`)).status()).toBe(200);
    expect((await request.get(`${game.url}/healthz`)).status()).toBe(200);
    const ready = await request.get(`${game.url}/readyz`);
    expect(ready.status()).toBe(503);
    expect(await ready.json()).toMatchObject({ status: 'degraded', chain: 'unavailable' });
  });
});
