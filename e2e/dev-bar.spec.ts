/** The developer bar: what it gives reaches the page, and it can be put away. */
import { expect, type Page } from '@playwright/test';
import { test } from './game-test.ts';
import { hurry } from './hurry.ts';

const barOf = (page: Page) => page.getByRole('complementary', { name: 'Developer bar' });

test(
  'its faucet, the chain’s faults and the clock work; hidden, it comes back',
  { tag: '@long' },
  async ({ player, server }) => {
    const bar = barOf(player).locator('iframe').contentFrame();
    const tab = barOf(player).getByText('Dev', { exact: true });
    await hurry(player);
    await player.goto(`${server.url}/dashboard`);
    await tab.click();
    await bar.getByRole('button', { name: '10,000 DENA' }).click();
    await expect(bar.getByRole('status')).toHaveText(/^10,000 DENA sent to 0x7099…79C8\./);
    await expect(player.getByText(/110,000/).first()).toBeVisible();

    const rpc = bar.getByRole('group', { name: 'RPC' });
    const complaint = player.getByText(/^Unable to read your DENA balance\./);
    await rpc.getByRole('button', { name: 'failing' }).click();
    await expect(barOf(player).getByText('RPC failing')).toBeVisible();
    await expect(complaint).toBeVisible();
    await rpc.getByRole('button', { name: 'ok' }).click();
    await expect(complaint).toBeHidden();

    await bar.getByRole('button', { name: 'Skip a day' }).click();
    await expect(bar.getByText('1 day ahead of this computer’s.')).toBeVisible();

    await barOf(player).getByRole('button', { name: 'Hide this bar' }).click();
    await expect(tab).toBeHidden();
    await player.reload();
    await expect(player.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(tab).toBeHidden();
    await player.keyboard.press('Alt+Shift+D');
    await expect(tab).toBeVisible();
  },
);
