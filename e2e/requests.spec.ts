/** What a page asks for, when and how often [SCR36, STA9, CAL6, CAL8]. */
import { expect, type Page, type Request } from '@playwright/test';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { rowOf, setUpWallet, toasts } from './demo-player.ts';
import { test } from './game-test.ts';
import { gate } from './gate.ts';
import { letThrough } from './let-through.ts';

const POLL_MS = 10_000;
const [PLAYER = null, NEWCOMER = null] = DEMO_ACCOUNTS;

/** The contract reads, by the first bytes of their call data. */
const READS = {
  denaBalance: '0x70a08231',
  decimals: '0x313ce567',
  nftBalance: '0x00fdd58e',
} as const;

const isRead = (request: Request, selector: string) =>
  request.url().endsWith('/dev/rpc') && (request.postData() ?? '').includes(`"${selector}`);

/** Counts the answered requests of this kind. */
function counter(page: Page, isMeant: (request: Request) => boolean): () => number {
  let count = 0;
  page.on('response', (response) => {
    if (isMeant(response.request())) count += 1;
  });
  return () => count;
}

const leaderboards = (page: Page) =>
  counter(page, (request) => /:\d+\/api\/leaderboard(\?|$)/.test(request.url()));

/** The paths below `/api/` that receive a POST, in order. */
function posts(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() === 'POST' && path.startsWith('/api/')) paths.push(path.slice(5));
  });
  return paths;
}

test.use({ game: 'shared' });

test('the ranking requests the leaderboard every 10 s', async ({ page, server }) => {
  await page.clock.install();
  const asked = leaderboards(page);
  await page.goto(`${server.url}/ranking`);
  await expect(rowOf(page, '0x7099…79C8')).toBeVisible();
  await expect(page.getByRole('status', { name: 'Connection: Live' })).toBeVisible();
  for (let round = 0; round < 2; round += 1) {
    const before = asked();
    await page.clock.fastForward(POLL_MS);
    await expect.poll(asked).toBe(before + 1);
  }
});

test('the dashboard reads the chain every 10 s, and the leaderboard only as it opens', async ({
  player,
  server,
}) => {
  await player.clock.install();
  const asked = leaderboards(player);
  const reads = Object.values(READS).map((selector) =>
    counter(player, (request) => isRead(request, selector)),
  );
  const refreshed = player.waitForResponse('**/api/player-nation/refresh');
  await player.goto(`${server.url}/dashboard`);
  await refreshed;
  await expect(player.getByRole('form', { name: 'Stake DENA' })).toContainText('100,000 to stake');
  await expect(player.getByRole('status', { name: 'Connection: Live' })).toBeVisible();
  await player.waitForLoadState('networkidle');
  const opened = asked();
  expect(opened).toBeGreaterThan(0);
  for (let round = 0; round < 2; round += 1) {
    const before = reads.map((count) => count());
    await player.clock.fastForward(POLL_MS);
    // The balance and the decimals of the token, and the nation's own token of both collections.
    await expect.poll(() => reads.map((count, i) => count() - (before[i] ?? 0))).toEqual([1, 1, 2]);
  }
  expect(asked()).toBe(opened);
});

test('a DENA balance that cannot be read is retried once, and then reported as unreadable', async ({
  player,
  server,
}) => {
  const form = player.getByRole('form', { name: 'Stake DENA' });
  let askedAt: number[] = [];
  let failing = 1;
  await player.route('**/dev/rpc', async (route) => {
    const isMeant = isRead(route.request(), READS.denaBalance);
    if (isMeant) askedAt.push(Date.now());
    const fails = isMeant && askedAt.length <= failing;
    await (fails ? route.fulfill({ status: 500, body: '' }) : route.continue());
  });
  // A retry waits for a second; a late card's own request does not.
  const expectRetry = (): void => {
    expect(askedAt).toHaveLength(2);
    const [first = 0, second = 0] = askedAt;
    expect(second - first).toBeGreaterThan(900);
  };
  await player.goto(`${server.url}/dashboard`);
  await expect(form).toContainText('100,000 to stake');
  expectRetry();

  askedAt = [];
  failing = Infinity;
  await player.reload();
  await expect(form).toContainText('Unable to read your DENA balance.');
  expectRetry();
});

test('the nation is refreshed once per wallet session, and for nobody without one', async ({
  page,
  server,
}) => {
  await setUpWallet(page, { account: NEWCOMER });
  const refreshes: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/player-nation/refresh'))
      refreshes.push(request.postDataJSON());
  });
  await page.goto(`${server.url}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Nation Selection Required' })).toBeVisible();
  expect(refreshes).toEqual([]);

  const useAccount = (account: typeof PLAYER) =>
    page.evaluate((address) => window.denariaDemoWallet?.useAccount(address), account);
  const heading = page.getByRole('heading', { name: 'Build your nation' });
  await useAccount(PLAYER);
  await expect(heading).toBeVisible();
  await expect.poll(() => refreshes).toEqual([{ walletAddress: PLAYER }]);
  const links = page.getByRole('banner').getByRole('navigation', { name: 'Main' });
  for (const name of ['Ranking', 'Home', 'Build']) {
    await links.getByRole('link', { name, exact: true }).click();
  }
  await expect(heading).toBeVisible();
  expect(refreshes).toHaveLength(1);

  await useAccount(null);
  await expect(page.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
  await useAccount(PLAYER);
  await expect(heading).toBeVisible();
  await expect.poll(() => refreshes).toHaveLength(2);
});

test.describe('of a stake', () => {
  test.use({ game: 'own' });

  test('an NFT is staked in this order: its dialog, its metadata, its ownership, the stake, the end', async ({
    player,
    server,
  }) => {
    await player.goto(`${server.url}/dashboard`);
    await expect(player.getByRole('form', { name: 'Stake DENA' })).toContainText(
      '100,000 to stake',
    );
    const steps = posts(player);
    const national = player.getByRole('region', { name: 'National NFTs', exact: true });
    const open = national.getByRole('button', { name: /^Stake / });
    const dialog = player.getByRole('dialog', { name: 'Confirm NFT Staking' });
    await expect(open).toBeVisible();
    await player.waitForLoadState('networkidle');
    steps.length = 0;
    await open.click();
    await expect(rowOf(player, 'Territory')).toContainText('+180 km²');
    await expect.poll(() => steps).toEqual(['nft/verify']);

    // Not the owner's NFT: no stake is requested.
    await player.route('**/api/nft/verify', async (route) => {
      const response = await route.fetch();
      const answer: unknown = await response.json();
      await route.fulfill({ response, json: { ...Object(answer), isOwner: false } });
    });
    const confirm = dialog.getByRole('button', { name: 'Stake NFT' });
    await confirm.click();
    await expect(toasts(player)).toContainText("You don't own this NFT");
    await expect(confirm).toBeEnabled();
    expect(steps).toEqual(['nft/verify', 'nft/verify']);
    await letThrough(player, '**/api/nft/verify');

    const held = gate();
    await player.route('**/api/nft/stake', async (route) => {
      await held.opened;
      await route.continue();
    });
    steps.length = 0;
    await confirm.click();
    await expect.poll(() => steps).toEqual(['nft/verify', 'nft/stake']);
    await expect(dialog).toBeVisible();
    held.open();
    await expect(dialog).toBeHidden();
    await expect(toasts(player)).toContainText('NFT Staked Successfully');
    expect(steps).toEqual(['nft/verify', 'nft/stake']);
  });
});
