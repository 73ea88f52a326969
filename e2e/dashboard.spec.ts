/** The dashboard [SCR23–41, STA7, STA8, VAL5–10]: its states, and every stake from the click to its return. */
import { expect, type Page, type Route } from '@playwright/test';
import { z } from 'zod';
import { LOCK_TEXT } from '../client/src/views/facts.ts';
import { LOCK_MS } from '../common/rules/lock.ts';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { confirmUnstake, expectToast, rowOf, setUpWallet, toasts } from './demo-player.ts';
import { test } from './game-test.ts';
import { gate } from './gate.ts';
import { letThrough } from './let-through.ts';

const [, NEWCOMER = null] = DEMO_ACCOUNTS;

const stat = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const stakeForm = (page: Page) => page.getByRole('form', { name: 'Stake DENA' });
const stakeButton = (page: Page) => stakeForm(page).getByRole('button', { name: 'Stake DENA' });
const national = (page: Page) => page.getByRole('region', { name: 'National NFTs', exact: true });
const cultural = (page: Page) => page.getByRole('region', { name: 'Cultural NFTs', exact: true });
const nftDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm NFT Staking' });

/** The dialog of the collection's token of Italy. */
async function openNftDialog(page: Page, collection: (page: Page) => ReturnType<typeof national>) {
  await collection(page)
    .getByRole('button', { name: /^Stake / })
    .click();
  return nftDialog(page);
}

test.describe('what it shows', () => {
  test.use({ game: 'shared' });

  test('without a wallet it asks for one', async ({ page, server }) => {
    await setUpWallet(page, { account: null });
    await page.goto(`${server.url}/dashboard`);
    await expect(page.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to Home Page' })).toHaveAttribute('href', '/');
  });

  test('it shows the block at which the holdings were verified, and works without it', async ({
    player,
    server,
  }) => {
    const line = player.getByText(/^Holdings .*block [\d,]+/);
    await player.goto(`${server.url}/dashboard`);
    await expect(line).toBeVisible();
    // A server of an earlier version, during a rolling upgrade or after a rollback, does not send it.
    const untold = async (route: Route): Promise<void> => {
      const response = await route.fetch();
      const { playerNation, ...rest } = z
        .looseObject({ playerNation: z.looseObject({}) })
        .parse(await response.json());
      const { holdings: _, ...older } = playerNation;
      await route.fulfill({ response, json: { ...rest, playerNation: older } });
    };
    await player.route('**/api/player-nation/**', untold);
    await player.route('**/api/resources/update', untold);
    await player.reload();
    await expect(stat(player, 'GDP')).toContainText('$');
    await expect(stakeForm(player)).toContainText('to stake');
    await expect(line).toHaveCount(0);
    await player.unrouteAll({ behavior: 'wait' });
  });

  test('a wallet without a nation is looked up, and asked to choose one', async ({
    page,
    server,
  }) => {
    await setUpWallet(page, { account: null });
    await page.goto(`${server.url}/dashboard`);
    await expect(page.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
    const held = gate();
    await page.route('**/api/player-nation/0x*', async (route) => {
      await held.opened;
      await route.continue();
    });
    await page.evaluate((account) => window.denariaDemoWallet?.useAccount(account), NEWCOMER);
    await expect(page.getByRole('status', { name: 'Loading your nation' })).toBeVisible();
    held.open();
    await expect(page.getByRole('heading', { name: 'Nation Selection Required' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to Home Page' })).toHaveAttribute('href', '/');
    await page.getByRole('button', { name: 'Choose Your Nation' }).click();
    await expect(page.getByRole('dialog', { name: 'Choose Your Nation' })).toBeVisible();
  });

  test('the nation, its four figures, its GDP and the leaderboard', async ({ player, server }) => {
    await player.goto(`${server.url}/dashboard`);
    await expect(
      player.getByRole('heading', { level: 1, name: 'Build your nation' }),
    ).toBeVisible();
    const nation = player.getByRole('main').getByText('Italy', { exact: true }).first();
    await expect(nation).toBeVisible();
    await expect(nation.locator('..').locator('svg[viewBox="0 0 513 342"]')).toBeVisible();
    await expect(stat(player, 'DENA Balance')).toContainText('100,000');
    await expect(stat(player, 'GDP')).toContainText('$18K');
    await expect(stat(player, 'Population')).toContainText('59M');
    await expect(stat(player, 'Global Rank')).toContainText('#1');
    await expect(stat(player, 'Global Rank')).toContainText('No change');
    await expect(player.getByRole('heading', { name: 'Current GDP' })).toBeVisible();
    await expect(player.getByRole('link', { name: 'View All' })).toHaveAttribute(
      'href',
      '/ranking',
    );
    await expect(rowOf(player, '0x7099…79C8')).toContainText('You');
  });

  test('both collections: holdings, stakes, where to buy', async ({ player, server }) => {
    await player.goto(`${server.url}/dashboard`);
    const card = national(player);
    await expect(card).toContainText('Available to Stake');
    await expect(card).toContainText('3 copies');
    await expect(card.getByRole('heading', { name: /^Staked/ })).toBeVisible();
    await expect(card).toContainText('No NFTs staked yet');
    await expect(card.getByRole('link', { name: /Buy National NFTs/ })).toHaveAttribute(
      'href',
      /^https?:/,
    );
    await expect(cultural(player)).toContainText('No cultural NFTs staked yet');
    await expect(cultural(player).getByRole('link', { name: /Buy Cultural NFTs/ })).toHaveAttribute(
      'href',
      /^https?:/,
    );
    // The wallet holds those of all four nations.
    await expect(cultural(player).getByRole('button', { name: /^Stake / })).toHaveCount(1);
    await expect(cultural(player)).toContainText('The Colosseum');
    await expect(player.getByRole('main')).not.toContainText(/token 2/i);
  });

  test('on another network, the page names it and offers a button to switch', async ({
    player,
    server,
  }) => {
    await player.goto(`${server.url}/dashboard`);
    await expect(stakeForm(player)).toContainText('to stake');
    const reloaded = player.waitForEvent('load');
    await player.evaluate(() => window.denariaDemoWallet?.pretendChain('0x5'));
    await reloaded;
    const form = stakeForm(player);
    await expect(form).toContainText('Please switch to Ethereum Mainnet (Chain ID: 1)');
    await expect(stakeButton(player)).toBeDisabled();
    await expect(national(player)).toContainText('Failed to load NFT balance');
    await expect(national(player)).toContainText(
      "Make sure you're connected to the correct network",
    );
    // Shown once for the whole page.
    await player.getByRole('button', { name: 'Switch network' }).click();
    await expect(form).toContainText('to stake');
  });

  test('an unreadable balance says so, and nothing can be staked', async ({ player, server }) => {
    await player.route('**/dev/rpc', async (route) => {
      const isRead = route.request().postData()?.includes('eth_call') ?? false;
      await (isRead ? route.fulfill({ status: 500, body: '' }) : route.continue());
    });
    await player.goto(`${server.url}/dashboard`);
    await expect(stakeForm(player)).toContainText('Unable to read your DENA balance.');
    await expect(national(player)).toContainText('Failed to load NFT balance');
    await player.getByLabel('Amount').fill('10');
    await expect(stakeButton(player)).toBeDisabled();
    await player.getByLabel('Amount').press('Enter');
    await expectToast(
      player,
      'Balance Unavailable',
      'Unable to read your DENA balance. Please check your wallet connection and try again.',
    );
  });
});

test.describe('DENA', () => {
  test.describe('before it is staked', () => {
    test.use({ game: 'shared' });

    test('the form accepts a plain amount up to the balance, and says what it adds', async ({
      player,
      server,
    }) => {
      await player.goto(`${server.url}/dashboard`);
      const amount = player.getByLabel('Amount');
      const form = stakeForm(player);
      await expect(player.getByRole('region', { name: 'DENA Coin Staking' })).toContainText(
        `locked for ${LOCK_TEXT}`,
      );
      await expect(form).toContainText('100,000 to stake');
      await expect(stakeButton(player)).toBeDisabled();
      for (const [text, words] of [
        ['0', 'above 0'],
        ['-5', 'without a minus'],
        ['1e3', 'a number such as'],
        ['100000.1', '100,000 DENA to stake'],
      ] as const) {
        await amount.fill(text);
        await expect(form).toContainText(words);
        await expect(stakeButton(player)).toBeDisabled();
      }
      await form.getByRole('button', { name: 'Max' }).click();
      await expect(amount).toHaveValue('100000');
      await expect(form.getByLabel('GDP bonus')).toContainText('+$10,000');
      await amount.fill('10009.9');
      await expect(form.getByLabel('GDP bonus')).toContainText('+$1,000');
    });

    test('a stake that fails says so', async ({ player, server }) => {
      await player.route('**/api/dena/stake', (route) => route.fulfill({ status: 500, body: '' }));
      await player.goto(`${server.url}/dashboard`);
      await player.getByLabel('Amount').fill('10009.9');
      await stakeButton(player).click();
      await expectToast(player, 'Staking Failed', 'Failed to stake DENA');
    });
  });

  test('a stake, its lock and its return', async ({ player, server }) => {
    await player.goto(`${server.url}/dashboard`);
    await player.getByLabel('Amount').fill('10000');
    await stakeButton(player).click();
    await expectToast(player, 'DENA Staked Successfully', 'Your GDP has been increased!');
    await expect(stat(player, 'GDP')).toContainText('$19K');
    const list = player.getByRole('list', { name: 'Staked DENA' });
    await expect(list).toContainText(/Unstakeable at \d{1,2} \w+ \d{4}, \d\d:\d\d/);
    await expect(list.getByRole('button', { name: /Locked/ })).toBeDisabled();
    await expect(list.getByRole('button', { name: /Locked/ })).toHaveText('Locked');

    await server.advance(LOCK_MS);
    await player.reload();
    await expect(stat(player, 'GDP')).toContainText('$19K');
    await player.route('**/api/dena/unstake', (route) => route.abort());
    await list.getByRole('button', { name: /Unstake/ }).click();
    await confirmUnstake(player);
    await expectToast(player, 'Unstaking Failed', 'Failed to unstake DENA');
    await letThrough(player, '**/api/dena/unstake');
    await confirmUnstake(player);
    await expectToast(
      player,
      'DENA Unstaked Successfully',
      'Your DENA has been returned to your balance',
    );
    await expect(player.getByText('No DENA staked yet')).toBeVisible();
    await expect(stat(player, 'GDP')).toContainText('$18K');
  });
});

test.describe('NFTs', () => {
  test.describe('before they are staked', () => {
    test.use({ game: 'shared' });

    test('the dialog: the token, how many, and what they add', async ({ player, server }) => {
      await player.goto(`${server.url}/dashboard`);
      const dialog = await openNftDialog(player, national);
      await expect(dialog.getByRole('img').first()).toBeVisible();
      await expect(dialog).toContainText('Token ID2');
      await expect(dialog).toContainText('Available3');
      await expect(dialog).toContainText(`Locked for ${LOCK_TEXT}`);
      const quantity = dialog.getByLabel('Quantity to stake');
      await quantity.fill('99');
      await expect(quantity).toHaveValue('3');
      await quantity.fill('0');
      await quantity.blur();
      await expect(quantity).toHaveValue('1');
      await dialog.getByRole('button', { name: 'More NFTs' }).click();
      await expect(rowOf(player, 'Territory')).toContainText('+180 km²+360 km²');
      await expect(rowOf(player, 'Production')).toContainText('+0.45x+0.90x');
    });

    test('unverifiable ownership, another player’s token and a failed stake are reported', async ({
      player,
      server,
    }) => {
      await player.goto(`${server.url}/dashboard`);
      const dialog = await openNftDialog(player, national);
      await expect(rowOf(player, 'Territory')).toContainText('+180 km²');
      const confirm = dialog.getByRole('button', { name: 'Stake NFT' });
      await player.route('**/api/nft/verify', (route) =>
        route.fulfill({ status: 500, body: 'no' }),
      );
      await confirm.click();
      await expectToast(player, 'Verification Failed', 'Failed to verify NFT ownership');
      await letThrough(player, '**/api/nft/verify');
      await player.route('**/api/nft/verify', async (route) => {
        const response = await route.fetch();
        const answer: unknown = await response.json();
        await route.fulfill({ response, json: { ...Object(answer), isOwner: false } });
      });
      await confirm.click();
      await expectToast(player, 'Verification Failed', "You don't own this NFT");
      await letThrough(player, '**/api/nft/verify');
      await player.route('**/api/nft/stake', (route) =>
        route.fulfill({
          status: 503,
          body: 'The chain cannot be reached just now. Try again soon.',
        }),
      );
      await confirm.click();
      await expectToast(player, 'Staking Failed', 'Failed to stake NFT');
      await expect(toasts(player)).toContainText('The chain cannot be reached just now.');
    });

    test('a failed cultural stake has its own message', async ({ player, server }) => {
      await player.route('**/api/nft/stake', (route) => route.fulfill({ status: 500, body: '' }));
      await player.goto(`${server.url}/dashboard`);
      const dialog = await openNftDialog(player, cultural);
      await dialog.getByRole('button', { name: 'Stake NFT' }).click();
      await expectToast(player, 'Staking Failed', 'Failed to stake cultural NFT');
    });
  });

  test('two national ones: their stake, their lock and their return', async ({
    player,
    server,
  }) => {
    await player.goto(`${server.url}/dashboard`);
    const card = national(player);
    const dialog = await openNftDialog(player, national);
    await dialog.getByRole('button', { name: 'More NFTs' }).click();
    await dialog.getByRole('button', { name: 'Stake 2 NFTs' }).click();
    await expect(dialog).toBeHidden();
    await expectToast(player, 'NFT Staked Successfully', 'Your territory has been expanded!');
    await expect(card).toContainText('1 copy');
    await expect(card.getByRole('button', { name: `Locked (${LOCK_TEXT})` })).toBeDisabled();
    await expect(stat(player, 'GDP')).not.toContainText('$18K');

    await server.advance(LOCK_MS);
    await player.reload();
    await player.route('**/api/nft/unstake', (route) => route.fulfill({ status: 500, body: '' }));
    await card.getByRole('button', { name: /^Unstake/ }).click();
    await confirmUnstake(player);
    await expectToast(player, 'Unstaking Failed', 'Failed to unstake NFT');
    await letThrough(player, '**/api/nft/unstake');
    await confirmUnstake(player);
    await expectToast(
      player,
      'NFT Unstaked Successfully',
      'Your NFT has been returned to your wallet',
    );
    await expect(stat(player, 'GDP')).toContainText('$18K');
  });

  test('a cultural one: its stake, its lock and its return', async ({ player, server }) => {
    await player.goto(`${server.url}/dashboard`);
    const card = cultural(player);
    const dialog = await openNftDialog(player, cultural);
    await dialog.getByRole('button', { name: 'Stake NFT' }).click();
    await expect(toasts(player)).toContainText('Cultural NFT Staked Successfully');
    await expect(card.getByRole('button', { name: `Locked (${LOCK_TEXT})` })).toBeDisabled();

    await server.advance(LOCK_MS);
    await player.reload();
    await player.route('**/api/nft/unstake', (route) => route.fulfill({ status: 500, body: '' }));
    await card.getByRole('button', { name: /^Unstake/ }).click();
    await confirmUnstake(player);
    await expectToast(player, 'Unstaking Failed', 'Failed to unstake cultural NFT');
    await letThrough(player, '**/api/nft/unstake');
    await confirmUnstake(player);
    await expect(toasts(player)).toContainText('Cultural NFT Unstaked');
    await expect(stat(player, 'GDP')).toContainText('$18K');
  });
});
