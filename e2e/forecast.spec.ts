/**
 * The effect of a stake or an unstake is shown before it is confirmed, and matches what happens.
 */
import { expect, type Page } from '@playwright/test';
import { playerNationCall } from '../common/protocol/player-nation.ts';
import { rules } from '../common/testing/fixtures.ts';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { confirmUnstake, Rival, rowOf, stakeNfts, toasts } from './demo-player.ts';
import { test } from './game-test.ts';
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
  'what a stake and an unstake bring is said, and is what then comes',
  { tag: '@long' },
  async ({ player, server }) => {
    const national = collection(player, 'National NFTs');
    // The rank is requested again when the player's row moves, not at the next poll.
    await refusePolls(player);
    await player.goto(`${server.url}/dashboard`);
    await player.getByLabel('Amount').fill('10');
    await expect(figure(player, 'Rank')).toHaveText('Rank#1');
    await aRival(server.url);
    await expect(figure(player, 'Rank')).toHaveText('Rank#2');

    // The server checks a newcomer's name after their first move; a forecast asked for earlier has
    // it at the next poll.
    await expect(rowOf(player, 'isabella.eth')).toBeVisible();
    await national.getByRole('button', { name: /^Stake / }).click();
    await expect(figure(player, 'GDP')).toContainText('$18,000→$26,100');
    await player.getByRole('button', { name: 'More NFTs' }).click();
    await expect(figure(player, 'GDP')).toContainText('$18,000→$34,200');
    await expect(figure(player, 'Rank')).toContainText('#2→#1');
    await expect(forecastOf(player)).toContainText('Passes isabella.eth');

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
    await stakeNfts(player, server.url, { nftType: 'museum', quantity: 1 });
    await server.advance(rules.lockMs);
    await player.goto(`${server.url}/dashboard`);
    const unstake = player.getByRole('button', { name: 'Unstake 2 × Italy' });
    await unstake.click();
    const dialog = player.getByRole('dialog', { name: 'Unstake 2 × Italy?' });
    const lost = player.getByRole('table', { name: 'What you give up' });
    const loss = (name: string) =>
      lost.getByRole('row').filter({ has: player.getByRole('rowheader', { name }) });
    await expect(loss('GDP')).toContainText('$35,400→$19,200');
    await expect(loss('Rank')).toContainText('#1→#2');
    await expect(lost).toContainText('isabella.eth would pass you');
    await dialog.getByRole('button', { name: 'Keep it staked' }).click();
    await expect(unstake).toBeFocused();
    expect(await standing(player, server.url)).toEqual({ gdp: 35_400, rank: 1 });

    const cultural = collection(player, 'Cultural NFTs').getByRole('button', { name: /^Unstake/ });
    await cultural.click();
    await expect(loss('Presidency')).toContainText('Yours→Lost');
    await player.keyboard.press('Escape');
    await unstake.click();
    await confirmUnstake(player);
    await expect(toasts(player)).toContainText('NFT Unstaked Successfully');
    expect(await standing(player, server.url)).toEqual({ gdp: 19_200, rank: 2 });
  },
);
