/**
 * A nation's page (/nation/italy) as it is; its standing and the race for President are in
 * president.spec.ts.
 */
import { expect, type Page } from '@playwright/test';
import { expectTexts, setUpWallet } from './demo-player.ts';
import { test } from './game-test.ts';

test.use({ game: 'shared' });

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });

test('an unknown name, and the ways on; a nation’s plates and its ranking', async ({
  page,
  server,
}) => {
  await setUpWallet(page, { account: null });
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

  // Its cards are folded on a phone.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Its best players' }).click();
  await page.getByRole('link', { name: 'Whole ranking' }).click();
  await expect(page).toHaveURL(/\/ranking\?nation=italy$/);
  await expect(heading(page, 'Global Rankings')).toBeVisible();
});
