/** Code that loads after the page renders, unavailable at first. */
import { expect } from '@playwright/test';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { expectToast, setUpWallet } from './demo-player.ts';
import { test } from './game-test.ts';
import { hurry } from './hurry.ts';
import { letThrough } from './let-through.ts';

test.use({ game: 'shared', beginning: 'empty' });

const [PLAYER = null] = DEMO_ACCOUNTS;

const LIVE_CODE = '**/assets/live-client-*.js';
const WALLET_CODE = '**/assets/wallet-*.js';

test('a live client and a wallet that cannot be loaded: the page says so, and a reload fixes both', async ({
  page,
  server,
}) => {
  await setUpWallet(page, { account: null });
  const alerts: string[] = [];
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.accept();
  });
  for (const code of [LIVE_CODE, WALLET_CODE]) await page.route(code, (route) => route.abort());
  await hurry(page);
  await page.goto(`${server.url}/ranking`);
  await expect(page.getByText('The ranking cannot be reached just now')).toBeVisible();
  const header = page.getByRole('banner');
  await header.getByRole('button', { name: 'Connect Wallet' }).click();
  await expect.poll(() => alerts).toEqual(['지갑 연결 중 오류가 발생했습니다.']);
  for (const code of [LIVE_CODE, WALLET_CODE]) await letThrough(page, code);
  await page.reload();
  await expect(page.getByText('No rankings available yet')).toBeVisible();
  await header.getByRole('button', { name: 'Connect Wallet' }).click();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(header).toContainText(`${PLAYER?.slice(0, 6)}`);
});

test.describe('a player’s', () => {
  test.use({ beginning: 'italy' });

  test('toasts and header that cannot be loaded: the page works, says what fails, and has them later', async ({
    player,
    server,
  }) => {
    const alerts: string[] = [];
    player.on('dialog', (dialog) => {
      alerts.push(dialog.message());
      void dialog.accept();
    });
    const code = /\/assets\/(overlays-(?!more)|ConnectedWallet-)/;
    await player.route(code, (route) => route.abort());
    await player.route('**/api/trade', (route) => route.fulfill({ status: 429, body: 'Wait.' }));
    await player.goto(`${server.url}/dashboard`);
    await player.getByRole('button', { name: 'Trade Resources' }).click();
    const dialog = player.getByRole('dialog', { name: 'Trade Resources' });
    await dialog.getByRole('radio', { name: /Wood/ }).check();
    await dialog.getByRole('button', { name: /^Buy/ }).click();
    await expect.poll(() => alerts).toEqual([expect.stringMatching(/^Trade Failed\n/)]);
    await expect(player.getByText('This page stopped working')).toHaveCount(0);
    await letThrough(player, code);
    await expect(
      player.getByRole('button', { name: 'Disconnect', includeHidden: true }),
    ).toHaveCount(1);
    await dialog.getByRole('button', { name: /^Buy/ }).click();
    await expectToast(player, 'Trade Failed', 'Wait.');
  });
});
