/**
 * The dashboard [SCR23–41, STA7, STA8, VAL5–10]: its states, and every stake from the click to its
 * return.
 */
import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { Interface } from 'ethers';
import { ENDS_IF_MOVED } from '../client/src/views/facts.ts';
import { configCall } from '../common/protocol/config.ts';
import { rules } from '../common/testing/fixtures.ts';
import { WEI_PER_DENA } from '../common/values/amount.ts';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import {
  confirmUnstake,
  dismissToast,
  expectTexts,
  expectToast,
  rowOf,
  setUpWallet,
  stakeDena,
  toasts,
} from './demo-player.ts';
import type { DevServer } from './dev-server.ts';
import { test } from './game-test.ts';
import { gate } from './gate.ts';
import { letThrough } from './let-through.ts';
import { noteOrders, paste } from './typed-figures.ts';

const [PLAYER = null, OTHER = null] = DEMO_ACCOUNTS;

/** Shown if an amount can be staked. */
const LOCK_TEXT = '7 days';
const STAYS = `It stays in your wallet, locked for ${LOCK_TEXT}. ${ENDS_IF_MOVED}`;

const { step } = test;
const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const stat = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const stakeForm = (page: Page) => page.getByRole('form', { name: 'Stake DENA' });
const stakeButton = (page: Page) => stakeForm(page).getByRole('button', { name: 'Stake DENA' });
const stakedDena = (page: Page) => page.getByRole('list', { name: 'Staked DENA' });
const national = (page: Page) => stat(page, 'National NFTs');
const cultural = (page: Page) => stat(page, 'Cultural NFTs');
const nftDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm NFT Staking' });
const openOf = (collection: Locator) => collection.getByRole('button', { name: /^Stake / });
const unstakeOf = (collection: Locator) => collection.getByRole('button', { name: /^Unstake/ });

const fails = (route: Route) => route.fulfill({ status: 400, body: '' });

/** The server says that the NFT is another player's. */
async function disownNft(page: Page): Promise<void> {
  await page.route('**/api/nft/verify', async (route) => {
    const response = await route.fetch({ maxRetries: 2 });
    const answer: unknown = await response.json();
    await route.fulfill({ response, json: { ...Object(answer), isOwner: false } });
  });
}

/** On chain, behind the game's back. */
async function sendAllDenaButAWei(server: DevServer): Promise<void> {
  const answer = await fetch(`${server.url}/api/config`);
  const { dena } = configCall.answers[200].parse(await answer.json()).contracts;
  const data = new Interface(['function transfer(address, uint256)']).encodeFunctionData(
    'transfer',
    [OTHER, 100_000n * WEI_PER_DENA - 1n],
  );
  const params = [{ from: PLAYER, to: dena, data }];
  await server.post('/dev/rpc', { jsonrpc: '2.0', id: 1, method: 'eth_sendTransaction', params });
}

test.describe('what it shows', () => {
  test.use({ game: 'shared' });

  test('[SCR23–25, STA5, STA9] a visitor is asked for a wallet, a wallet for a nation', async ({
    page,
    server,
  }) => {
    await setUpWallet(page, { account: null });
    const refreshes: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/player-nation/refresh'))
        refreshes.push(request.postDataJSON());
    });
    const useAccount = (account: typeof PLAYER) =>
      page.evaluate((address) => window.denariaDemoWallet?.useAccount(address), account);
    const home = page.getByRole('link', { name: 'Go to Home Page' });
    await page.goto(`${server.url}/dashboard`);
    await expect(heading(page, 'Connect Your Wallet')).toBeVisible();
    await expect(home).toHaveAttribute('href', '/');
    await page.getByRole('button', { name: 'Stake DENA' }).press('Enter');
    await expect(toasts(page)).toContainText('Wallet Not Connected');
    await page.goto(`${server.url}/territory`);
    await expect(page.getByText('Your land is kept under your wallet’s name')).toBeVisible();
    await page.goto(`${server.url}/dashboard`);

    const barrier = gate();
    await page.route('**/api/player-nation/0x*', async (route) => {
      await barrier.opened;
      await route.continue();
    });
    await useAccount(OTHER);
    await expect(page.getByRole('status', { name: 'Loading your nation' })).toBeVisible();
    barrier.open();
    await expect(heading(page, 'Nation Selection Required')).toBeVisible();
    await expect(home).toHaveAttribute('href', '/');
    await page.getByRole('button', { name: 'Choose Your Nation' }).click();
    await expect(page.getByRole('dialog', { name: 'Choose Your Nation' })).toBeVisible();
    await page.keyboard.press('Escape');
    expect(refreshes).toEqual([]);

    await useAccount(PLAYER);
    await expect(heading(page, 'Build your nation')).toBeVisible();
    await expect.poll(() => refreshes).toEqual([{ walletAddress: PLAYER }]);
    const links = page.getByRole('banner').getByRole('navigation', { name: 'Main' });
    for (const name of ['Ranking', 'Home', 'Build']) {
      await links.getByRole('link', { name, exact: true }).click();
    }
    await expect(heading(page, 'Build your nation')).toBeVisible();
    expect(refreshes).toHaveLength(1);
  });

  test('[SCR5, SCR26, SCR27, SCR29, SCR31–33, SCR37, SCR39, SCR40, ROL3, STA3, VAL3, CAL8, TXT7, TXT15] the nation, its figures, the leaderboard, both collections, no land yet; another network, and an unreadable balance', async ({
    player,
    server,
  }) => {
    await player.goto(`${server.url}/dashboard`);
    await expect(
      player.getByRole('heading', { level: 1, name: 'Build your nation' }),
    ).toBeVisible();
    const nation = player.getByRole('main').getByText('Italy', { exact: true }).first();
    await expect(nation).toBeVisible();
    await expect(nation.locator('..').locator('svg[viewBox="0 0 513 342"]')).toBeVisible();
    for (const [name, figure] of [
      ['DENA Balance', '100,000'],
      ['GDP', '$18K'],
      ['Population', '59M'],
      ['Global Rank', '#1'],
      ['Global Rank', 'No change'],
    ] as const) {
      await expect(stat(player, name)).toContainText(figure);
    }
    await expect(heading(player, 'Current GDP')).toBeVisible();
    await expect(player.getByRole('link', { name: 'View All' })).toHaveAttribute(
      'href',
      '/ranking',
    );
    await expect(rowOf(player, '0x7099…79C8')).toContainText('You');

    await expect(stakeForm(player)).toContainText('100,000 DENA left to stake');
    await expectTexts(national(player), ['Available to Stake', '3 × Italy']);
    await expect(national(player).getByRole('heading', { name: /^Staked/ })).toBeVisible();
    await expect(national(player)).toContainText('No NFTs staked yet');
    await expect(cultural(player)).toContainText('No cultural NFTs staked yet');
    for (const name of [/Buy National NFTs/, /Buy Cultural NFTs/]) {
      await expect(player.getByRole('link', { name })).toHaveAttribute('href', /^https?:/);
    }
    // The wallet holds those of all four nations.
    await expect(openOf(cultural(player))).toHaveCount(1);
    await expect(cultural(player)).toContainText('The Colosseum');
    // Two screens at most.
    await player.setViewportSize({ width: 1440, height: 900 });
    expect(await player.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(
      1800,
    );

    await step('the land, of which there is none', async () => {
      await player.getByRole('link', { name: 'See your territory' }).click();
      await expect(player.getByText('Nobody has drawn a border here yet.')).toBeVisible();
      await expect(player.getByRole('main')).toContainText(
        /\+180\skm².*\+0\.45x\sproduction.*\+\$8,100\sGDP/,
      );
      await player.getByRole('link', { name: 'Stake your first NFT' }).click();
      await expect(openOf(national(player))).toBeVisible();
    });

    const form = stakeForm(player);
    const next = stat(player, 'Your next move');
    const reloaded = player.waitForEvent('load');
    await player.evaluate(() => window.denariaDemoWallet?.pretendChain('0x5'));
    await reloaded;
    await expect(form).toContainText('Please switch to Ethereum Mainnet (Chain ID: 1)');
    await expect(stakeButton(player)).toBeDisabled();
    await expectTexts(next, [
      'Your wallet is on another network',
      'Please switch to Ethereum Mainnet (Chain ID: 1)',
    ]);
    for (const collection of [national(player), cultural(player)]) {
      await expectTexts(collection, [
        'Failed to load NFT balance',
        "Make sure you're connected to the correct network",
      ]);
    }
    // The server's last reading replaces the wallet's.
    await expectTexts(stat(player, 'DENA Balance'), ['100,000', 'As the game last verified it']);
    await next.getByRole('button', { name: 'Switch network' }).click();
    await expect(form).toContainText('100,000 DENA left to stake');

    let asked = 0;
    await player.route('**/dev/rpc', (route) => {
      const data = route.request().postData() ?? '';
      if (data.includes('"0x70a08231')) asked += 1;
      return data.includes('eth_call') ? fails(route) : route.continue();
    });
    await player.reload();
    await expect(form).toContainText('Unable to read your DENA balance.');
    // With one retry.
    expect(asked).toBe(2);
    await expect(national(player)).toContainText('Failed to load NFT balance');
    await expect(next).toContainText('The wallet has lost its connection to the network.');
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

test.describe('before a stake', () => {
  test.use({ game: 'shared' });

  test('[SCR30, SCR35, VAL5–7, VAL9, TXT9, TXT10] an amount of DENA: understood or refused; the dialog of an NFT, and how a stake fails', async ({
    player,
    server,
  }) => {
    await player.goto(`${server.url}/dashboard`);
    const orders = noteOrders(player);
    const form = stakeForm(player);
    const amount = form.getByLabel('Amount');
    const bonus = form.getByLabel('GDP bonus');
    await expect(form).toContainText('100,000 DENA left to stake');
    await expect(stakeButton(player)).toBeDisabled();
    await step('what is understood', async () => {
      await amount.focus();
      for (const [text, words] of [
        [' 12,500.50 DENA\t', '12,500.5 DENA adds $1,250.'],
        ['9', '9 DENA adds nothing to your GDP: each stake is rounded down, and 10 DENA adds $1.'],
      ] as const) {
        await paste(player, text);
        await expect(amount).toHaveAccessibleDescription(`${words} ${STAYS}`);
        await expect(amount).not.toHaveAttribute('aria-invalid');
        await expect(stakeButton(player)).toBeEnabled();
      }
    });
    await step('what is refused, by Enter as by a click', async () => {
      for (const [text, words] of [
        ['1,00', 'groups by three'],
        ['0', 'above 0'],
      ] as const) {
        await amount.fill(text);
        await expect(amount).toHaveAttribute('aria-invalid', 'true');
        await expect(amount).toHaveAccessibleDescription(new RegExp(words));
        await amount.press('Enter');
        await expect(stakeButton(player)).toBeDisabled();
      }
      expect(orders).toEqual([]);
      await amount.fill('200,000');
      await expect(amount).toHaveAccessibleDescription(/^You have 100,000 DENA left to stake/);
    });
    await form.getByRole('button', { name: 'Max' }).click();
    await expect(amount).toHaveValue('100000');
    await expect(bonus).toContainText('+$10,000');

    await player.route('**/api/dena/stake', fails);
    await amount.fill('10009.9');
    await expect(bonus).toContainText('+$1,000');
    await expect(form.getByRole('row', { name: /^GDP/ })).toContainText('$18,000→$19,000');
    await stakeButton(player).click();
    await expectToast(player, 'Staking Failed', 'Failed to stake DENA');

    await dismissToast(player);
    await openOf(national(player)).click();
    const dialog = nftDialog(player);
    const quantity = dialog.getByLabel('Quantity to stake');
    const stake = dialog.getByRole('button', { name: /^Stake/ });
    await expect(dialog.getByRole('img').first()).toBeVisible();
    await expectTexts(dialog, [
      'Token ID2',
      'Available3',
      `Locked for ${LOCK_TEXT}`,
      ENDS_IF_MOVED,
    ]);
    await expect(stake).toBeEnabled();
    await quantity.fill('-3');
    await quantity.blur();
    await expect(quantity).toHaveValue('1');
    await quantity.fill('99');
    await expect(quantity).toHaveValue('3');
    await expect(stake).toHaveText('Stake 3 NFTs');
    await quantity.fill('2');
    // It is disabled at the most that there is, and the keyboard stays in the dialog.
    await dialog.getByRole('button', { name: 'More NFTs' }).press('Enter');
    await expect(quantity).toHaveValue('3');
    await expect(dialog.locator(':focus').or(player.locator('[role=dialog]:focus'))).toBeVisible();
    await quantity.fill('1');
    await dialog.getByRole('button', { name: 'More NFTs' }).click();
    await expect(rowOf(player, 'Territory')).toContainText('+180 km²+360 km²');
    await expect(rowOf(player, 'Production')).toContainText('+0.45x+0.90x');

    await player.route('**/api/nft/verify', fails);
    await stake.click();
    await expectToast(player, 'Verification Failed', 'Failed to verify NFT ownership');
    await dismissToast(player);
    await letThrough(player, '**/api/nft/verify');
    await player.route('**/api/nft/stake', fails);
    await stake.click();
    await expectToast(player, 'Staking Failed', 'Failed to stake NFT');
    await dismissToast(player);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await openOf(cultural(player)).click();
    await stake.click();
    await expectToast(player, 'Staking Failed', 'Failed to stake cultural NFT');
  });
});

test('[AIM3, STA7] stakes of NFTs, their requests and their land, and of DENA: locks, returns, one that ends unbacked', async ({
  player,
  server,
}) => {
  const locked = { name: `Locked (${LOCK_TEXT})` };
  const holdings = player.getByRole('list', { name: 'Your holdings' }).getByRole('listitem');
  const land = holdings.filter({ hasText: '× Italy' });
  const refreshed = player.waitForResponse('**/api/player-nation/refresh');
  await player.goto(`${server.url}/dashboard`);
  await step('[SCR36, STA8, VAL10, TXT12, TXT14] the stakes', async () => {
    await expect(stakeForm(player)).toContainText('100,000 DENA left to stake');
    await expect(openOf(national(player))).toBeVisible();
    // All that the page asks for by itself has been answered.
    await refreshed;
    await expectTexts(national(player), ['+$8,100 GDP']);
    await expectTexts(cultural(player), ['+$1,200 GDP']);
    // In this order: the dialog, its metadata, the ownership, the stake, the end.
    const steps: string[] = [];
    player.on('request', (request) => {
      const path = new URL(request.url()).pathname;
      if (request.method() === 'POST' && path.startsWith('/api/')) steps.push(path.slice(5));
    });
    const dialog = nftDialog(player);
    await openOf(national(player)).click();
    await expect(rowOf(player, 'Territory')).toContainText('+180 km²');
    await expect.poll(() => steps).toEqual(['nft/verify']);
    await disownNft(player);
    await dialog.getByRole('button', { name: 'Stake NFT' }).click();
    await expectToast(player, 'Verification Failed', "You don't own this NFT");
    await expect(dialog.getByRole('button', { name: 'Stake NFT' })).toBeEnabled();
    expect(steps).toEqual(['nft/verify', 'nft/verify']);
    await letThrough(player, '**/api/nft/verify');

    const barrier = gate();
    await player.route('**/api/nft/stake', async (route) => {
      await barrier.opened;
      await route.continue();
    });
    steps.length = 0;
    await dialog.getByLabel('Quantity to stake').fill('2');
    await dialog.getByLabel('Quantity to stake').press('Enter');
    await expect.poll(() => steps).toEqual(['nft/verify', 'nft/stake']);
    await expect(dialog).toBeVisible();
    barrier.open();
    await expect(dialog).toBeHidden();
    await expectToast(player, 'NFT Staked Successfully', 'Your territory has been expanded!');
    expect(steps).toEqual(['nft/verify', 'nft/stake']);
    await expect(national(player)).toContainText('1 × Italy');
    await expect(national(player).getByRole('button', locked)).toBeDisabled();
    await expectTexts(stat(player, 'GDP'), ['$34K', '+90% since you joined']);

    await openOf(cultural(player)).click();
    await dialog.getByRole('button', { name: 'Stake NFT' }).click();
    await expect(toasts(player)).toContainText('Cultural NFT Staked Successfully');
    await expect(cultural(player).getByRole('button', locked)).toBeDisabled();
  });
  await step('their land: parcels, figures, holdings and locks', async () => {
    await player.getByRole('link', { name: 'See your territory' }).click();
    // Italy's plate: 180 km² and +0.45x each, on a starting GDP of 18,000; its cultural NFT adds
    // 1,200.
    await expectTexts(player.locator('dl[aria-label="Totals"]'), [
      'Territory360 km²',
      'Production+0.90x',
      'GDP from NFTs+$17,400',
      'NFTs staked3',
    ]);
    await expect(holdings).toHaveCount(2);
    await expect(holdings.filter({ hasText: 'The Colosseum' })).toContainText('+$1,200 GDP');
    await expectTexts(land, ['2 × Italy', '+360 km² · +0.90x production · +$16,200 GDP']);
    await expect(land).toContainText(/Unstakeable at.*Locked/);
    const parcels = player.getByRole('main').locator('[data-parcel]');
    await expect(parcels).toHaveCount(2);
  });
  await step('[SCR41] only those that are not staked are offered', async () => {
    await server.advance(rules.lockMs);
    await player.reload();
    await expect(land).toContainText('Unlocked. Still earning until you unstake.');
    await player.getByRole('link', { name: 'Stake more' }).click();
    await expect(national(player)).toContainText('1 × Italy');
    await openOf(national(player)).click();
    await expect(nftDialog(player)).toContainText('Available1');
    await nftDialog(player).getByRole('button', { name: 'Stake NFT' }).click();
    await expect(national(player)).toContainText('All you have are staked.');
    await expect(openOf(national(player))).toHaveCount(0);
  });
  await step('[TXT11, TXT12, TXT14] their return', async () => {
    await player.route('**/api/nft/unstake', fails);
    await unstakeOf(national(player)).click();
    await confirmUnstake(player);
    await expectToast(player, 'Unstaking Failed', 'Failed to unstake NFT');
    await letThrough(player, '**/api/nft/unstake');
    await confirmUnstake(player);
    await expect(toasts(player)).toContainText('NFT Unstaked Successfully');
    await unstakeOf(cultural(player)).click();
    await confirmUnstake(player);
    await expect(toasts(player)).toContainText('Cultural NFT Unstaked');
    // One copy is still staked.
    await expect(stat(player, 'GDP')).toContainText('$26K');
  });
  const tab = await player.context().newPage();
  await tab.goto(`${server.url}/dashboard`);
  // From here on, changes are news.
  for (const page of [player, tab]) {
    await expect(page.getByRole('status', { name: 'Connection: Live' })).toBeVisible();
  }
  await step('[STA8, TXT13] DENA: the stake', async () => {
    await player.getByLabel('Amount').fill('10000');
    await stakeButton(player).click();
    await expectToast(player, 'DENA Staked Successfully', 'Your GDP has been increased!');
    await expect(stat(player, 'GDP')).toContainText('$27K');
    const list = stakedDena(player);
    await expect(list).toContainText(/Unstakeable at \d{1,2} \w+ \d{4}, \d\d:\d\d/);
    await expect(list.getByRole('button', { name: /Locked/ })).toBeDisabled();
    await expect(list.getByRole('button', { name: /Locked/ })).toHaveText('Locked');
    await expect(stakedDena(tab)).toContainText('10,000 DENA');
    await expect(stakeForm(tab)).toContainText('90,000 DENA left to stake');
    await expect(tab.getByRole('link', { name: 'Add my unlocks to a calendar' })).toHaveAttribute(
      'href',
      new RegExp(`^webcal://.*/calendar/${PLAYER}\\.ics$`),
    );
    await tab.close();
  });
  await step('[TXT11, TXT13] DENA: its return', async () => {
    await server.advance(rules.lockMs);
    await player.reload();
    await expect(stat(player, 'GDP')).toContainText('$27K');
    await player.route('**/api/dena/unstake', fails);
    await unstakeOf(stakedDena(player)).click();
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
    await expect(stat(player, 'GDP')).toContainText('$26K');
  });
  await step('DENA: one that ends unbacked', async () => {
    await stakeDena(player, server.url, '5000');
    await expect(stakedDena(player)).toContainText('5,000 DENA');
    await sendAllDenaButAWei(server);
    const strip = stat(player, 'Your standing');
    await expect(strip).toContainText(
      /Your wallet no longer held what was staked, so it ended: 5,000 DENA\. −\$500 GDP\./,
    );
    await expect(strip.getByRole('link', { name: 'See what is left' })).toHaveAttribute(
      'href',
      `/player/${PLAYER}`,
    );
    // The whole desk follows, though nothing on it requested the change.
    await expect(stat(player, 'DENA Coin Staking')).toContainText('No DENA staked yet');
    // One wei, as a number, would have an exponent.
    await player.reload();
    await expect(stat(player, 'DENA Balance')).toContainText('<0.0001');
  });
});
