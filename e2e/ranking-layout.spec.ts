/** What of the ranking is on the first screen, measured, and that none of its text is hidden at any width. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import type { Address } from '../common/values/address.ts';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { join, joinAll, openGame } from './crowd.ts';
import { setUpWallet } from './demo-player.ts';
import { gate } from './gate.ts';

const [PLAYER = null] = DEMO_ACCOUNTS;
const server = openGame();

test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  await server.start();
  await join(server.url, PLAYER, 'usa');
  await joinAll(server.url, 0, 19, 'china');
  // The server reads names from the chain by and by.
  const list = async () => (await fetch(`${server.url}/api/leaderboard`)).text();
  await expect.poll(list, { timeout: 30_000 }).toContain('marco.eth');
});

test.afterAll(async () => {
  await server.dispose();
});

const rows = (page: Page) =>
  page.getByRole('table', { name: 'Complete Rankings' }).locator('tbody').getByRole('row');

async function box(part: Locator) {
  const found = await part.boundingBox();
  if (!found) throw new Error('the part is not drawn');
  return found;
}

async function open(
  page: Page,
  width: number,
  height: number,
  account: Address | null = PLAYER,
): Promise<void> {
  await page.setViewportSize({ width, height });
  await setUpWallet(page, { account });
  await page.goto(`${server.url}/ranking`);
  await expect(rows(page)).toHaveCount(20);
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
}

test('at 1440×900 the race is above the fold: podium, eleven rows, the nations, the feed', async ({
  page,
}) => {
  await open(page, 1440, 900);
  const podium = await box(page.getByRole('list', { name: 'Top 3' }));
  expect(podium.height).toBe(150);
  const eleventh = await box(rows(page).nth(10));
  expect(eleventh.height).toBe(48);
  expect(eleventh.y + eleventh.height).toBeLessThanOrEqual(900);
  const nations = await box(page.getByRole('region', { name: 'Nations' }));
  expect(nations.width).toBe(280);
  expect(nations.y + nations.height).toBeLessThanOrEqual(900);
  const feed = await box(page.getByRole('region', { name: 'Activity' }));
  expect(feed.width).toBe(320);
  const list = await box(rows(page).first());
  expect(nations.x + nations.width).toBeLessThan(list.x);
  expect(list.x + list.width).toBeLessThan(feed.x);

  // The head is sticky below the page's header.
  await page.mouse.wheel(0, 700);
  const head = page.getByRole('columnheader', { name: 'GDP' });
  await expect(head).toBeInViewport();
  await expect.poll(async () => Math.round((await box(head)).y)).toBeLessThan(110);
});

test('on a phone the podium has three lines, and the first rows are on the first screen', async ({
  page,
}) => {
  await open(page, 390, 844);
  const podium = page.getByRole('list', { name: 'Top 3' }).getByRole('listitem');
  const places = await Promise.all([0, 1, 2].map((i) => box(podium.nth(i))));
  for (const { width, height } of places) {
    expect(width).toBeGreaterThan(340);
    expect(height).toBeLessThanOrEqual(72);
  }
  const second = await box(rows(page).nth(1));
  expect(second.y + second.height).toBeLessThanOrEqual(844);
});

for (const [width, height] of [
  [360, 780],
  [390, 844],
  [768, 1024],
  [1440, 900],
  [1920, 1080],
] as const) {
  test(`every text of a row and of the podium is visible at ${width} px`, async ({ page }) => {
    await open(page, width, height);
    const row = rows(page).first();
    for (const text of [
      /^1$/,
      'United States',
      'You',
      '0x7099…79C8',
      'No President yet',
      '$25K',
      'DENA',
      'Top 1',
    ]) {
      await expectSeen(row.getByText(text).first(), width);
    }
    await expectSeen(rows(page).nth(10).getByText('#11'), width);
    const first = page.getByRole('list', { name: 'Top 3' }).getByRole('listitem').first();
    for (const text of [
      'Champion',
      'United States',
      '0x7099…79C8',
      '$25K',
      'No President yet',
      '0 cultural NFTs',
    ]) {
      await expectSeen(first.getByText(text).first(), width);
    }
    const scrolled = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(scrolled).toBe(0);
  });
}

/** Rendered, within the window's width, and not covered. */
async function expectSeen(part: Locator, width: number): Promise<void> {
  await expect(part).toBeVisible();
  await part.scrollIntoViewIfNeeded();
  const { x, width: own } = await box(part);
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + own).toBeLessThanOrEqual(width);
  const isOnTop = await part.evaluate((element) => {
    const { left, top, width: w, height: h } = element.getBoundingClientRect();
    const [x, y] = [left + w / 2, top + h / 2];
    const hit = document.elementFromPoint(x, y);
    if (hit === null) return false;
    // A small link can be pressed beyond its box, where nothing of it is drawn.
    const own = hit.getBoundingClientRect();
    const isReach = x < own.left || x > own.right || y < own.top || y > own.bottom;
    return isReach || element.contains(hit) || hit.contains(element);
  });
  expect(isOnTop, (await part.textContent()) ?? '').toBe(true);
}

for (const [width, height] of [
  [390, 844],
  [768, 1024],
  [1440, 900],
] as const) {
  test(`nothing jumps when the ranking loads, ${width} px`, async ({ page }) => {
    // A layout shift from a late font is not the ranking's.
    await page.route('**/*.woff2', (route) => route.abort());
    await page.addInitScript(() => {
      const shifts: string[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of entries of this type
        for (const { sources = [] } of list.getEntries() as unknown as Shift[]) {
          for (const { node, previousRect, currentRect } of sources) {
            const parts = node instanceof Element ? node : node?.parentElement;
            // The connection state belongs to the header.
            if (!parts?.closest('main')) continue;
            const rects = JSON.stringify([previousRect, currentRect]);
            shifts.push(`${parts.outerHTML.slice(0, 200)} ${rects}`);
          }
        }
      }).observe({ type: 'layout-shift', buffered: true });
      interface Shift {
        readonly sources?: readonly {
          readonly node: Node | null;
          readonly previousRect: DOMRectReadOnly;
          readonly currentRect: DOMRectReadOnly;
        }[];
      }
    });
    // The player's own row gets its mark as soon as the wallet is known, which may be later.
    await open(page, width, height, null);
    const shifts = await page.evaluate(() => Reflect.get(window, 'shifts') as unknown);
    expect(shifts).toEqual([]);
  });
}

for (const width of [360, 390, 768, 960, 1280, 1440]) {
  test(`everything in the bar can be pressed, ${width} px`, async ({ page }) => {
    await open(page, width, 900);
    for (const name of ['Pause', 'Rewind']) {
      await page.getByRole('button', { name }).click({ trial: true });
    }
    await page.getByRole('link', { name: /^You are #/ }).click({ trial: true });
    const nations = page.getByRole('navigation', { name: 'Whose rows are listed' });
    for (const link of await nations.getByRole('link').all()) await link.click({ trial: true });
    await page.getByPlaceholder('Find player').click({ trial: true });
  });
}

for (const width of [390, 768, 1440]) {
  test(`the bar stays where it is once the player is known, ${width} px`, async ({ page }) => {
    const held = gate();
    await page.route('**/assets/wallet-*.js', async (route) => {
      await held.opened;
      await route.continue();
    });
    await open(page, width, 900);
    const count = page.getByText('20 in all');
    const pause = page.getByRole('button', { name: 'Pause' });
    const before = [await box(count), await box(pause)];
    const aside = await count.elementHandle();
    held.open();
    await expect(page.getByRole('link', { name: /^You are #/ })).toBeVisible();
    expect([await aside?.boundingBox(), await box(pause)]).toEqual(before);
  });
}
