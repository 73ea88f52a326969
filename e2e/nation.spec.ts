/**
 * A nation's page (/nation/italy) as it is: its plates, its ways on, and an unknown nation. Its standing and the
 * race for President are in president.spec.ts.
 */
import { expect, type Page } from '@playwright/test';
import { expectTexts, setUpWallet } from './demo-player.ts';
import { test } from './game-test.ts';
import { pressToLetThrough } from './let-through.ts';
import { refusePolls, refuseSockets } from './refuse-sockets.ts';

test.use({ game: 'shared' });

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });

/** Tabs through the page; returns what the focus reached and a phone's bar covers. */
async function coveredByBar(page: Page): Promise<string[]> {
  const bar = page.getByRole('navigation', { name: 'Quick links' });
  const barTop = (await bar.boundingBox())?.y ?? 0;
  const covered: string[] = [];
  for (let n = 0; n < 60; n += 1) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused?.closest('main')) return null;
      const { top, bottom } = focused.getBoundingClientRect();
      return { top, bottom, words: focused.textContent };
    });
    if (at && at.bottom > barTop + 1 && at.bottom - at.top < 200) covered.push(at.words);
  }
  return covered;
}

test('its plates; three screens of a phone, its focus clear of the bar; its ranking', async ({
  page,
  server,
}) => {
  await setUpWallet(page, { account: null });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${server.url}/nation/italy`);
  const plates = page.getByRole('region', { name: 'The plates of Italy' });
  await expectTexts(plates, ['The Colosseum', '+$8,100 GDP · +180 km² · +0.45x production each']);
  // Pictures far below the window are not there yet.
  await plates.scrollIntoViewIfNeeded();
  for (const plate of [plates.locator('img').first(), plates.locator('img').last()]) {
    await plate.scrollIntoViewIfNeeded();
    await expect.poll(() => plate.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100); // prettier-ignore
    expect((await plate.boundingBox())?.width).toBeGreaterThan(200);
  }
  await expect(plates.getByRole('link', { name: 'All at full size' })).toHaveAttribute(
    'href',
    '/nft',
  );

  const PHONE = { width: 390, height: 844 };
  await page.setViewportSize(PHONE);
  await page.waitForLoadState('networkidle');
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThanOrEqual(3 * PHONE.height);
  expect(await coveredByBar(page)).toEqual([]);

  await page.getByRole('button', { name: 'Its best players' }).click();
  await page.getByRole('link', { name: 'Whole ranking' }).click();
  await expect(page).toHaveURL(/\/ranking\?nation=italy$/);
  await expect(heading(page, 'Global Rankings')).toBeVisible();
});

test('an unknown name; a race that cannot be loaded', async ({ page, server }) => {
  for (const path of ['/nation/atlantis', '/nation']) {
    expect((await page.goto(server.url + path))?.status()).toBe(404);
    await expect(heading(page, 'Which nation?')).toBeVisible();
  }
  const main = page.getByRole('main');
  for (const name of ['United States', 'Italy', 'Argentina', 'China']) {
    await expect(main.getByRole('link', { name })).toBeVisible();
  }
  // Before the page is taken over, a link loads another page instead of leading to it.
  await expect(page.getByRole('button', { name: 'Connect Wallet' }).first()).toBeVisible();
  await main.getByRole('link', { name: 'Argentina' }).click();
  await expect(heading(page, 'Argentina')).toBeVisible();
  await expect(page.locator('main')).toBeFocused();

  await refuseSockets(page);
  await refusePolls(page);
  for (const url of ['**/api/nations/italy', '**/api/leaderboard*'])
    await page.route(url, (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto(`${server.url}/nation/italy`);
  await expect(page.getByRole('region', { name: 'Its best players' })).toContainText(
    'The ranking cannot be reached just now.',
  );
  const race = page.getByRole('region', { name: 'The race for President' });
  await expect(race.getByRole('alert')).toContainText('could not be loaded');
  const again = race.getByRole('button', { name: 'Try again' });
  await pressToLetThrough(again, page, '**/api/nations/italy');
  await expect(race).toContainText('There is no President of Italy yet.');
});
