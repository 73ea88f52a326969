/**
 * A player's page (/player/0x…): what everyone sees, and that its figures add up; what an address
 * shows that is nobody's is in nation.spec.ts.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { DAY_MS, rules } from '../common/testing/fixtures.ts';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import {
  expectTexts,
  Rival,
  rowOf,
  setUpWallet,
  stakeDena,
  stakeNfts,
  untilPicturesAreKnown,
} from './demo-player.ts';
import { test } from './game-test.ts';

const [PLAYER = '', OTHER = null] = DEMO_ACCOUNTS;
/** By name, once it has been checked. */
const CALLED = /^(marco\.eth|0x7099…79C8)$/;
const PLAYER_PATH = `/player/${PLAYER}`;

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });
const receiptOf = (page: Page) => page.getByRole('region', { name: 'Receipt' });
const gdpOf = (page: Page) => page.locator('dl').filter({ hasText: 'Global rank' });

/** `= $71,570` and the like, in dollars. */
function dollarsIn(text: string): number[] {
  return [...text.matchAll(/\$([\d,]+)/g)].map(([, digits = '']) =>
    Number(digits.replaceAll(',', '')),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/**
 * Checks the receipt as a reader would: each group's lines add up to its term, the terms to the
 * total.
 */
async function expectAddsUp(receipt: Locator): Promise<number> {
  const groups = receipt.locator('tbody');
  await expect(groups).toHaveCount(4);
  const terms: number[] = [];
  for (const [i, group] of (await groups.all()).entries()) {
    const amounts = await group.locator('tr > :last-child').allInnerTexts();
    const [term = -1, ...lines] = amounts.flatMap(dollarsIn);
    terms.push(term);
    if (i > 0) expect(sum(lines)).toBe(term);
  }
  const [whole = -1] = dollarsIn(await receipt.locator('tfoot').innerText());
  expect(sum(terms)).toBe(whole);
  return whole;
}

test('a mention leads to a player’s page, Back back; the rivals; their GDP to the dollar, live; land and plates', async ({
  page,
  player,
  server,
}) => {
  await player.goto(`${server.url}/dashboard`);
  await rowOf(player, '0x7099…79C8').getByRole('link', { name: /79C8/ }).click();
  await expect(heading(player, CALLED)).toBeVisible();
  await expect(player.getByText('You', { exact: true }).first()).toBeVisible();
  await player.locator('main header').getByRole('link', { name: 'Italy' }).click();
  await expect(heading(player, 'Italy')).toBeVisible();
  await player.goBack();
  await expect(heading(player, CALLED)).toBeVisible();
  await player.goBack();
  await expect(heading(player, 'Build your nation')).toBeVisible();
  await player.getByRole('link', { name: /[Yy]our page/ }).click();
  await expect(heading(player, CALLED)).toBeVisible();

  await stakeDena(player, server.url, '20000');
  const rival = new Rival(server.url);
  await rival.choose('argentina');
  await page.goto(`${server.url}/player/${OTHER}`);
  const rivals = page.getByRole('region', { name: 'Rivals' });
  await expect(rivals.getByRole('listitem')).toHaveCount(2);
  await expect(rivals.getByRole('listitem').first()).toContainText('$5,000 ahead');
  await rivals.getByRole('link', { name: CALLED }).first().click();
  await expect(heading(page, CALLED)).toBeVisible();

  await player.goto(`${server.url}/dashboard`);
  await untilPicturesAreKnown(player, server.url);
  await stakeDena(player, server.url, '10000');
  await stakeDena(player, server.url, '19.5');
  await stakeNfts(player, server.url, { nftType: 'national', quantity: 2 });
  await stakeNfts(player, server.url, { nftType: 'museum', quantity: 1 });

  await setUpWallet(page, { account: null });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'share');
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${server.url}${PLAYER_PATH.toLowerCase()}`);
  await expect(heading(page, CALLED)).toBeVisible();
  const receipt = receiptOf(page);
  await test.step('the receipt', async () => {
    await expect(receipt.locator('tfoot')).toContainText('= $38,401');
    expect(await expectAddsUp(receipt)).toBe(18_000 + 16_200 + 1200 + 3001);
    await expectTexts(receipt, ['2 NFTs at +0.45x', '19.5 DENA']);
    const left = new RegExp(`^(${rules.lockMs / DAY_MS}d 00h|${rules.lockMs / DAY_MS - 1}d 23h)$`);
    await expect(receipt.getByText(left).first()).toBeVisible();
    await expectTexts(gdpOf(page), ['#1', '$38,401']);
    await expect(page).toHaveTitle(/^#1 (marco\.eth|0x7099…79C8) · Denaria$/);
    await expect(page.locator('header').getByText('President', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: `Copy wallet address ${PLAYER}` })).toBeVisible();
  });
  await test.step('[SCR64] its link says who it is, and is copied where the browser shares nothing', async () => {
    const html = await (await page.request.get(server.url + PLAYER_PATH)).text();
    expect(html).toMatch(/<title>#1 (marco\.eth|0x7099…79C8) · Denaria<\/title>/);
    await page.getByRole('button', { name: /^Share the page of / }).click();
    await expect(page.locator('[data-toasts]')).toHaveText('Link copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${server.url.replace(/\/$/, '')}${PLAYER_PATH}`,
    );
  });
  await test.step('where copying is refused it stands selected, to be copied by hand', async () => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    });
    const share = page.getByRole('button', { name: /^Share the page of / });
    await share.click();
    const link = page.getByRole('textbox', { name: 'Copy this link:' });
    await expect(link).toBeFocused();
    expect(await page.evaluate(() => getSelection()?.toString())).toContain(PLAYER_PATH);
    await page.keyboard.press('Escape');
    await expect(share).toBeFocused();
  });
  await test.step('[SCR71] its feed and its calendar can be found, once each', async () => {
    const paths = [`/feeds/player/${PLAYER}.atom`, `/calendar/${PLAYER}.ics`];
    const html = await (await page.request.get(server.url + PLAYER_PATH)).text();
    for (const path of paths) expect(html.split(`href="${path}"`)).toHaveLength(2);
    const links = page.locator('head > link[rel="alternate"]');
    await expect.poll(() => links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual(paths); // prettier-ignore
  });
  await test.step('the place in the week that runs', async () => {
    const weeks = page.getByRole('region', { name: 'Weeks' });
    await expect(weeks).toContainText('This week#1 of 1+$20,401');
  });
  await test.step('a stake is pushed, without a reload', async () => {
    await stakeDena(player, server.url, '5000');
    await expect(gdpOf(page)).toContainText('$38,901');
    await expect(receipt.locator('tfoot')).toContainText('= $38,901');
    expect(await expectAddsUp(receipt)).toBe(38_901);
  });
  await test.step('the land and the plates', async () => {
    const works = page.getByRole('region', { name: 'Land and NFTs' });
    await expectTexts(works, [
      '360 km² in 2 parcels',
      '2 × Italy · +0.90x production · +$16,200 GDP',
      '1 × The Colosseum · +$1,200 GDP',
    ]);
    await expect(works.locator('img')).toHaveCount(2);
    await expect(works.locator('[data-parcel]')).toHaveCount(2);
  });
});
