/** Wallets as people have them [STA1–4, TXT8]: several at once, left again, gone in the middle. */
import { expect, type Page } from '@playwright/test';
import { rules } from '../common/testing/fixtures.ts';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import {
  confirmUnstake,
  expectTexts,
  expectToast,
  rowOf,
  stakeNfts,
  toasts,
} from './demo-player.ts';
import { test } from './game-test.ts';
import { letThrough } from './let-through.ts';

const [PLAYER = null, OTHER = null] = DEMO_ACCOUNTS;

/** Whether the page's care for the focus has come, which it does with a wallet or the first key. */
const focusIsKept = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const button = document.createElement('button');
    document.querySelector('main')?.append(button);
    button.focus();
    button.remove();
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    });
    return document.activeElement !== document.body;
  });

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

const heading = (page: Page, name: string) => page.getByRole('heading', { name });

async function useAccount(page: Page, account: typeof PLAYER): Promise<void> {
  await page.evaluate((address) => window.denariaDemoWallet?.useAccount(address), account);
}

test.describe('on a game that stays as it is', () => {
  test.use({ game: 'shared' });

  test('several wallets are offered by a picker once it can be loaded, MetaMask first', async ({
    page,
    server,
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
    const code = '**/assets/WalletPicker-*.js';
    await page.route(code, (route) => route.abort());
    await start.click();
    await expectToast(page, 'This could not be opened', 'Check your connection, then try again');
    await page.getByRole('button', { name: 'Dismiss notification' }).click();
    await letThrough(page, code);
    await start.click();
    await expect(picker.getByRole('listitem')).toHaveText([
      'MetaMask',
      'Other Wallet',
      'Demo Wallet',
    ]);
    await page.keyboard.press('Escape');
    await expect(picker).toBeHidden();
    await expect(start).toBeFocused();
    await expect(toasts(page)).toHaveCount(0);
    expect(alerts).toEqual([]);

    await start.click();
    await picker.getByRole('button', { name: 'Other Wallet' }).click();
    await expect(page.getByRole('dialog', { name: 'Choose Your Nation' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('banner')).toContainText('0x3C44…93BC');
  });
});

test('[SCR7, STA1, STA2] the page follows the wallet; Disconnect ends the session', async ({
  player,
  server,
}) => {
  await stakeNfts(player, server.url, { nftType: 'national', quantity: 1 });
  await test.step('a changed account, and an empty list', async () => {
    await player.goto(`${server.url}/ranking`);
    await expect(rowOf(player, '0x7099…79C8')).toContainText('You');
    await useAccount(player, OTHER);
    await expect(player.getByRole('banner')).toContainText('0x3C44…93BC');
    await expect(rowOf(player, '0x7099…79C8')).not.toContainText('You');
    await useAccount(player, null);
    await expect(player.getByRole('button', { name: 'Connect Wallet' })).toBeVisible();
    await useAccount(player, PLAYER);
  });
  await test.step('the address in the header copies itself', async () => {
    await player.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copy = player.getByRole('button', { name: `Copy wallet address ${PLAYER}` });
    await expect(copy).toContainText('0x7099…79C8');
    await copy.click();
    await expect(copy).toContainText('Address copied');
    expect(await player.evaluate(() => navigator.clipboard.readText())).toBe(PLAYER);
  });
  await test.step('Disconnect', async () => {
    await player.goto(`${server.url}/dashboard`);
    const main = player.getByRole('main');
    const session = `${server.url}/api/session`;
    const [cookie] = await player.context().cookies();
    const copied = { headers: { Cookie: `${cookie?.name}=${cookie?.value}` } };
    expect((await player.request.get(session)).status()).toBe(200);
    await expect.poll(() => focusIsKept(player)).toBe(true);
    await player.getByRole('button', { name: 'Disconnect' }).press('Enter');
    await expect(heading(player, 'Connect Your Wallet')).toBeVisible();
    await expect(player.getByRole('banner').locator(':focus')).toBeVisible();
    expect(await player.evaluate(() => window.denariaDemoWallet?.account())).toBe(PLAYER);
    await expect.poll(async () => (await fetch(session, copied)).status).toBe(401);
    expect(await player.context().cookies()).toEqual([]);
    await server.advance(rules.lockMs);
    await player.reload();
    await expect(heading(player, 'Connect Your Wallet')).toBeVisible();
    await expect(async () => {
      await player.keyboard.press('Shift');
      expect(await focusIsKept(player)).toBe(true);
    }).toPass();
    await main.getByRole('button', { name: 'Connect Wallet' }).press('Enter');
    await expect(heading(player, 'Build your nation')).toBeVisible();
    await expect(player.locator('main:focus, main :focus')).toBeVisible();
  });
  await test.step('[VAL2, TXT8] a wallet that goes away while it is asked to sign', async () => {
    await player
      .getByRole('region', { name: 'National NFTs', exact: true })
      .getByRole('button', { name: /^Unstake/ })
      .click();
    await confirmUnstake(player);
    const sign = player.getByRole('button', { name: 'Sign', exact: true });
    await sign.waitFor();
    await useAccount(player, null);
    await expect(heading(player, 'Connect Your Wallet')).toBeVisible();
    await sign.click();
    await expectTexts(toasts(player), [
      'Wallet Not Connected',
      'Please connect your wallet to unstake NFTs',
    ]);
    const stakes = await player.request.get(`${server.url}/api/territory/${PLAYER}`);
    expect(await stakes.json()).toMatchObject([{ isActive: 1 }]);
  });
});
