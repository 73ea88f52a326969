/**
 * A phone, 390 px wide: its bar of links, sheets, folding cards, stale figures. Touch targets are measured in
 * every-screen.spec.ts.
 */
import { expect, type Page } from '@playwright/test';
import { stakeDena, toasts } from './demo-player.ts';
import { test } from './game-test.ts';
import { refuseSockets } from './refuse-sockets.ts';

const PHONE = { width: 390, height: 844 };

test.use({ viewport: PHONE });

const bar = (page: Page) => page.getByRole('navigation', { name: 'Quick links' });

/** At phone size: the player's page opens with another window size. */
async function open(page: Page, url: string): Promise<void> {
  await page.setViewportSize(PHONE);
  await page.goto(url);
  await expect(bar(page)).toBeVisible();
}

test('the bar has four pages and the player’s rank; the header the rest', async ({
  player,
  server,
}) => {
  await open(player, server.url);
  await expect(bar(player).getByRole('link')).toHaveText([
    'Home',
    'Build',
    'Ranking #1',
    'Territory',
  ]);
  for (const [label, path] of [
    ['Build', '/dashboard'],
    ['Ranking', '/ranking'],
    ['Territory', '/territory'],
    ['Home', '/'],
  ] as const) {
    await bar(player).getByRole('link', { name: label }).click();
    await expect(player).toHaveURL(new URL(path, server.url).href);
    await expect(bar(player).getByRole('link', { name: label })).toHaveAttribute(
      'aria-current',
      'page',
    );
  }
  // It covers nothing: the page ends above it.
  await player.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const foot = player.getByRole('button', { name: 'Keyboard shortcuts' });
  await expect(async () => {
    const [footBox, barBox] = [await foot.boundingBox(), await bar(player).boundingBox()];
    expect((footBox?.y ?? 0) + (footBox?.height ?? 0)).toBeLessThanOrEqual(barBox?.y ?? 0);
  }).toPass({ timeout: 5000 });

  await bar(player).getByRole('link', { name: 'Build' }).click();
  const header = player.getByRole('banner');
  await expect(header.getByRole('status', { name: /^Connection: / })).toBeVisible();
  await expect(header.getByRole('button', { name: 'Menu' })).toBeVisible();
  await header.getByRole('button', { name: 'Switch to light theme' }).click();
  await expect(player.locator('html')).toHaveClass(/light/);
  await header.getByRole('button', { name: 'Disconnect' }).click();
  await expect(player.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
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
    }).toPass({ timeout: 10_000 });
  });
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

test('the dashboard is two and a half screens high, a quarter more with ten stakes; its cards unfold, its dialogs are sheets', async ({
  player,
  server,
}) => {
  await open(player, `${server.url}/dashboard`);
  const card = player.getByRole('region', { name: 'National NFTs', exact: true });
  await expect(card).toBeVisible();
  await expect(card.getByText('No NFTs staked yet')).toBeHidden();
  const height = () => player.evaluate(() => document.documentElement.scrollHeight);
  expect(await height()).toBeLessThanOrEqual(2.5 * PHONE.height);
  const toggle = card.getByRole('button', { name: 'National NFTs' });
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await toggle.click();
  await expect(card.getByText('No NFTs staked yet')).toBeVisible();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  // A wider window shows every card in full.
  await player.setViewportSize({ width: 1024, height: 800 });
  await expect(player.getByText('No cultural NFTs staked yet')).toBeVisible();
  await expect(toggle).toBeHidden();

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
  }).toPass({ timeout: 5000 });
});
