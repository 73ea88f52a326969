/** Wallets as people have them [STA1–4, TXT8]: several at once, left again, gone in the middle. */
import { expect, type Page } from '@playwright/test';
import { LOCK_MS } from '../common/rules/lock.ts';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { confirmUnstake, rowOf, stakeNfts, toasts } from './demo-player.ts';
import { test } from './game-test.ts';
import { gate } from './gate.ts';

const [PLAYER = null, OTHER = null] = DEMO_ACCOUNTS;

/** Announces two wallets (EIP-6963), the less known one first; each shares an account. */
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

const national = (page: Page) => page.getByRole('region', { name: 'National NFTs', exact: true });

test.describe('on a game that stays as it is', () => {
  test.use({ game: 'shared' });

  test.describe('several wallets', () => {
    test.beforeEach(async ({ page, server }) => {
      await announceTwo(page);
      await page.goto(server.url);
    });

    test('are offered by a picker, MetaMask first; closing it is not a failure', async ({
      page,
    }) => {
      const alerts: string[] = [];
      page.on('dialog', (dialog) => {
        alerts.push(dialog.message());
        void dialog.accept();
      });
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
    });

    test('connect the chosen one', async ({ page }) => {
      await page.getByRole('button', { name: 'Start Playing' }).click();
      await page
        .getByRole('dialog', { name: 'Choose a wallet' })
        .getByRole('button', { name: 'Other Wallet' })
        .click();
      await expect(page.getByRole('dialog', { name: 'Choose Your Nation' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('banner')).toContainText('0x3C44…93BC');
    });
  });

  test('the address in the header copies itself', async ({ player, server }) => {
    await player.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await player.goto(`${server.url}/dashboard`);
    const copy = player.getByRole('button', { name: `Copy wallet address ${PLAYER}` });
    await expect(copy).toContainText('0x7099…79C8');
    await copy.click();
    await expect(copy).toContainText('Address copied');
    expect(await player.evaluate(() => navigator.clipboard.readText())).toBe(PLAYER);
  });

  test('the page follows a changed account, and an empty list disconnects', async ({
    player,
    server,
  }) => {
    await player.goto(`${server.url}/ranking`);
    await expect(rowOf(player, '0x7099…79C8')).toContainText('You');
    await player.evaluate((account) => window.denariaDemoWallet?.useAccount(account), OTHER);
    await expect(player.getByRole('banner')).toContainText('0x3C44…93BC');
    await expect(rowOf(player, '0x7099…79C8')).not.toContainText('You');
    await player.evaluate(() => window.denariaDemoWallet?.useAccount(null));
    await expect(player.getByRole('button', { name: 'Connect Wallet' })).toBeVisible();
  });

  test('a wallet that goes away before an NFT is staked: Wallet Not Connected, and nothing is staked', async ({
    player,
    server,
  }) => {
    await player.goto(`${server.url}/dashboard`);
    await national(player)
      .getByRole('button', { name: /^Stake / })
      .click();
    const dialog = player.getByRole('dialog', { name: 'Confirm NFT Staking' });
    await expect(rowOf(player, 'Territory')).toContainText('km²');
    const held = gate();
    const asked = new Promise<void>((resolve) => {
      void player.route('**/api/nft/verify', async (route) => {
        resolve();
        await held.opened;
        await route.continue();
      });
    });
    await dialog.getByRole('button', { name: 'Stake NFT' }).click();
    await asked;
    await player.evaluate(() => window.denariaDemoWallet?.useAccount(null));
    await expect(player.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
    held.open();
    await expect(toasts(player)).toContainText('Wallet Not Connected');
    await expect(toasts(player)).toContainText('Please connect your wallet to stake NFTs');
    const stakes = await player.request.get(`${server.url}/api/territory/${PLAYER}`);
    expect(await stakes.json()).toEqual([]);
  });
});

test('Disconnect does not notify the wallet, ends the session, and persists', async ({
  player,
  server,
}) => {
  await player.goto(`${server.url}/dashboard`);
  const session = `${server.url}/api/session`;
  const [cookie] = await player.context().cookies();
  const copied = { headers: { Cookie: `${cookie?.name}=${cookie?.value}` } };
  expect((await player.request.get(session)).status()).toBe(200);
  await player.getByRole('button', { name: 'Disconnect' }).click();
  await expect(player.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
  expect(await player.evaluate(() => window.denariaDemoWallet?.account())).toBe(PLAYER);
  await expect.poll(async () => (await fetch(session, copied)).status).toBe(401);
  expect(await player.context().cookies()).toEqual([]);
  await player.reload();
  await expect(player.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
  await player.getByRole('main').getByRole('button', { name: 'Connect Wallet' }).click();
  await expect(player.getByRole('heading', { name: 'Build your nation' })).toBeVisible();
});

test('Disconnect is in the menu of a phone as well', async ({ player, server }) => {
  await player.setViewportSize({ width: 390, height: 800 });
  await player.goto(`${server.url}/dashboard`);
  await expect(player.getByRole('heading', { name: 'Build your nation' })).toBeVisible();
  await player.getByRole('button', { name: 'Menu', exact: true }).click();
  await player
    .getByRole('dialog', { name: 'Menu' })
    .getByRole('button', { name: 'Disconnect' })
    .click();
  await player.keyboard.press('Escape');
  await expect(player.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
});

test('a wallet that goes away while it is asked to sign: Wallet Not Connected, and nothing is unstaked', async ({
  player,
  server,
}) => {
  await stakeNfts(player, server.url, { nftType: 'national', quantity: 1 });
  // A lock lasts as long as a session, so unstaking needs a new sign-in.
  await server.advance(LOCK_MS);
  await player.context().clearCookies();
  await player.goto(`${server.url}/dashboard`);
  await national(player)
    .getByRole('button', { name: /^Unstake/ })
    .click();
  await confirmUnstake(player);
  const sign = player.getByRole('button', { name: 'Sign', exact: true });
  await sign.waitFor();
  await player.evaluate(() => window.denariaDemoWallet?.useAccount(null));
  await expect(player.getByRole('heading', { name: 'Connect Your Wallet' })).toBeVisible();
  await sign.click();
  await expect(toasts(player)).toContainText('Wallet Not Connected');
  await expect(toasts(player)).toContainText('Please connect your wallet to unstake NFTs');
  const stakes = await player.request.get(`${server.url}/api/territory/${PLAYER}`);
  expect(await stakes.json()).toMatchObject([{ isActive: 1 }]);
});
