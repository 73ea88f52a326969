/** What is easily lost on a page that otherwise works: what keeps to one line, and what is large enough to press. */
import { expect, type Locator } from '@playwright/test';
import { test } from './game-test.ts';

test.use({ game: 'shared' });

/** The height of the words of each, in px. */
const heightsOf = (texts: Locator) =>
  texts.evaluateAll((all) =>
    all.map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().height;
    }),
  );

const middlesOf = (parts: Locator) =>
  parts.evaluateAll((all) =>
    all.map((part) => {
      const { top, height } = part.getBoundingClientRect();
      return Math.round(top + height / 2);
    }),
  );

test('the foot’s links and its shortcuts are one line; so is ‘Full size’ beside a long name', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/nft`);
  const ways = page.getByRole('contentinfo').locator('a, button');
  await expect(ways.last()).toBeVisible();
  expect(new Set(await middlesOf(ways)).size).toBe(1);
  const [lastLink, shortcuts] = [await ways.nth(-2).boundingBox(), await ways.last().boundingBox()];
  const linkEnd = (lastLink?.x ?? 0) + (lastLink?.width ?? 0);
  expect((shortcuts?.x ?? Infinity) - linkEnd).toBeLessThan(32);
  const fullSize = page.getByText('Full size', { exact: true });
  await expect(fullSize).not.toHaveCount(0);
  for (const width of [360, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const height of await heightsOf(fullSize)) expect(height).toBeLessThan(30);
  }
});

test('DENA says what it counts, links in rows are 24 px high, and news takes one line from tablets on', async ({
  player,
  server,
}) => {
  await player.setViewportSize({ width: 1440, height: 900 });
  const counts = 'DENA held, less what is spent in trades. Staked DENA counts.';
  const dena = player.getByRole('columnheader', { name: 'DENA', exact: true });
  await player.goto(`${server.url}/dashboard`);
  await expect(dena).toHaveAttribute('title', counts);
  const news = player.getByRole('region', { name: 'What happened' });
  for (const [width, height] of [
    [700, 60],
    [390, 112],
  ]) {
    await player.setViewportSize({ width: width ?? 0, height: 900 });
    await expect(news).toHaveCSS('block-size', `${height}px`);
  }
  await player.goto(`${server.url}/ranking`);
  const links = player
    .getByRole('row')
    .or(player.getByLabel('Top 3'))
    .getByRole('link', { name: 'Italy' });
  await expect(links).toHaveCount(2);
  const heights = await links.evaluateAll((all) =>
    all.map((link) => link.getBoundingClientRect().height),
  );
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(24);
  // A total of millions beside the longest name, and the edge of the next card.
  const card = player.getByRole('region', { name: 'Nations' }).getByRole('listitem').first();
  await expect(card).toHaveCSS('inline-size', '304px');
  await player.setViewportSize({ width: 1440, height: 900 });
  await expect(dena).toHaveAttribute('title', counts);
});
