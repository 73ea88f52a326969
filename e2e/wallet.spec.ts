/** Wallets as people have them (SPEC.md §4, §8): several at once, left again, gone in the middle. */
import { expect, test, type Page } from '@playwright/test';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { rowOf, toasts } from './demo-player.ts';
import { gameOfItaly } from './game-of-italy.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const [PLAYER = null, OTHER = null] = DEMO_ACCOUNTS;
const game = gameOfItaly();
const { server } = game;

/** Has two wallets announce themselves (EIP-6963), the lesser known one first; each shares an account. */
async function announceTwo(page: Page): Promise<void> {
  await page.addInitScript(
    (wallets) => {
      const announce = () => {
        for (const { name, rdns, account } of wallets) {
          let accounts: (string | null)[] = [];
          const provider = {
            request: ({ method }: { method: string }) => {
              if (method === 'eth_requestAccounts') accounts = [account];
              return Promise.resolve(method === 'eth_chainId' ? '0x1' : accounts);
            },
          };
          const info = { uuid: rdns, name, rdns, icon: '' };
          const detail = Object.freeze({ info, provider });
          window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
        }
      };
      window.addEventListener('eip6963:requestProvider', announce);
    },
    [
      { name: 'Other Wallet', rdns: 'com.example.other', account: OTHER },
      { name: 'MetaMask', rdns: 'io.metamask', account: PLAYER },
    ],
  );
}

test('several wallets: a picker with MetaMask first; closing it is no failure; the chosen one connects', async ({
  page,
}) => {
  await announceTwo(page);
  const alerts: string[] = [];
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.accept();
  });
  await page.goto(server.url);
  const start = page.getByRole('button', { name: 'Start Playing' });
  const picker = page.getByRole('dialog', { name: 'Choose a wallet' });
  await start.click();
  await expect(picker.getByRole('listitem')).toHaveText([
    'MetaMask',
    'Other Wallet',
    'Demo Wallet',
  ]);
  await page.keyboard.press('Escape');
  await expect(picker).toBeHidden();
  await expect(start).toBeFocused();
  await expect(start).toBeEnabled();

  await page.getByRole('button', { name: 'Connect Wallet' }).click();
  await picker.getByRole('button', { name: 'Close' }).click();
  await expect(picker).toBeHidden();
  await expect(toasts(page)).toHaveCount(0);
  expect(alerts).toEqual([]);

  await start.click();
  await picker.getByRole('button', { name: 'Other Wallet' }).click();
  await expect(page.getByRole('dialog', { name: 'Choose Your Nation' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('banner')).toContainText('0x3C44…93BC');
});

test('Disconnect is local and lasts; the address in the header copies itself', async ({
  browser,
}) => {
  const context = await browser.newContext({ storageState: game.visit });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  await page.goto(`${server.url}/dashboard`);
  const copy = page.getByRole('button', { name: `Copy wallet address ${PLAYER}` });
  await expect(copy).toContainText('0x7099…79C8');
  await copy.click();
  await expect(copy).toContainText('Address copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(PLAYER);

  await page.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
  expect(await page.evaluate(() => window.denariaDemoWallet?.account())).toBe(PLAYER);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
  // From the menu of a phone as well.
  await page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }).click();
  await expect(page.getByRole('heading', { name: 'Build your nation' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Menu' })
    .getByRole('button', { name: 'Disconnect' })
    .click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
  await context.close();
});

test('an account that changes takes the page with it, and an empty list disconnects', async ({
  browser,
}) => {
  const context = await browser.newContext({ storageState: game.visit });
  const page = await context.newPage();
  await page.goto(`${server.url}/ranking`);
  await expect(rowOf(page, '0x7099…79C8')).toContainText('You');
  await page.evaluate((account) => window.denariaDemoWallet?.useAccount(account), OTHER);
  await expect(page.getByRole('banner')).toContainText('0x3C44…93BC');
  await expect(rowOf(page, '0x7099…79C8')).not.toContainText('You');
  await page.evaluate(() => window.denariaDemoWallet?.useAccount(null));
  await expect(page.getByRole('button', { name: 'Connect Wallet' })).toBeVisible();
  await context.close();
});

test('a wallet that goes away before an NFT is staked: Wallet Not Connected, and nothing is staked', async ({
  browser,
}) => {
  const context = await browser.newContext({ storageState: game.visit });
  const page = await context.newPage();
  await page.goto(`${server.url}/dashboard`);
  const card = page.getByRole('region', { name: 'National NFTs', exact: true });
  await card.getByRole('button', { name: /^Stake / }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm NFT Staking' });
  await expect(rowOf(page, 'Territory')).toContainText('km²');
  let verify = () => {};
  await page.route('**/api/nft/verify', async (route) => {
    await new Promise<void>((resolve) => {
      verify = resolve;
    });
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Stake NFT' }).click();
  await page.evaluate(() => window.denariaDemoWallet?.useAccount(null));
  await expect(page.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
  verify();
  await expect(toasts(page)).toContainText('Wallet Not Connected');
  await expect(toasts(page)).toContainText('Please connect your wallet to stake NFTs');
  const stakes = await page.request.get(`${server.url}/api/territory/${PLAYER}`);
  expect(await stakes.json()).toEqual([]);
  await context.close();
});

test('a wallet that goes away while it is asked to sign: Wallet Not Connected, and nothing is unstaked', async ({
  browser,
}) => {
  const signedIn = await browser.newContext({ storageState: game.visit });
  const staking = await signedIn.newPage();
  await staking.goto(`${server.url}/dashboard`);
  const card = (page: Page) => page.getByRole('region', { name: 'National NFTs', exact: true });
  await card(staking)
    .getByRole('button', { name: /^Stake / })
    .click();
  await staking.getByRole('button', { name: 'Stake NFT' }).click();
  await expect(toasts(staking)).toContainText('NFT Staked Successfully');
  await signedIn.close();

  // A lock lasts as long as a session: whoever unstakes signs in again.
  await server.advance(WEEK_MS);
  const context = await browser.newContext({ storageState: { ...game.visit, cookies: [] } });
  const page = await context.newPage();
  await page.goto(`${server.url}/dashboard`);
  await card(page)
    .getByRole('button', { name: /^Unstake/ })
    .click();
  const sign = page.getByRole('button', { name: 'Sign', exact: true });
  await sign.waitFor();
  await page.evaluate(() => window.denariaDemoWallet?.useAccount(null));
  await expect(page.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
  await sign.click();
  await expect(toasts(page)).toContainText('Wallet Not Connected');
  await expect(toasts(page)).toContainText('Please connect your wallet to unstake NFTs');
  const stakes = await page.request.get(`${server.url}/api/territory/${PLAYER}`);
  expect(await stakes.json()).toMatchObject([{ isActive: 1 }]);
  await context.close();
});
