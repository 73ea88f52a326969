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
  '[SCR77] ten ranks, four nations, their race, the big moves and a sentence on one screen; a scene is held and let go; it stays awake and recovers by itself',
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
    await page.keyboard.press('Space');
    await expect(page.getByText('Held · Space or a tap goes on')).toBeVisible();
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
    await expect(page.locator('#root > header')).toBeHidden();
    await expect(page.locator('#root > footer')).toBeHidden();
    for (const role of ['button', 'link', 'textbox', 'combobox'] as const) {
      await expect(page.getByRole(role)).toHaveCount(0);
    }
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
    await expect(page.getByText('marco.eth took the lead')).toBeVisible();
    const before = await ranks(page).last().boundingBox();
    await server.stop();
    await expect(page.getByText('Connection lost. Reconnecting…')).toBeVisible();
    await expect(ranks(page)).toHaveCount(10);
    expect(await ranks(page).last().boundingBox()).toEqual(before);
    await server.start();
    await expect(live).toBeVisible();
    expect((await stake()).status()).toBe(201);
    await expect(ranks(page).first()).toContainText('$25,000');
    await expect(page.getByText(/ is \$7,000 behind marco\.eth, who leads$/)).toBeVisible();

    await ranks(page).last().click();
    const hint = page.getByText('Space or a tap holds this scene');
    await expect(hint).toBeVisible();
    const two = page.getByRole('table', { name: 'The best of Italy and Argentina' });
    await expect(two).toBeVisible();
    await expect(page.getByText(/^Argentina is \$\d+,000 behind Italy$/)).toBeVisible();
    await expect(hint).toHaveCount(0);
  },
);
