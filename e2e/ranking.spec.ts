/** Global Rankings [SCR42–47]: empty and marked as a sample, then full, live, and one's own. */
import { expect } from '@playwright/test';
import { leaderboardCall } from '../common/protocol/leaderboard.ts';
import { shortAddress } from '../common/values/short-address.ts';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { chooseNation, rowOf, setUpWallet, toasts } from './demo-player.ts';
import { DevServer } from './dev-server.ts';
import { test } from './game-test.ts';
import { letThrough } from './let-through.ts';
import { refusePolls, refuseSockets } from './refuse-sockets.ts';
import { unfilled } from './unfilled.ts';

const RIVALS = 12;
/** Matches the API call, not the client module of that name. */
const LEADERBOARD = /:\d+\/api\/leaderboard/;
const [PLAYER = null] = DEMO_ACCOUNTS;

async function leaderboard(url: string) {
  const answer = await fetch(`${url}/api/leaderboard`);
  return leaderboardCall.answers[200].parse(await answer.json());
}

test.describe('empty', () => {
  test.use({ game: 'shared', beginning: 'empty' });

  test('it says so, above four sample nations marked as fictitious; never after an error', async ({
    page,
    server,
  }) => {
    await refusePolls(page);
    await page.route(LEADERBOARD, (route) => route.fulfill({ status: 500, body: '' }));
    await refuseSockets(page);
    await page.goto(unfilled(`${server.url}/ranking`));
    await expect(page.getByText('The ranking cannot be reached just now')).toBeVisible();
    await expect(page.getByText('Sample')).toHaveCount(0);

    await letThrough(page, LEADERBOARD);
    await page.getByRole('button', { name: 'Ask now' }).click();
    await expect(page.getByText('No rankings available yet')).toBeVisible();
    await expect(page.getByText('0 nations competing · sample ranking')).toBeVisible();
    const sample = page.getByRole('table', { name: 'Sample ranking' });
    await expect(sample.getByRole('row')).toHaveCount(5);
    await expect(page.getByText('Sample: none of these players exist')).toBeVisible();
  });
});

test.describe('full of rivals', () => {
  const server = new DevServer({ pages: 'built', rivals: RIVALS });

  // One game for all: letting the rivals in takes longer than any test.
  test.describe.configure({ mode: 'default' });

  test.beforeAll(async () => {
    await server.start();
    await server.setRivalsPace('lively');
    await expect
      .poll(async () => (await leaderboard(server.url)).length, { timeout: 30_000 })
      .toBeGreaterThanOrEqual(RIVALS);
    await server.setRivalsPace('off');
  });

  test.afterAll(async () => {
    await server.dispose();
  });

  test('podium, tip, every row with its badges, the player’s own, and a stake that moves it live', async ({
    browser,
  }) => {
    const context = await browser.newContext();
    await setUpWallet(context, { account: PLAYER });
    const player = await context.newPage();
    await chooseNation(player, server.url, 'Argentina');
    const page = await context.newPage();
    await page.goto(`${server.url}/ranking`);
    await expect(page.getByRole('heading', { level: 1, name: 'Global Rankings' })).toBeVisible();
    await expect(page.getByText(`${RIVALS + 1} nations competing`)).toBeVisible();
    await expect(page.getByText('Sample')).toHaveCount(0);
    const links = page.getByRole('main');
    await expect(links.getByRole('link', { name: 'Build your nation' })).toHaveAttribute(
      'href',
      '/dashboard',
    );
    await expect(links.getByRole('link', { name: 'Learn How to Play' })).toHaveAttribute(
      'href',
      '/learn',
    );

    const podium = page.getByRole('list', { name: 'Top 3' }).getByRole('listitem');
    await expect(podium).toHaveCount(3);
    await expect(podium.first()).toContainText('Champion');
    for (const words of [/\$\d+K/, /0x.{4}…/, /President/, /cultural NFTs? staked/]) {
      await expect(podium.first()).toContainText(words);
    }

    const table = page.getByRole('table', { name: 'Complete Rankings' });
    const rows = table.getByRole('row');
    await expect(rows).toHaveCount(RIVALS + 2);
    await expect(rows.nth(1)).toContainText('Top 1');
    await expect(rows.nth(10)).toContainText('Top 10');
    await expect(rows.nth(11)).toContainText('#11');
    await expect(rows.nth(1)).toContainText(/President/);
    await expect(rows.nth(1)).toContainText(/DENA/);
    const own = rowOf(page, '0x7099…79C8');
    await expect(own).toContainText('You');
    await expect(own).toHaveAttribute('aria-current', 'true');
    await expect(table.getByText('You', { exact: true })).toHaveCount(1);
    await expect(own).toContainText('$15,000');

    await player.getByLabel('Amount').fill('100000');
    await player.getByRole('button', { name: 'Stake DENA' }).click();
    await expect(own).toContainText('$25,000', { timeout: 5000 });
    await expect(toasts(player)).toContainText('DENA Staked Successfully');
    await expect(page).toHaveTitle(/^#\d+ Global Rankings/);
    await context.close();
  });

  test('a spectator without a wallet sees the same ranking, with no row marked as their own', async ({
    page,
  }) => {
    await page.goto(`${server.url}/RANKING/`);
    const table = page.getByRole('table', { name: 'Complete Rankings' });
    await expect(async () => {
      const [, ...shown] = await table.getByRole('row').allTextContents();
      const list = await leaderboard(server.url);
      expect(shown).toHaveLength(list.length);
      for (const [place, { walletAddress, gdp }] of list.entries()) {
        expect(shown[place]).toContain(shortAddress(walletAddress));
        expect(shown[place]).toContain(`$${gdp.toLocaleString('en-US')}`);
      }
    }).toPass({ timeout: 10_000 });
    await expect(table.getByText('You', { exact: true })).toHaveCount(0);
  });
});
