/**
 * The developer bar: its controls, their effect on the game, and that it is never in the way; of
 * every page, that is looked at in every-screen.spec.ts.
 */
import { expect, type Page } from '@playwright/test';
import { weekAt } from '../common/values/week.ts';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { coveredControls } from './covered-controls.ts';
import { setUpWallet, toasts } from './demo-player.ts';
import { test } from './game-test.ts';
import { hurry } from './hurry.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const [PLAYER = null] = DEMO_ACCOUNTS;
const PHONE = { width: 390, height: 844 };

const barOf = (page: Page) => page.getByRole('complementary', { name: 'Developer bar' });
const tabOf = (page: Page) => barOf(page).getByText('Dev', { exact: true });
/** The forms in its frame. */
const formsOf = (page: Page) => barOf(page).locator('iframe').contentFrame();
const said = (page: Page) => formsOf(page).getByRole('status');

async function openBar(page: Page) {
  await tabOf(page).click();
  return formsOf(page);
}

async function clockOf(page: Page): Promise<number> {
  const shown = await formsOf(page).getByRole('timer').getAttribute('datetime');
  return Date.parse(shown ?? '');
}

test(
  'the faucet, the chain’s faults and the clock work, beside an open dialog too, and the page follows',
  { tag: '@long' },
  async ({ player, server }) => {
    await hurry(player);
    await player.goto(`${server.url}/dashboard`);
    const bar = await openBar(player);
    await expect(bar.getByText('For 0x7099…79C8; NFTs of its own nation.')).toBeVisible();
    await expect(bar.getByText('No rivals in this world.')).toBeVisible();
    const given = player.waitForResponse('**/dev/faucet');
    await bar.getByRole('button', { name: '10,000 DENA' }).click();
    expect(await (await given).json()).toMatchObject({ asset: 'dena', amount: '10000' });
    await expect(said(player)).toHaveText(/^10,000 DENA sent to 0x7099…79C8\./);
    const national = player.waitForResponse('**/dev/faucet');
    await bar.getByRole('button', { name: 'National NFT' }).click();
    expect(await (await national).json()).toMatchObject({ asset: 'national', tokenId: '2' });
    await tabOf(player).click();
    await expect(player.getByText(/110,000/).first()).toBeVisible();

    const dialog = player.getByRole('dialog');
    await player.getByRole('button', { name: 'Trade Resources' }).first().click();
    await expect(dialog).toBeVisible();
    const rpc = bar.getByRole('group', { name: 'RPC' });
    await tabOf(player).click();
    await rpc.getByRole('button', { name: 'slow' }).click();
    await expect(bar.getByText('Each call to the chain takes a second.')).toBeVisible();
    await expect(dialog).toBeVisible();
    await tabOf(player).click();
    await player.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    const stake = player.getByRole('button', { name: 'Stake DENA' });
    const complaint = player.getByText(/^Unable to read your DENA balance\./);
    await tabOf(player).click();
    await rpc.getByRole('button', { name: 'failing' }).click();
    await expect(rpc.getByRole('button', { name: 'failing' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(bar.getByText(/^Calls to the chain are cut/)).toBeVisible();
    await tabOf(player).click();
    await expect(barOf(player).getByText('RPC failing')).toBeVisible();
    await expect(complaint).toBeVisible();
    // A page loaded meanwhile can't even learn the wallet's chain.
    await player.reload();
    await expect(complaint).toBeVisible();
    await player.getByLabel('Amount').fill('1000');
    const refused = await player.request.post(`${server.url}/api/dena/stake`, {
      data: { walletAddress: PLAYER, amount: '1000' },
    });
    expect(refused.headers()['x-refusal-code']).toBe('chain-unavailable');
    await tabOf(player).click();
    await rpc.getByRole('button', { name: 'ok' }).click();
    await expect(barOf(player).getByText('RPC failing')).toBeHidden();
    await tabOf(player).click();
    await expect(complaint).toBeHidden();
    await stake.click();
    await expect(player.getByRole('button', { name: 'Locked' })).toBeDisabled();
    // A toast is as wide as a phone.
    await expect(toasts(player)).toBeVisible();
    await player.setViewportSize(PHONE);
    expect(await coveredControls(player)).toEqual([]);

    await tabOf(player).click();
    const clock = bar.getByRole('timer', { name: 'The game’s clock' });
    const before = await clock.textContent();
    const shown = await clockOf(player);
    await expect(clock).not.toHaveText(before ?? '');
    await expect(bar.getByText('The same as this computer’s.')).toBeVisible();
    await bar.getByRole('button', { name: 'Skip a day' }).click();
    await expect(said(player)).toHaveText('A day has gone by.');
    await expect(bar.getByText('1 day ahead of this computer’s.')).toBeVisible();
    const after = await clockOf(player);
    expect(after - shown).toBeGreaterThanOrEqual(DAY_MS);
    await expect.poll(() => clockOf(player)).toBeGreaterThan(after);

    const week = weekAt(after);
    await bar.getByRole('button', { name: 'End the week' }).click();
    await expect(said(player)).toHaveText('The week ends in a few seconds.');
    await expect.poll(async () => weekAt(await clockOf(player))).toBe(week + 1);
  },
);

test.describe('on a game that stays as it is', () => {
  test.use({ game: 'shared' });

  test('it gives nothing before an account is connected; hidden, it says how it comes back', async ({
    page,
    server,
  }) => {
    await setUpWallet(page, { account: null });
    await hurry(page);
    await page.goto(`${server.url}/nowhere`);
    const bar = await openBar(page);
    await expect(bar.getByText('Connect an account first.')).toBeVisible();
    // A player without a nation gets the server's refusal.
    await bar.getByLabel('Demo account').selectOption({ label: 'Demo account 2 · 0x3C44…93BC' });
    await expect(bar.getByText('For 0x3C44…93BC; NFTs of its own nation.')).toBeVisible();
    await bar.getByRole('button', { name: 'Cultural NFT' }).click();
    await expect(said(page)).toHaveText(/^This wallet has no nation yet\./);

    await barOf(page).getByRole('button', { name: 'Hide this bar' }).click();
    await expect(barOf(page).getByRole('status')).toHaveText(
      'The developer bar is hidden. Alt+Shift+D brings it back, or a page opened with ?dev.',
    );
    await expect(tabOf(page)).toBeHidden();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(tabOf(page)).toBeHidden();
    await page.keyboard.press('Alt+Shift+D');
    await expect(tabOf(page)).toBeVisible();
    await page.keyboard.press('Alt+Shift+D');
    await expect(tabOf(page)).toBeHidden();
    await page.goto(`${server.url}/nowhere?dev`);
    await expect(tabOf(page)).toBeVisible();
    await page.goto(`${server.url}/nowhere`);
    await expect(tabOf(page)).toBeVisible();
  });
});
