/**
 * The effect of a stake or an unstake is shown before it is confirmed, and matches what happens.
 */
import { expect, type Page } from '@playwright/test';
import { playerNationCall } from '../common/protocol/player-nation.ts';
import { LOCK_MS } from '../common/rules/lock.ts';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { sendAllNfts } from './chain-transfers.ts';
import {
  confirmUnstake,
  dismissToast,
  Rival,
  rowOf,
  stakeDena,
  stakeNfts,
  toasts,
} from './demo-player.ts';
import { test } from './game-test.ts';
import { letThrough } from './let-through.ts';
import { refusePolls } from './refuse-sockets.ts';

const [PLAYER] = DEMO_ACCOUNTS;

const collection = (page: Page, name: 'National NFTs' | 'Cultural NFTs') =>
  page.getByRole('region', { name, exact: true });
const forecastOf = (page: Page) => page.getByRole('table', { name: 'What it brings' });
const figure = (page: Page, name: string) =>
  forecastOf(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) });

/** Isabella also plays Italy, and is ahead with 28,000. */
async function aRival(url: string): Promise<void> {
  const rival = new Rival(url);
  await rival.choose('italy');
  await rival.stake('100000');
}

async function standing(page: Page, url: string): Promise<{ gdp: number; rank: number }> {
  const answer = await page.request.get(`${url}/api/player-nation/${PLAYER}`);
  const { gdp, rank } = playerNationCall.answers[200].parse(await answer.json()).playerNation;
  return { gdp, rank };
}

test(
  'what a stake, an unstake and an NFT that the player lacks bring is said, and is what then comes; a rank is requested once, when the player pauses',
  { tag: '@long' },
  async ({ player, server }) => {
    const national = collection(player, 'National NFTs');
    const asked: string[] = [];
    player.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/leaderboard/preview') asked.push(searchParams.get('gdp') ?? '');
    });
    const open = national.getByRole('button', { name: /^Stake / });
    await player.goto(`${server.url}/dashboard`);
    await open.click();
    await expect(figure(player, 'Rank')).toHaveText('Rank#1');
    await expect(forecastOf(player)).not.toContainText('Passes');
    const more = player.getByRole('button', { name: 'More NFTs' });
    await more.evaluate((button: HTMLButtonElement) => {
      button.click();
      setTimeout(() => button.click(), 20);
    });
    await expect(figure(player, 'GDP')).toContainText('$42,300');
    await expect.poll(() => asked).toContain('42300');
    expect(asked).not.toContain('34200');

    await player.route('**/api/leaderboard/preview?*', (route) => route.abort());
    await player.reload();
    await expect(national.getByText('Each adds')).toBeVisible();
    await open.click();
    await expect(figure(player, 'GDP')).toContainText('$18,000→$26,100');
    await expect(figure(player, 'Rank')).toContainText('#1→–');
    await letThrough(player, '**/api/leaderboard/preview?*');

    // The rank is requested again when the player's row moves, not at the next poll.
    await refusePolls(player);
    await player.goto(`${server.url}/dashboard`);
    await player.getByLabel('Amount').fill('10');
    await expect(figure(player, 'Rank')).toHaveText('Rank#1');
    await aRival(server.url);
    await expect(figure(player, 'Rank')).toHaveText('Rank#2');
    await player.getByLabel('Amount').fill('');
    await expect(forecastOf(player)).toHaveCount(0);

    // The server checks a newcomer's name after their first move; a forecast asked for earlier has
    // it at the next poll.
    await expect(rowOf(player, 'isabella.eth')).toBeVisible();
    await national.getByRole('button', { name: /^Stake / }).click();
    await expect(figure(player, 'GDP')).toContainText('$18,000→$26,100');
    await player.getByRole('button', { name: 'More NFTs' }).click();
    await expect(figure(player, 'GDP')).toContainText('$18,000→$34,200');
    await expect(figure(player, 'Rank')).toContainText('#2→#1');
    await expect(forecastOf(player)).toContainText('Passes isabella.eth');
    await expect(figure(player, 'Presidency')).toHaveCount(0);

    // The board may include the stake before the page has its answer: it is not forecast a second
    // time.
    await player.route('**/api/nft/stake', async (route) => {
      const response = await route.fetch({ maxRetries: 2 });
      await expect(player.getByText('$34,200').nth(1)).toBeVisible();
      await expect(figure(player, 'GDP')).toContainText('$18,000→$34,200');
      await route.fulfill({ response });
    });
    await player.getByRole('button', { name: 'Stake 2 NFTs' }).click();
    await expect(toasts(player)).toContainText('NFT Staked Successfully');
    expect(await standing(player, server.url)).toEqual({ gdp: 34_200, rank: 1 });

    // Unstaking asks once and states its cost.
    await stakeDena(player, server.url, '100000');
    await stakeNfts(player, server.url, { nftType: 'museum', quantity: 1 });
    await player.goto(`${server.url}/territory`);
    await expect(player.getByRole('list', { name: 'Your holdings' })).toBeVisible();
    await expect(player.getByRole('button', { name: /^Unstake/ })).toHaveCount(0);
    await server.advance(LOCK_MS);
    await player.reload();
    await player.getByRole('button', { name: 'Unstake 2 × Italy' }).click();
    await confirmUnstake(player);
    await expect(toasts(player)).toContainText('NFT Unstaked Successfully');
    await expect(player.locator('dl[aria-label="Totals"]')).toContainText('Territory0 km²');

    await player.goto(`${server.url}/dashboard`);
    const unstake = player.getByRole('button', { name: 'Unstake 100,000 DENA' });
    await unstake.click();
    const dialog = player.getByRole('dialog', { name: 'Unstake 100,000 DENA?' });
    const lost = player.getByRole('table', { name: 'What you give up' });
    const loss = (name: string) =>
      lost.getByRole('row').filter({ has: player.getByRole('rowheader', { name }) });
    await expect(loss('GDP')).toContainText('$29,200→$19,200');
    await expect(loss('Rank')).toContainText('#1→#2');
    await expect(lost).toContainText('isabella.eth would pass you');
    await expect(loss('Presidency')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Keep it staked' }).click();
    await expect(dialog).toBeHidden();
    await expect(unstake).toBeFocused();
    expect(await standing(player, server.url)).toEqual({ gdp: 29_200, rank: 1 });

    const cultural = collection(player, 'Cultural NFTs').getByRole('button', { name: /^Unstake/ });
    await cultural.click();
    await expect(loss('Presidency')).toContainText('Yours→Lost');
    await player.keyboard.press('Escape');
    await unstake.click();
    await confirmUnstake(player);
    await expect(toasts(player)).toContainText('DENA Unstaked Successfully');
    await dismissToast(player);
    expect(await standing(player, server.url)).toEqual({ gdp: 19_200, rank: 2 });

    // And so does an NFT that the player no longer has.
    await cultural.click();
    await confirmUnstake(player);
    await expect(toasts(player)).toContainText('Cultural NFT Unstaked');
    await sendAllNfts(server.url);
    await player.goto(`${server.url}/dashboard`);
    await expect(national).toContainText(
      /None in your wallet to stake\.Each adds \+180\skm².*\+\$8,100\sGDP/,
    );
    await expect(collection(player, 'Cultural NFTs')).toContainText(
      /The player who stakes the most becomes President\.Each adds \+\$1,200\sGDP/,
    );
  },
);
