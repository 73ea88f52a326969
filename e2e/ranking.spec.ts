/**
 * Global Rankings [SCR42–47]: empty and marked as a sample, then what its address selects (a
 * nation, a search, a player to jump to), the keys, the player's own row, and a stake that moves
 * it.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { weekId } from '../common/values/week.ts';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { join, joinAll, leaderboard, openGame } from './crowd.ts';
import { expectTexts, rowOf, setUpWallet } from './demo-player.ts';
import { test } from './game-test.ts';
import { pressToLetThrough } from './let-through.ts';
import { refusePolls, refuseSockets } from './refuse-sockets.ts';
import { unfilled } from './unfilled.ts';
import { thisWeek } from './weeks.ts';

const [PLAYER = null] = DEMO_ACCOUNTS;
/** The first Demo account's name and short address. */
const [NAME, SHORT] = ['marco.eth', '0x7099…79C8'];
/** Matches the API call, not the client module of that name. */
const LEADERBOARD = /:\d+\/api\/leaderboard/;

const table = (page: Page) => page.getByRole('table', { name: 'Complete Rankings' });
const bodyRows = (page: Page) => table(page).locator('tbody').getByRole('row');
const nations = (page: Page) => page.getByRole('navigation', { name: 'Whose rows are listed' });
const field = (page: Page) => page.getByRole('searchbox', { name: 'Find a player' });
const found = (page: Page) =>
  page.getByRole('table', { name: 'Players found' }).locator('tbody').getByRole('row');
const whole = (page: Page) => page.getByRole('link', { name: 'Show the whole ranking' });

test.describe('empty', () => {
  test.use({ game: 'shared', beginning: 'empty' });

  test('[SCR47, CON7] it says so, above four sample nations marked as fictitious; never after an error', async ({
    page,
    server,
  }) => {
    await refusePolls(page);
    await page.route(LEADERBOARD, (route) => route.fulfill({ status: 500, body: '' }));
    await refuseSockets(page);
    await page.goto(unfilled(`${server.url}/ranking`));
    await expect(page.getByText('The ranking cannot be reached just now')).toBeVisible();
    await expect(page.getByText('Sample')).toHaveCount(0);

    await pressToLetThrough(page.getByRole('button', { name: 'Ask now' }), page, LEADERBOARD);
    await expect(page.getByText('No rankings available yet')).toBeVisible();
    await expect(page.getByText('0 nations competing', { exact: true })).toBeVisible();
    const sample = page.getByRole('table', { name: 'Sample ranking' });
    await expect(sample.getByRole('row')).toHaveCount(5);
    await expect(page.getByText('None of these players exist')).toBeVisible();
    await expect(sample.getByRole('link')).toHaveCount(0);
    const week = Number(weekId(await thisWeek(server)).slice(-2));
    await expect(
      page.getByRole('heading', { name: `The first player begins week ${week}` }),
    ).toBeVisible();
    const start = page.getByRole('main').getByRole('link', { name: 'Start Playing' });
    await expect(start).toHaveAttribute('href', '/');
  });
});

test.describe('full', () => {
  /** Italy's and Argentina's players; the last of Argentina's is the Demo account. */
  const [ITALIANS, ARGENTINES] = [30, 15];
  const ALL = ITALIANS + ARGENTINES;
  const server = openGame();

  // One game for all: filling it takes longer than a test. The test that changes it comes last.
  test.describe.configure({ mode: 'default' });

  test.beforeAll(async () => {
    await server.start();
    await joinAll(server.url, 0, ITALIANS, 'italy');
    await joinAll(server.url, ITALIANS, ALL - 1, 'argentina');
    await join(server.url, PLAYER, 'argentina');
    // The server reads names from the chain by and by.
    const names = async () => (await leaderboard(server.url)).map(({ name }) => name);
    await expect.poll(names).toContain(NAME);
  });

  test.afterAll(async () => {
    await server.dispose();
  });

  test('a nation is selected by a link or an address, its ranks those among all; keys move along the rows and open a player; one is found by name and shown in the ranking; a phone shows the list or the feed', async ({
    page,
  }) => {
    await page.goto(`${server.url}/ranking`);
    await expect(bodyRows(page)).toHaveCount(ALL);
    await nations(page).getByRole('link', { name: 'Argentina' }).click();
    await expect(page).toHaveURL(/\?nation=argentina$/);
    await expect(bodyRows(page)).toHaveCount(ARGENTINES);
    await expect(bodyRows(page).first()).toContainText(`#${ITALIANS + 1}`);
    await expect(table(page).getByText('Italy')).toHaveCount(0);
    await page.goBack();
    await expect(bodyRows(page)).toHaveCount(ALL);

    await page.goto(`${server.url}/ranking?nation=atlantis`);
    await expect(page.getByText('There is no nation ‘atlantis’.')).toBeVisible();
    await expect(bodyRows(page)).toHaveCount(ALL);
    await whole(page).click();
    await expect(page).toHaveURL(/\/ranking$/);
    await expect(page.getByText('There is no nation')).toHaveCount(0);

    await bodyRows(page).first().focus();
    await page.keyboard.press('ArrowDown');
    await expect(bodyRows(page).nth(1)).toBeFocused();
    await page.keyboard.press('End');
    await expect(bodyRows(page).last()).toBeInViewport();
    await page.keyboard.press('Home');
    // Below the sticky headers, not behind them.
    const top = (await bodyRows(page).first().boundingBox())?.y ?? 0;
    const head = await table(page).locator('thead').boundingBox();
    expect(top).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0) - 1);

    await page.keyboard.press('/');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('marco');
    await expect(found(page)).toHaveCount(1);
    await expect(page).toHaveURL(/\?q=marco$/);
    await expect(found(page)).toContainText(SHORT);
    await expect(found(page).getByRole('link', { name: NAME })).toHaveAttribute(
      'href',
      `/player/${PLAYER}`,
    );
    await found(page).getByTitle('Show in the ranking').click();
    await expect(page).toHaveURL(new RegExp(`around=${PLAYER}`, 'i'));
    await expect(rowOf(page, SHORT)).toBeInViewport();
    await page.goBack();
    await expect(field(page)).toHaveValue('marco');

    await field(page).fill('0xaaaa');
    await expect(found(page)).toHaveCount(3);
    await page.getByRole('button', { name: 'Show all 20' }).click();
    await expect(found(page)).toHaveCount(20);
    await field(page).fill('zzz');
    await expect(page.getByText('Nobody’s name or address begins with ‘zzz’.')).toBeVisible();

    for (const [around, problem] of [
      [`0x${'9'.repeat(40)}`, '0x9999…9999 has no nation yet, so no rank either.'],
      ['me', 'Connect your wallet to see where you stand.'],
    ] as const) {
      await page.goto(`${server.url}/ranking?around=${around}`);
      await expect(page.getByText(problem)).toBeVisible();
      await expect(bodyRows(page)).toHaveCount(ALL);
    }

    await page.setViewportSize({ width: 390, height: 844 });
    const feed = page.getByRole('list', { name: 'Activity' });
    await expect(feed).toBeHidden();
    await page.getByRole('link', { name: 'Activity', exact: true }).click();
    await expect(feed).toBeVisible();
    await expect(table(page)).toBeHidden();
    await page.goBack();
    const [leader] = await leaderboard(server.url);
    await page.setViewportSize({ width: 1440, height: 900 });
    await test.step('[SCR74, SCR75] some are followed, are listed with both ranks, and shared as a circle', async () => {
      const list = (name: string) =>
        page.getByRole('table', { name }).locator('tbody').getByRole('row');
      const star = (row: Locator) => row.getByRole('button', { name: /^Follow / });
      const third = bodyRows(page).nth(2);
      await nations(page).getByRole('link', { name: 'Mine' }).click();
      await expect(star(third)).toBeVisible();
      await nations(page).getByRole('link', { name: 'All' }).click();
      await expect(star(third)).toBeHidden();
      await third.focus();
      await expect(star(third)).toBeVisible();
      await star(third).press('Space');
      await bodyRows(page).last().hover();
      await star(bodyRows(page).last()).click();
      await expect(star(third)).toHaveAttribute('aria-pressed', 'true');
      await nations(page).getByRole('link', { name: 'Mine' }).click();
      await expect(page).toHaveURL(/\?mine$/);
      await expect(list('Mine')).toHaveCount(2);
      await expect(list('Mine').first().getByRole('cell').nth(4)).toHaveText('first here');
      await expectTexts(list('Mine').last(), ['2', NAME, 'behind', `#${ALL}`]);
      await expect(page.getByRole('group', { name: 'Activity shown' })).toHaveCount(0);
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(list('Mine')).toHaveCount(2);
      await expect(feed.getByRole('listitem')).not.toHaveCount(0);
      await expect(feed).toContainText('marco.eth');
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(
        `${server.url}/ranking?with=${PLAYER},0x12,${leader?.walletAddress},0x${'9'.repeat(40)}`,
      );
      await expect(page).toHaveTitle('Circle of 3 players · Denaria');
      await expect(list('Circle of 3 players')).toHaveCount(2);
      await expect(page.getByText('Not playing: 1.')).toBeVisible();
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(feed).toContainText('marco.eth');
      await expect(star(feed)).toHaveCount(0);
      await expect(page.getByRole('link', { name: 'Whole ranking' })).toHaveAttribute('href', '/ranking'); // prettier-ignore
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.getByRole('button', { name: 'Follow all' }).click();
      await expect(page.getByRole('button', { name: 'Follow all' })).toHaveCount(0);
      await page.getByRole('navigation', { name: 'What is shown' }).getByText('This week').click();
      await expect(page).toHaveURL(new RegExp(`season=.*&with=${PLAYER}`, 'i'));
      await expect(page.getByText('Gained nothing this week: 3.')).toBeVisible();
      await page.goto(`${server.url}/player/${leader?.walletAddress}`);
      const button = page.getByRole('button', { name: /^Follow/ });
      await expect(button).toHaveText('Following');
      await button.click();
      await expect(button).toHaveText('Follow');
      await page.goto(`${server.url}/ranking`);
      await expect(star(rowOf(page, SHORT))).toHaveAttribute('aria-pressed', 'true');
      await page.setViewportSize({ width: 390, height: 844 });
    });
    await bodyRows(page).first().press('Enter');
    await expect(page).toHaveURL(`${server.url}/player/${leader?.walletAddress}`);
  });

  test('[SCR42, SCR45, SCR46, ROL3] the podium without a President, a random tip, each row’s badge, the player’s own row, the way to it, and a stake that moves it live', async ({
    page,
  }) => {
    await setUpWallet(page, { account: PLAYER });
    const tips = [
      'Every 10,000 DENA you stake adds $1,000 to your GDP.',
      'One good stake can pass a dozen players.',
    ];
    for (const [i, chance] of [0.999, 0].entries()) {
      await page.addInitScript((random) => {
        Math.random = () => random;
      }, chance);
      await page.goto(`${server.url}/ranking`);
      await expect(page.getByText(tips[1 - i] ?? '')).toBeVisible();
      await expect(page.getByText(tips[i] ?? '')).toHaveCount(0);
    }
    const champion = page.getByRole('list', { name: 'Top 3' }).getByRole('listitem').first();
    await expectTexts(champion, ['No President', '0 cultural NFTs']);
    await expect(page.getByRole('heading', { level: 1, name: 'Global Rankings' })).toBeVisible();
    await expect(page.getByText(`${ALL} players in 2 nations competing`)).toBeVisible();
    for (const [name, path] of [
      ['Build your nation', '/dashboard'],
      ['Learn How to Play', '/learn'],
    ] as const) {
      const link = page.getByRole('main').getByRole('link', { name });
      await expect(link).toHaveAttribute('href', path);
    }
    await expect(bodyRows(page).nth(9)).toContainText('Top 10');
    await expect(bodyRows(page).nth(10)).toContainText('#11');
    const own = rowOf(page, SHORT);
    await expect(own).toContainText('You');
    await expect(own).toHaveAttribute('aria-current', 'true');
    await expect(table(page).getByText('You', { exact: true })).toHaveCount(1);
    await expect(own).toContainText('$15,000');
    await expect(page).toHaveTitle(`#${ALL} Global Rankings · Denaria`);

    const strip = page.getByRole('region', { name: 'Your standing' });
    await strip.getByRole('link', { name: `#${ALL}` }).click();
    await expect(page).toHaveURL(/\?around=me$/);
    for (const rank of [ALL - 5, ALL]) {
      await expect(table(page).locator(`tr[aria-rowindex="${rank + 1}"]`)).toBeInViewport();
    }

    const stake = await page.request.post(`${server.url}/api/dena/stake`, {
      data: { walletAddress: PLAYER, amount: '100000' },
    });
    expect(stake.status()).toBe(201);
    await expect(own).toContainText('$25,000');
    await expect(bodyRows(page).first()).toContainText(SHORT);
    await expect(page.getByRole('list', { name: 'Top 3' })).toContainText(SHORT);
    await expect(page).toHaveTitle('#1 Global Rankings · Denaria');
  });
});
