/**
 * The nations against each other: the board on the ranking and the outlines on the first page; both
 * update live.
 */
import { expect, test, type Page } from '@playwright/test';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { join, joinAll, openGame } from './crowd.ts';
import { expectTexts } from './demo-player.ts';

const [PLAYER = null] = DEMO_ACCOUNTS;

const server = openGame();

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

const map = (page: Page) => page.getByRole('figure', { name: 'The nations by GDP' });

test(
  'figures, viewers, and a swap of two nations, on the ranking and on Home',
  { tag: '@long' },
  async ({ page, context, browser }) => {
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
    // [WAT1] Two tabs of one browser are one viewer.
    const other = await (await browser.newContext()).newPage();
    await other.goto(`${server.url}/nation/italy`);
    await expect(told(page, '2 watching')).toHaveCount(1);
    // A viewer of the ranking watches every nation.
    await expect(told(other, '2 watching')).toHaveCount(1);
    await other.context().close();
    // Oneself is no news.
    await expect(told(page, 'watching')).toHaveCount(0);

    const home = await context.newPage();
    await home.goto(server.url);
    await expect(map(home)).toContainText(/2 Argentina\$30K · 2 players/);

    // By a push: the standings are no longer fetched.
    await page.route('**/api/nations/standings', (route) => route.abort());
    await stake(page, '100000');
    await expect(cards(page)).toHaveText([/Argentina/, /Italy/, /China/, /United States/]);
    await expectTexts(cards(page).first(), ['Leads the world', '$40,000', '+$10,000']);
    await expect(cards(page).nth(1)).toContainText('$4,000 behind');
    await expect(map(home)).toContainText(/1 Argentina\$40K/);
  },
);
