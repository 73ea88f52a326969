/**
 * A phone, 390 px wide: its bar of links, its folding cards; the header, down to the smallest.
 * Touch targets are measured in every-screen.spec.ts.
 */
import { expect, type Page } from '@playwright/test';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { setUpWallet } from './demo-player.ts';
import { test } from './game-test.ts';
import { headerFaults } from './header-faults.ts';

test.use({ game: 'shared' });

const bar = (page: Page) => page.getByRole('navigation', { name: 'Quick links' });

test('the bar has four pages, the header the rest, which fits at every width; cards unfold', async ({
  player,
  page,
  browser,
  server,
}) => {
  await player.setViewportSize({ width: 390, height: 844 });
  await player.goto(server.url);
  await expect(bar(player).getByRole('link')).toHaveText(['Home', 'Build', 'Ranking', 'Territory']);
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
  await bar(player).getByRole('link', { name: 'Build' }).click();
  const header = player.getByRole('banner');
  await expect(header.getByRole('status', { name: /^Connection: / })).toBeVisible();
  await expect(header.getByRole('button', { name: 'Menu' })).toBeVisible();
  await header.getByRole('button', { name: 'Switch to light theme' }).click();
  await expect(player.locator('html')).toHaveClass(/light/);
  await expect(header.getByRole('button', { name: 'Disconnect' })).toBeVisible();

  const card = player.getByRole('region', { name: 'National NFTs', exact: true });
  const toggle = card.getByRole('button', { name: 'National NFTs' });
  await expect(card.getByText('No NFTs staked yet')).toBeHidden();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await toggle.click();
  await expect(card.getByText('No NFTs staked yet')).toBeVisible();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  // A wider window shows every card in full.
  await player.setViewportSize({ width: 1024, height: 800 });
  await expect(player.getByText('No cultural NFTs staked yet')).toBeVisible();
  await expect(toggle).toBeHidden();

  await test.step('the header fits whatever its lamp, its wallet and the player’s name are', async () => {
    const connect = page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' });
    expect(await headerFaults(player), 'a player').toEqual([]);
    await setUpWallet(page, { account: null });
    await page.goto(server.url);
    await connect.waitFor();
    expect(await headerFaults(page), 'a visitor').toEqual([]);
    await connect.click();
    await page.getByRole('button', { name: 'Connecting…' }).waitFor();
    expect(await headerFaults(page), 'a wallet that is asked').toEqual([]);
    await page.route('**/assets/wallet-*.js', () => undefined);
    await page.goto(`${server.url}/nft`);
    await expect(page.getByRole('status', { name: 'Connection: Live' })).toBeVisible();
    expect(await headerFaults(page), 'a wallet that is looked for').toEqual([]);
    const abroad = await browser.newPage();
    await setUpWallet(abroad, { account: DEMO_ACCOUNTS[0] ?? null, pretendedChainId: '0x5' });
    await abroad.goto(`${server.url}/dashboard`);
    await expect(abroad.getByRole('alert')).toHaveText(/Please switch to Ethereum Mainnet/);
    expect(await headerFaults(abroad), 'a wallet on another chain').toEqual([]);
    await abroad.close();
  });
});
