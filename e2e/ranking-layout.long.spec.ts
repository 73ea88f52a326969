/**
 * The ranking at every width: what is on its first screen, that all of it can be read and pressed,
 * and stays.
 */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { join, joinAll, openGame } from './crowd.ts';
import { setUpWallet } from './demo-player.ts';
import { gate } from './gate.ts';
import { refuseSockets } from './refuse-sockets.ts';
import { unfilled } from './unfilled.ts';

const [PLAYER = null] = DEMO_ACCOUNTS;
const HEIGHTS = { 360: 780, 390: 844, 768: 1024, 960: 900, 1440: 900 };
const server = openGame();

test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  await server.start();
  await join(server.url, PLAYER, 'usa');
  await joinAll(server.url, 0, 19, 'china');
  // The server reads names from the chain by and by.
  const list = async () => (await fetch(`${server.url}/api/leaderboard`)).text();
  await expect.poll(list).toContain('marco.eth');
});

test.afterAll(async () => {
  await server.dispose();
});

const rows = (page: Page) =>
  page.getByRole('table', { name: 'Complete Rankings' }).locator('tbody').getByRole('row');
const podium = (page: Page) => page.getByRole('list', { name: 'Top 3' });

async function box(part: Locator) {
  const found = await part.boundingBox();
  if (!found) throw new Error('the part is not drawn');
  return { ...found, right: found.x + found.width, bottom: found.y + found.height };
}

async function open(page: Page): Promise<void> {
  await setUpWallet(page, { account: PLAYER });
  await page.goto(`${server.url}/ranking`);
  await expect(rows(page)).toHaveCount(20);
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
}

test('at every width each text of a row and of the podium is seen, and all of the bar pressed', async ({
  page,
}) => {
  await open(page);
  for (const [width, height] of Object.entries(HEIGHTS)) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width: Number(width), height });
      await page.evaluate(() => scrollTo(0, 0));
      if (width === '390') await expectPhonesFirstScreen(page);
      if (width === '1440') await expectAboveFold(page);
      // Between a narrower phone and a tablet it is laid out as on the narrower one.
      if (width !== '390') await expectEverythingSeen(page, Number(width));
      await expectBarPressed(page);
      expect(await tooWidePx(page)).toBe(0);
    });
  }
});

test('a GDP of billions and a name of 80 letters run neither into each other nor out of the page', async ({
  page,
}) => {
  const name = `${'w'.repeat(76)}.eth`;
  await refuseSockets(page);
  await answerRows(page, (i) => ({
    gdp: 900_000_000_000 - i,
    name: i % 3 === 1 ? null : name,
  }));
  await page.route('**/api/players/*', async (route) => {
    const response = await route.fetch({ maxRetries: 2 });
    const player = z.looseObject({}).parse(await response.json());
    await route.fulfill({ response, json: { ...player, name } });
  });
  for (const path of ['/', '/ranking', `/player/${PLAYER}`]) {
    await page.goto(unfilled(server.url + path));
    await expect(page.getByRole('main')).toContainText(
      path.startsWith('/player') ? 'www.eth' : /\$(900,000,000|899,999,999,99\d)/,
    );
    for (const width of [320, 390, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await tooWidePx(page), `${path} at ${width} px`).toBe(0);
      expect.soft(await runIntoFigures(page), `${path} at ${width} px`).toEqual([]);
    }
  }
});

test('on a phone each link of a row is pressed on its own words', async ({ page }) => {
  await refuseSockets(page);
  await answerRows(page, () => ({}));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(unfilled(`${server.url}/ranking`));
  const links = rows(page).nth(1).getByRole('link');
  await expect(links).toHaveCount(2);
  for (const link of await links.all()) await link.click({ trial: true });
});

test('beside a GDP of millions a short name and who presides are whole on a phone', async ({
  page,
}) => {
  await refuseSockets(page);
  await answerRows(page, (i) => ({ gdp: 125_000_000 - i, name: 'anna.eth' }));
  await page.goto(unfilled(`${server.url}/ranking`));
  for (const width of [360, 390, 480, 600]) {
    await page.setViewportSize({ width, height: 900 });
    for (const n of [1, 4]) {
      const name = rows(page).nth(n).getByRole('cell').nth(2).locator('[data-lead]');
      const cutPx = await name.evaluate((part) => part.scrollWidth - part.clientWidth);
      expect.soft(cutPx, `at ${width} px`).toBeLessThanOrEqual(0);
    }
  }
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 900 });
    // On a card of the podium the count stands beside it.
    for (const n of [1, 4]) {
      const president = rows(page)
        .nth(n)
        .getByTitle(/cultural NFTs staked$/);
      const cutPx = await president.evaluate((part) => part.scrollWidth - part.clientWidth);
      expect.soft(cutPx, `at ${width} px`).toBeLessThanOrEqual(0);
    }
    const champions = rows(page).first().getByRole('cell').nth(1);
    const { right } = await box(champions.getByText('President').locator('..'));
    const { x } = await box(champions.getByText('12,345 cultural NFTs'));
    expect.soft(right, `at ${width} px`).toBeLessThan(x);
  }
});

/**
 * The ranking as the server answers it, with other figures and names in its rows, and a President.
 */
async function answerRows(page: Page, change: (i: number) => object): Promise<void> {
  await page.route('**/api/leaderboard*', async (route) => {
    const response = await route.fetch({ maxRetries: 2 });
    const all = z.array(z.looseObject({})).parse(await response.json());
    const president = { presidentWallet: PLAYER, presidentStakedCount: 12_345 };
    const json = all.map((row, i) => ({ ...row, ...president, ...change(i) }));
    await route.fulfill({ response, json });
  });
}

function tooWidePx(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

/** The words that overlap a GDP of their row. */
function runIntoFigures(page: Page): Promise<string[]> {
  return page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll('li, tr')].flatMap((row) => {
      const gdps = [...row.querySelectorAll('span')]
        .filter(({ children, textContent }) => children.length === 0 && textContent.startsWith('$'))
        .map((part) => part.getBoundingClientRect());
      return [...row.querySelectorAll('span, small')]
        .filter(({ children, textContent }) => children.length === 0 && !/^\$|^$/.test(textContent))
        .filter((part) => {
          const { left, width, top, bottom } = part.getBoundingClientRect();
          let right = left + Math.max(width, part.scrollWidth);
          let end = bottom;
          for (let box: Element | null = part; box && box !== row; box = box.parentElement) {
            const isCut = getComputedStyle(box).overflowX !== 'visible';
            if (!isCut) continue;
            const seen = box.getBoundingClientRect();
            right = Math.min(right, seen.right);
            end = Math.min(end, seen.bottom);
          }
          // An address that yields to its name is below what is seen.
          if (end <= top) return false;
          return gdps.some(
            (gdp) =>
              left < gdp.right && right > gdp.left && top + 3 < gdp.bottom && end - 3 > gdp.top,
          );
        })
        .map(({ textContent }) => textContent);
    }),
  );
}

/** The list at once, its first three rows as the podium. */
async function expectPhonesFirstScreen(page: Page): Promise<void> {
  // The nations are a switch, with their totals.
  await expect(page.getByRole('region', { name: 'Nations' })).toBeHidden();
  const nations = page.getByRole('navigation', { name: 'Whose rows are listed' });
  await expect(nations.getByText('$25,000')).toBeVisible();
  await expect(podium(page)).toBeHidden();
  for (const [n, honour] of ['Champion', 'Second', 'Third'].entries()) {
    const row = rows(page).nth(n);
    await expect(row.getByText(honour, { exact: true })).toBeVisible();
    await expect(row.getByText('0 cultural NFTs')).toBeVisible();
    expect((await box(row)).height).toBe(67);
  }
  await expect(rows(page).getByText('0 cultural NFTs').filter({ visible: true })).toHaveCount(3);
  const table = page.getByRole('table', { name: 'Complete Rankings' });
  expect((await box(table)).y).toBeLessThanOrEqual(200);
  expect((await box(rows(page).nth(3))).height).toBe(67);
  // Eight of them, above the strip and the bar.
  expect((await box(rows(page).nth(7))).bottom).toBeLessThanOrEqual(844 - 2 * 56);
  await expect(rows(page).first().getByText('$25K')).toBeHidden();
}

/** The race: podium, ten rows, the nations, their chart and the feed, above a player's strip. */
async function expectAboveFold(page: Page): Promise<void> {
  expect((await box(podium(page))).height).toBe(124);
  const tenth = await box(rows(page).nth(9));
  expect(tenth.height).toBe(48);
  expect(tenth.bottom).toBeLessThanOrEqual(900 - 56);
  const nations = await box(page.getByRole('region', { name: 'Nations' }));
  expect(nations.width).toBe(280);
  const chart = await box(page.getByRole('region', { name: 'Total GDP over time' }));
  expect(chart.bottom).toBeLessThanOrEqual(900 - 56);
  const feed = await box(page.getByRole('region', { name: 'Activity' }));
  expect(feed.width).toBe(320);
  const first = await box(rows(page).first());
  expect(nations.right).toBeLessThan(first.x);
  expect(first.right).toBeLessThan(feed.x);

  const fontSizes = ['Pause', 'Rewind'].map((name) =>
    page.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).fontSize),
  );
  expect(new Set(await Promise.all(fontSizes)).size).toBe(1);

  const dena = page.getByRole('columnheader', { name: 'DENA', exact: true });
  const counts = 'DENA held, less what is paid for resources. Staked DENA counts.';
  await expect(dena).toHaveAttribute('title', counts);
  // Rows are level with their headings, which stick below the page's header.
  const head = page.getByRole('columnheader', { name: 'GDP' });
  const gdp = await box(rows(page).first().getByRole('cell').nth(3));
  expect((await box(head)).right).toBeCloseTo(gdp.right, 0);
  await page.mouse.wheel(0, 700);
  await expect(head).toBeInViewport();
  await expect.poll(async () => Math.round((await box(head)).y)).toBeLessThan(110);
}

async function expectEverythingSeen(page: Page, width: number): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0));
  const row = rows(page).first();
  const isCard = width < 640;
  const champion = isCard ? row : podium(page).getByRole('listitem').first();
  for (const [part, texts] of [
    [champion, ['Champion', '0 cultural NFTs']],
    [row, [/^1$/, 'You', '100K', 'Top 1']],
  ] as const) {
    for (const text of [
      ...texts,
      ...(isCard ? [] : ['$25K']),
      'United States',
      '0x7099…79C8',
      '$25,000',
      'No President yet',
    ]) {
      await expectSeen(part.getByText(text).filter({ visible: true }).first(), width);
    }
    // Isolated, so that it keeps its own direction of writing.
    await expectSeen(part.locator('bdi').getByText('marco.eth'), width);
  }
  await expectSeen(rows(page).nth(10).getByText('#11'), width);
}

/** Rendered, within the window's width, and not covered. */
async function expectSeen(part: Locator, width: number): Promise<void> {
  await expect(part).toBeVisible();
  await part.scrollIntoViewIfNeeded();
  const { x, right } = await box(part);
  expect(x).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(width);
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

async function expectBarPressed(page: Page): Promise<void> {
  for (const name of ['Pause', 'Rewind']) {
    await page.getByRole('button', { name }).click({ trial: true });
  }
  const nations = page.getByRole('navigation', { name: 'Whose rows are listed' });
  for (const link of await nations.getByRole('link').all()) await link.click({ trial: true });
  await page.getByPlaceholder('Find player').click({ trial: true });
}

test('the strip leads to the own row, which is on screen once', async ({ page }) => {
  await open(page);
  const own = rows(page).filter({ hasText: '0x7099…79C8' });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 600 });
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(own).not.toBeInViewport();
    await page.getByRole('region', { name: 'Your standing' }).getByRole('link').first().click();
    await expect(page).toHaveURL(/around=me/);
    await expect(own).toBeInViewport({ ratio: 0.95 });
  }
});

test('the bar stays where it is once the player is known', async ({ browser }) => {
  for (const width of [768, 1440] as const) {
    const page = await browser.newPage({ viewport: { width, height: HEIGHTS[width] } });
    await page.route('**/*.woff2', (route) => route.abort());
    // The player's own row gets its mark as soon as the wallet is known.
    const held = gate();
    await page.route('**/assets/wallet-*.js', async (route) => {
      await held.opened;
      await route.continue();
    });
    await open(page);
    const bar = ['Pause', 'Rewind'].map((name) => page.getByRole('button', { name }));
    const places = () => Promise.all(bar.map((button) => button.boundingBox()));
    const before = await places();
    held.open();
    await expect(page.getByRole('region', { name: 'Your standing' })).toBeVisible();
    expect(await places()).toEqual(before);
    await page.close();
  }
});

test('fonts that come late move no line of a phone’s first screen', async ({ page }) => {
  const held = gate();
  await page.route('**/*.woff2', async (route) => {
    await held.opened;
    await route.continue();
  });
  await page.setViewportSize({ width: 390, height: HEIGHTS[390] });
  // A page has loaded when its fonts have.
  await page.goto(server.url, { waitUntil: 'commit' });
  await expect(page.locator('[data-still="ledger"]')).toHaveCount(0);
  const tops = () =>
    page
      .getByRole('main')
      .locator('h1, h1 ~ *, section, li')
      .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().top)));
  const before = await tops();
  held.open();
  const awaited = () =>
    page.evaluate(() =>
      [...document.fonts]
        .filter(({ status }) => status !== 'loaded')
        .map(({ family }) => family)
        .filter((family) => family.includes('Variable')),
    );
  await expect.poll(awaited).toEqual([]);
  const after = await tops();
  const moved = before.flatMap((top, i) =>
    top < HEIGHTS[390] ? [Math.abs(top - (after[i] ?? Infinity))] : [],
  );
  expect(Math.max(...moved), String(moved)).toBeLessThan(8);
});
