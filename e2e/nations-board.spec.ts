/**
 * The nations against each other: the board on the ranking and the outlines on the first page; both update
 * live.
 */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { crowdWallet, join, joinAll, openGame } from './crowd.ts';
import { expectTexts } from './demo-player.ts';
import { unfilled } from './unfilled.ts';

const [PLAYER = null, OTHER = null] = DEMO_ACCOUNTS;

const server = openGame();

// One game for both: the second test only adds to it.
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  await server.start();
  // $36,000 of Italy's, $30,000 of Argentina's, $22,000 of China's; nobody for the United States.
  await joinAll(server.url, 0, 2, 'italy');
  await joinAll(server.url, 2, 3, 'argentina');
  await joinAll(server.url, 3, 4, 'china');
  await join(server.url, PLAYER, 'argentina');
});

test.afterAll(async () => {
  await server.dispose();
});

const cards = (page: Page) => page.getByRole('region', { name: 'Nations' }).getByRole('listitem');

async function stake(page: Page, amount: string): Promise<void> {
  const answer = await page.request.post(`${server.url}/api/dena/stake`, {
    data: { walletAddress: PLAYER, amount },
  });
  expect(answer.status()).toBe(201);
}

/** What of the row doesn't fit. */
function cutParts(card: Locator): Promise<string[]> {
  return card.evaluate((element) =>
    [...element.querySelectorAll('*')]
      .filter((part) => part.clientWidth > 1 && part.scrollWidth > part.clientWidth)
      .map((part) => part.textContent),
  );
}

/** Counts the pulses of each outline, from before the page is opened. */
async function countPulses(page: Page): Promise<() => Promise<Record<string, number>>> {
  await page.addInitScript(() => {
    const pulses: Record<string, number> = {};
    Object.assign(window, { pulses });
    // oxlint-disable-next-line typescript/unbound-method -- called with its element below
    const { animate } = Element.prototype;
    Element.prototype.animate = function counted(...args) {
      const nation = this instanceof HTMLElement ? this.dataset['pulse'] : undefined;
      if (nation !== undefined) pulses[nation] = (pulses[nation] ?? 0) + 1;
      return animate.apply(this, args);
    };
  });
  return async () => {
    const pulses: unknown = await page.evaluate(() => Reflect.get(window, 'pulses'));
    return Object.fromEntries(Object.entries(pulses ?? {}).map(([id, n]) => [id, Number(n)]));
  };
}

const map = (page: Page) => page.getByRole('figure', { name: 'The nations by GDP' });

test('figures, viewers, and a swap of two nations, on the ranking and on Home', async ({
  page,
  context,
  browser,
}) => {
  await page.goto(`${server.url}/ranking`);
  await expect(cards(page)).toHaveText([/Italy/, /Argentina/, /China/, /United States/]);
  const [italy, argentina] = [cards(page).nth(0), cards(page).nth(1)];
  await expect(italy).toContainText('Leads the world');
  // Two have just joined: what they brought is no growth.
  await expectTexts(argentina, [/Rank 2/, '$30,000', 'No change', '$6,000 behind']);
  await expect(argentina.getByRole('link', { name: 'Argentina' })).toHaveAttribute(
    'href',
    '/nation/argentina',
  );

  // On the ranking the viewers are beside the feed or above the list, depending on the space.
  const told = (from: Page, words: string) => from.getByText(words).filter({ visible: true });
  await expect(told(page, '1 watching')).toHaveCount(1);
  // [WAT1] Two tabs of one browser are one viewer.
  const other = await (await browser.newContext()).newPage();
  await other.goto(`${server.url}/nation/italy`);
  await expect(told(page, '2 watching')).toHaveCount(1);
  // A viewer of the ranking watches every nation.
  await expect(told(other, '2 watching')).toHaveCount(1);
  await other.context().close();
  await expect(told(page, '1 watching')).toHaveCount(1, { timeout: 15_000 });

  const phone = await context.newPage();
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.goto(`${server.url}/ranking`);
  const ofPhone = phone.getByRole('navigation', { name: 'Whose rows are listed' });
  await expect(ofPhone.getByRole('link', { name: 'Argentina' })).toContainText('$30,000');
  const [home, still] = [await context.newPage(), await context.newPage()];
  await home.emulateMedia({ reducedMotion: 'no-preference' });
  const [pulses, none] = [await countPulses(home), await countPulses(still)];
  for (const one of [home, still]) {
    await one.goto(server.url);
    await expectTexts(map(one), [/2 Argentina\$30K · 2 players/, 'No change in 10 min']);
  }
  await expect(map(home).getByRole('link', { name: 'Italy' })).toHaveAttribute(
    'href',
    '/nation/italy',
  );
  const before = (await pulses())['argentina'] ?? 0;

  // By a push: the standings are no longer fetched.
  await page.route('**/api/nations/standings', (route) => route.abort());
  await stake(page, '100000');
  await expect(cards(page)).toHaveText([/Argentina/, /Italy/, /China/, /United States/]);
  await expectTexts(cards(page).first(), ['Leads the world', '$40,000', '+$10,000']);
  await expect(cards(page).nth(1)).toContainText('$4,000 behind');
  // On a phone they are a switch that has their totals, and keeps its order.
  await expect(ofPhone.getByRole('link', { name: 'Argentina' })).toContainText('$40,000');

  // An outline pulses, but not with reduced motion.
  for (const one of [home, still]) await expect(map(one)).toContainText(/1 Argentina\$40K/);
  await expect.poll(async () => (await pulses())['argentina']).toBe(before + 1);
  expect((await pulses())['italy'] ?? 0).toBe(0);
  expect(await none()).toEqual({});
});

test('large totals are legible; pushes replace the standings', async ({ page }) => {
  const standings = '**/api/nations/standings';
  for (const gdp of [9_999_000, 123_456_000, 900_000_000_000]) {
    await page.route(standings, async (route) => {
      const response = await route.fetch();
      const real = z.array(z.looseObject({})).parse(await response.json());
      const large = real.map((one, i) => ({
        ...one,
        gdp,
        players: Math.round(gdp / 18_000),
        growth: { m10: gdp, h1: gdp, h24: -gdp },
        gapToNext: i === 0 ? null : gdp,
      }));
      await route.fulfill({ response, json: large });
    });
    await page.goto(unfilled(`${server.url}/ranking`));
    for (const width of [390, 768, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      const link = page
        .getByRole('navigation', { name: 'Whose rows are listed' })
        .getByRole('link', { name: 'United States' });
      await expect(link).toContainText('$');
      await expect.poll(() => cutParts(link), `${width} px`).toEqual([]);
    }
    for (const width of [1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const card = cards(page).filter({ hasText: 'United States' });
      await expect(card).toContainText(`$${gdp.toLocaleString('en-US')}`);
      await expect.poll(() => cutParts(card), `${width} px`).toEqual([]);
      // The chart ends with the same totals.
      const chart = page.getByRole('region', { name: 'Total GDP' });
      const label = chart.getByText(/^\$[\d,]+K$/).first();
      await expect(label).toHaveText(`$${(gdp / 1000).toLocaleString('en-US')}K`);
      const right = async (part: Locator) => {
        const box = await part.boundingBox();
        return (box?.x ?? 0) + (box?.width ?? 0);
      };
      await expect.poll(async () => (await right(label)) < (await right(chart))).toBe(true);
    }
  }

  // On the big screen, too.
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(`${unfilled(`${server.url}/ranking`)}&screen=tv`);
  const row = cards(page).filter({ hasText: 'Argentina' });
  await expect(row).toContainText('$900,000,000,000');
  expect(await cutParts(row)).toEqual([]);

  await page.route(standings, (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto(unfilled(`${server.url}/ranking`));
  await join(server.url, OTHER, 'usa');
  for (const [n, nation] of (['italy', 'argentina', 'china'] as const).entries()) {
    await join(server.url, crowdWallet(10 + n), nation);
  }
  await expect(cards(page)).toHaveCount(4);
  // Changes since yesterday.
  await expect(cards(page).first()).toContainText('not known yet');
});
