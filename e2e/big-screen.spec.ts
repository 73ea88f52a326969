/** The ranking on a wall (`/ranking?screen=tv`): large, without controls, recovering by itself. */
import { expect, test, type Page } from '@playwright/test';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { join, joinAll, leaderboard, openGame } from './crowd.ts';
import { hurry } from './hurry.ts';

const [PLAYER = null] = DEMO_ACCOUNTS;
/** The first Demo account's. */
const NAME = 'marco.eth';
const server = openGame();

test.use({ viewport: { width: 1920, height: 1080 } });

test.beforeAll(async () => {
  await server.start();
  await joinAll(server.url, 0, 30, 'italy');
  await join(server.url, PLAYER, 'argentina');
  // The server reads names from the chain by and by.
  const names = async () => (await leaderboard(server.url)).map(({ name }) => name);
  await expect.poll(names).toContain(NAME);
});

test.afterAll(async () => {
  await server.dispose();
});

const screen = (page: Page) => page.locator('[data-screen]');
const moves = (page: Page) => page.getByRole('list', { name: 'Activity' });
const ranks = (page: Page) => page.getByRole('table', { name: 'Top 10' }).getByRole('row');

test(
  'ten ranks, four nations, their race and the big moves fill the screen, legible from five metres; it stays awake and recovers by itself',
  { tag: '@long' },
  async ({ page }) => {
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await page.addInitScript(() => {
      const asked: string[] = [];
      Object.assign(window, { asked });
      const request = (kind: string) => {
        asked.push(kind);
        return Promise.resolve({ released: false, release: () => Promise.resolve() });
      };
      Object.defineProperty(navigator, 'wakeLock', { value: { request } });
    });
    await hurry(page);
    await page.goto(`${server.url}/ranking?screen=tv`);
    await expect(ranks(page)).toHaveCount(10);
    const nations = page.getByRole('region', { name: 'Nations' });
    await expect(nations.getByRole('listitem')).toHaveCount(4);
    const chart = page.getByRole('region', { name: 'Total GDP over time' });
    await expect(chart.locator('[data-part="lines"] > svg path')).toHaveCount(4);
    await expect(chart).toContainText('The lead has not changed.');
    await expect(page.getByText('31 players in 2 nations competing')).toBeVisible();
    // Nothing big has moved, so the chart has the room of the moves.
    await expect(page.getByRole('list', { name: 'Activity' })).toHaveCount(0);
    const ends = [chart, ranks(page).last()].map(async (part) => {
      const { y, height } = (await part.boundingBox()) ?? { y: 0, height: 0 };
      return y + height;
    });
    const [chartEnd = 0, listEnd = 0] = await Promise.all(ends);
    expect(Math.abs(chartEnd - listEnd)).toBeLessThan(60);
    const live = screen(page).getByText('Live', { exact: true });
    await expect(live).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => Reflect.get(window, 'asked') as unknown))
      .toContain('screen');
    for (const row of [ranks(page).first(), ranks(page).last()]) {
      const box = await row.boundingBox();
      expect(box?.height).toBeGreaterThan(80);
      expect(box?.width).toBeGreaterThan(1000);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(1080);
      const gdp = row.getByText(/^\$[\d,]+$/);
      expect((await gdp.boundingBox())?.height).toBeGreaterThanOrEqual(40);
    }
    // No text is too small to be read across a room: the screen is laid out small, and then scaled.
    const smallest = await screen(page).evaluate((whole: HTMLElement) => {
      const scale = whole.getBoundingClientRect().width / whole.offsetWidth;
      const texts = [...whole.querySelectorAll<HTMLElement>('*')].filter((element) =>
        [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== ''),
      );
      return Math.min(
        ...texts
          .filter((element) => element.offsetWidth > 1)
          .map((element) => scale * parseFloat(getComputedStyle(element).fontSize)),
      );
    });
    expect(smallest).toBeGreaterThanOrEqual(26);

    await test.step('one that is higher than 16:9 is filled, too', async () => {
      for (const [width, height] of [
        [1440, 900],
        [1280, 800],
      ] as const) {
        await page.setViewportSize({ width, height });
        const foot = async () => {
          const box = await ranks(page).last().boundingBox();
          return height - (box?.y ?? 0) - (box?.height ?? 0);
        };
        // In one poll: right after a resize the foot is still below the window.
        await expect
          .poll(async () => {
            const px = await foot();
            return px >= 0 && px < 0.06 * height;
          })
          .toBe(true);
      }
      await page.setViewportSize({ width: 1920, height: 1080 });
    });

    await expect(page.locator('#root > header')).toBeHidden();
    await expect(page.locator('#root > footer')).toBeHidden();
    for (const role of ['button', 'link', 'textbox', 'combobox'] as const) {
      await expect(page.getByRole(role)).toHaveCount(0);
    }
    await expect(screen(page)).toHaveCSS('cursor', 'none');
    const isScrollable = await page.evaluate(
      () => document.documentElement.scrollHeight > innerHeight,
    );
    expect(isScrollable).toBe(false);
    expect(problems).toEqual([]);

    const stake = () =>
      page.request.post(`${server.url}/api/dena/stake`, {
        data: { walletAddress: PLAYER, amount: '50000' },
      });
    expect((await stake()).status()).toBe(201);
    await expect(ranks(page).first()).toContainText('$20,000');
    await expect(moves(page)).toContainText('+$5,000');
    // Names are isolated, so that they keep their own direction of writing.
    for (const list of [ranks(page).first(), moves(page)]) {
      await expect(list.locator('bdi').getByText(NAME).first()).toBeAttached();
    }
    await server.stop();
    await expect(page.getByText('Connection lost: it comes back by itself')).toBeVisible();
    await expect(ranks(page)).toHaveCount(10);
    await server.start();
    await expect(live).toBeVisible();
    expect((await stake()).status()).toBe(201);
    await expect(ranks(page).first()).toContainText('$25,000');
  },
);
