/** The dashboard (SPEC.md §2, §4, §5, §8): its states, and every stake from the click to its return. */
import { expect, test, type Browser, type Page } from '@playwright/test';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { setUpWallet, rowOf, toasts } from './demo-player.ts';
import { gameOfItaly } from './game-of-italy.ts';
import { letThrough } from './let-through.ts';
import { failSilently } from './silent-failure.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const [, NEWCOMER = null] = DEMO_ACCOUNTS;

const game = gameOfItaly();
const { server } = game;

async function playerPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ storageState: game.visit });
  return context.newPage();
}

const stat = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const stakeForm = (page: Page) => page.getByRole('form', { name: 'Stake DENA' });
const stakeButton = (page: Page) => stakeForm(page).getByRole('button', { name: 'Stake DENA' });

async function expectToast(page: Page, title: string, description: string): Promise<void> {
  await expect(toasts(page)).toHaveCount(1);
  await expect(toasts(page)).toContainText(title);
  await expect(toasts(page)).toContainText(description);
}

test('without a wallet, and without a nation, the dashboard says what is needed', async ({
  page,
}) => {
  await setUpWallet(page, { account: null });
  await page.goto(`${server.url}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to Home Page' })).toHaveAttribute('href', '/');

  let answer = () => {};
  await page.route('**/api/player-nation/0x*', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.continue();
  });
  await page.evaluate((account) => window.denariaDemoWallet?.useAccount(account), NEWCOMER);
  await expect(page.getByRole('status', { name: 'Loading your nation' })).toBeVisible();
  answer();
  await expect(page.getByRole('heading', { name: 'Nation Selection Required' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to Home Page' })).toHaveAttribute('href', '/');
  await page.getByRole('button', { name: 'Choose Your Nation' }).click();
  await expect(page.getByRole('dialog', { name: 'Choose Your Nation' })).toBeVisible();
});

test('DENA: the dashboard’s figures, the form’s rules, a stake, its lock and its return', async ({
  browser,
}) => {
  const page = await playerPage(browser);
  await page.goto(`${server.url}/dashboard`);
  await expect(page.getByRole('heading', { level: 1, name: 'Build your nation' })).toBeVisible();
  const nation = page.getByRole('main').getByText('Italy', { exact: true }).first();
  await expect(nation).toBeVisible();
  await expect(nation.locator('..').locator('svg[viewBox="0 0 513 342"]')).toBeVisible();
  await expect(stat(page, 'DENA Balance')).toContainText('100,000');
  await expect(stat(page, 'GDP')).toContainText('$18K');
  await expect(stat(page, 'Population')).toContainText('59M');
  await expect(stat(page, 'Global Rank')).toContainText('#1');
  await expect(stat(page, 'Global Rank')).toContainText('No change');
  await expect(page.getByRole('heading', { name: 'Current GDP' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'View All' })).toHaveAttribute('href', '/ranking');
  await expect(rowOf(page, '0x7099…79C8')).toContainText('You');

  const amount = page.getByLabel('Amount');
  const form = stakeForm(page);
  await expect(page.getByRole('region', { name: 'DENA Coin Staking' })).toContainText(
    'locked for 7 days',
  );
  await expect(stakeButton(page)).toBeDisabled();
  for (const [text, words] of [
    ['0', 'above 0'],
    ['-5', 'plain number'],
    ['1e3', 'plain number'],
    ['100000.1', '100,000 DENA to stake'],
  ] as const) {
    await amount.fill(text);
    await expect(form).toContainText(words);
    await expect(stakeButton(page)).toBeDisabled();
  }
  await form.getByRole('button', { name: 'Max' }).click();
  await expect(amount).toHaveValue('100000');
  await expect(form.getByLabel('GDP bonus')).toContainText('+10,000');
  await amount.fill('10009.9');
  await expect(form.getByLabel('GDP bonus')).toContainText('+1,000');

  await page.route('**/api/dena/stake', (route) => route.fulfill({ status: 500, body: '' }));
  await stakeButton(page).click();
  await expectToast(page, 'Staking Failed', 'Failed to stake DENA');
  await letThrough(page, '**/api/dena/stake');
  await amount.fill('10000');
  await stakeButton(page).click();
  await expectToast(page, 'DENA Staked Successfully', 'Your GDP has been increased!');
  await expect(stat(page, 'GDP')).toContainText('$19K');
  const list = page.getByRole('list', { name: 'Staked DENA' });
  await expect(list).toContainText(/Unstakeable at \d{1,2} \w+ \d{4}, \d\d:\d\d/);
  await expect(list.getByRole('button', { name: /Locked/ })).toBeDisabled();
  await expect(list.getByRole('button', { name: /Locked/ })).toHaveText('Locked');

  await server.advance(WEEK_MS);
  await page.reload();
  await expect(stat(page, 'GDP')).toContainText('$19K');
  await page.route('**/api/dena/unstake', (route) => route.abort());
  await list.getByRole('button', { name: /Unstake/ }).click();
  await expectToast(page, 'Unstaking Failed', 'Failed to unstake DENA');
  await letThrough(page, '**/api/dena/unstake');
  await list.getByRole('button', { name: /Unstake/ }).click();
  await expectToast(
    page,
    'DENA Unstaked Successfully',
    'Your DENA has been returned to your balance',
  );
  await expect(page.getByText('No DENA staked yet')).toBeVisible();
  await expect(stat(page, 'GDP')).toContainText('$18K');
  await page.context().close();
});

test('NFTs: the dialog, its verification, a stake of two, their lock and their return', async ({
  browser,
}) => {
  const page = await playerPage(browser);
  await page.goto(`${server.url}/dashboard`);
  const card = page.getByRole('region', { name: 'National NFTs', exact: true });
  await expect(card).toContainText('Available to Stake');
  await expect(card).toContainText('3 copies');
  await expect(card.getByRole('heading', { name: /^Staked/ })).toBeVisible();
  await expect(card).toContainText('No NFTs staked yet');
  await expect(card.getByRole('link', { name: /Buy National NFTs/ })).toHaveAttribute(
    'href',
    /^https?:/,
  );
  await card.getByRole('button', { name: /^Stake / }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm NFT Staking' });
  await expect(dialog.getByRole('img').first()).toBeVisible();
  await expect(dialog).toContainText('Token ID2');
  await expect(dialog).toContainText('Available3');
  await expect(dialog).toContainText('Locked for 7 days');
  const quantity = dialog.getByLabel('Quantity to stake');
  await quantity.fill('99');
  await expect(quantity).toHaveValue('3');
  await quantity.fill('0');
  await quantity.blur();
  await expect(quantity).toHaveValue('1');
  await dialog.getByRole('button', { name: 'More NFTs' }).click();
  await expect(rowOf(page, 'Territory')).toContainText('+180 km²+360 km²');
  await expect(rowOf(page, 'Production')).toContainText('+0.45x+0.90x');

  const confirm = dialog.getByRole('button', { name: 'Stake 2 NFTs' });
  await page.route('**/api/nft/verify', (route) => route.fulfill({ status: 500, body: 'no' }));
  await confirm.click();
  await expectToast(page, 'Verification Failed', 'Failed to verify NFT ownership');
  await letThrough(page, '**/api/nft/verify');
  await page.route('**/api/nft/verify', async (route) => {
    const response = await route.fetch();
    const answer: unknown = await response.json();
    await route.fulfill({ response, json: { ...Object(answer), isOwner: false } });
  });
  await confirm.click();
  await expectToast(page, 'Verification Failed', "You don't own this NFT");
  await letThrough(page, '**/api/nft/verify');
  await page.route('**/api/nft/stake', (route) =>
    route.fulfill({ status: 503, body: 'The chain cannot be reached just now. Try again soon.' }),
  );
  await confirm.click();
  await expectToast(page, 'Staking Failed', 'Failed to stake NFT');
  await expect(toasts(page)).toContainText('The chain cannot be reached just now.');
  await letThrough(page, '**/api/nft/stake');

  await confirm.click();
  await expect(dialog).toBeHidden();
  await expectToast(page, 'NFT Staked Successfully', 'Your territory has been expanded!');
  await expect(card).toContainText('1 copy');
  await expect(card.getByRole('button', { name: 'Locked (7 days)' })).toBeDisabled();
  await expect(stat(page, 'GDP')).not.toContainText('$18K');

  const cultural = page.getByRole('region', { name: 'Cultural NFTs', exact: true });
  await expect(cultural).toContainText('No cultural NFTs staked yet');
  await expect(cultural.getByRole('link', { name: /Buy Cultural NFTs/ })).toHaveAttribute(
    'href',
    /^https?:/,
  );
  // The wallet holds those of all four nations.
  await expect(cultural.getByRole('button', { name: /^Stake / })).toHaveCount(1);
  await expect(cultural).toContainText('Token 2');
  await cultural.getByRole('button', { name: /^Stake / }).click();
  await page.route('**/api/nft/stake', (route) => route.fulfill({ status: 500, body: '' }));
  await dialog.getByRole('button', { name: 'Stake NFT' }).click();
  await expectToast(page, 'Staking Failed', 'Failed to stake cultural NFT');
  await letThrough(page, '**/api/nft/stake');
  await dialog.getByRole('button', { name: 'Stake NFT' }).click();
  await expect(toasts(page)).toContainText('Cultural NFT Staked Successfully');
  await expect(cultural.getByRole('button', { name: 'Locked (7 days)' })).toBeDisabled();

  await server.advance(WEEK_MS);
  await page.reload();
  await page.route('**/api/nft/unstake', (route) => route.fulfill({ status: 500, body: '' }));
  await card.getByRole('button', { name: /^Unstake/ }).click();
  await expectToast(page, 'Unstaking Failed', 'Failed to unstake NFT');
  await cultural.getByRole('button', { name: /^Unstake/ }).click();
  await expectToast(page, 'Unstaking Failed', 'Failed to unstake cultural NFT');
  await letThrough(page, '**/api/nft/unstake');
  await card.getByRole('button', { name: /^Unstake/ }).click();
  await expectToast(page, 'NFT Unstaked Successfully', 'Your NFT has been returned to your wallet');
  await cultural.getByRole('button', { name: /^Unstake/ }).click();
  await expect(toasts(page)).toContainText('Cultural NFT Unstaked');
  await expect(stat(page, 'GDP')).toContainText('$18K');
  await page.context().close();
});

test('Trade Resources: a resource first, 0 to 1000 in tens, its price, and both outcomes', async ({
  browser,
}) => {
  const page = await playerPage(browser);
  await page.goto(`${server.url}/dashboard`);
  await page.getByRole('button', { name: 'Trade Resources' }).click();
  const dialog = page.getByRole('dialog', { name: 'Trade Resources' });
  const quantity = dialog.getByRole('spinbutton', { name: 'Quantity' });
  await expect(quantity).toHaveValue('50');
  await expect(quantity).toBeDisabled();
  await expect(dialog.getByRole('button', { name: /^Buy/ })).toBeDisabled();
  for (const [label, cost] of [
    ['Wood', '500 DENA'],
    ['Oil', '2,500 DENA'],
    ['Technology', '5,000 DENA'],
    ['Food', '1,000 DENA'],
  ] as const) {
    await dialog.getByRole('radio', { name: new RegExp(label) }).check();
    await expect(dialog).toContainText(`Total cost${cost}`);
  }
  await quantity.fill('5000');
  await expect(quantity).toHaveValue('1000');
  await quantity.fill('0');
  await expect(dialog.getByRole('button', { name: /^Buy/ })).toBeDisabled();
  await quantity.fill('57');
  await quantity.blur();
  await expect(quantity).toHaveValue('60');

  await page.route('**/api/trade', (route) => route.fulfill({ status: 400, body: 'Too late.' }));
  await dialog.getByRole('button', { name: 'Buy 60 Food' }).click();
  await expectToast(page, 'Trade Failed', 'Too late.');
  await letThrough(page, '**/api/trade');
  await failSilently(page, '/api/trade');
  await dialog.getByRole('button', { name: 'Buy 60 Food' }).click();
  await expectToast(page, 'Trade Failed', 'Failed to execute trade');
  await dialog.getByRole('button', { name: 'Buy 60 Food' }).click();
  await expectToast(page, 'Trade Successful!', 'You purchased 60 Food for 1200 DENA');
  await expect(dialog).toBeHidden();
  await expect(stakeForm(page)).toContainText('98,800 to stake');
  await page.context().close();
});

test('another network is named with a button that changes it; an unreadable balance says so', async ({
  browser,
}) => {
  const page = await playerPage(browser);
  await page.goto(`${server.url}/dashboard`);
  await expect(stakeForm(page)).toContainText('to stake');
  const reloaded = page.waitForEvent('load');
  await page.evaluate(() => window.denariaDemoWallet?.pretendChain('0x5'));
  await reloaded;
  const form = stakeForm(page);
  await expect(form).toContainText('Please switch to Ethereum Mainnet (Chain ID: 1)');
  await expect(stakeButton(page)).toBeDisabled();
  const nfts = page.getByRole('region', { name: 'National NFTs', exact: true });
  await expect(nfts).toContainText('Failed to load NFT balance');
  await expect(nfts).toContainText("Make sure you're connected to the correct network");
  await form.getByRole('button', { name: 'Switch network' }).click();
  await expect(form).toContainText('to stake');

  await page.route('**/dev/rpc', async (route) => {
    const isRead = route.request().postData()?.includes('eth_call') ?? false;
    await (isRead ? route.fulfill({ status: 500, body: '' }) : route.continue());
  });
  await page.reload();
  await expect(form).toContainText('Unable to read your DENA balance.');
  await expect(nfts).toContainText('Failed to load NFT balance');
  await page.getByLabel('Amount').fill('10');
  await expect(stakeButton(page)).toBeDisabled();
  await page.getByLabel('Amount').press('Enter');
  await expectToast(
    page,
    'Balance Unavailable',
    'Unable to read your DENA balance. Please check your wallet connection and try again.',
  );
  await page.context().close();
});
