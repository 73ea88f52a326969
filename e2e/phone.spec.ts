/**
 * A phone, 390 px wide: its bar of links, its folding cards, the header. Whether they fit, and how
 * large they are, is measured in every-screen.spec.ts.
 */
import { expect, type Page } from '@playwright/test';
import { test } from './game-test.ts';

test.use({ game: 'shared' });

const bar = (page: Page) => page.getByRole('navigation', { name: 'Quick links' });

test('the bar has four pages and covers nothing, the header has the rest; cards unfold', async ({
  player,
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
  // The page ends above it.
  await player.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await player.getByRole('contentinfo').getByRole('link').last().click({ trial: true });
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
});
