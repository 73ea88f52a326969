/** [SCR67] Where a wallet is signed in: the list, and ending what one doesn't know. */
import { expect, type Page } from '@playwright/test';
import { sessionCall } from '../common/protocol/session.ts';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { accountsFrom } from '../dev/players/rival-names.ts';
import { signIn } from '../server/test/support/sign-in.ts';
import { expectToast, setUpWallet } from './demo-player.ts';
import { test } from './game-test.ts';

const [PLAYER, , STRANGER] = DEMO_ACCOUNTS;

/** The player's wallet signs in on another machine. @returns whether that session is valid */
async function elsewhere(url: string, agent = 'a robot'): Promise<() => Promise<boolean>> {
  const [signer] = accountsFrom(1, 1);
  if (!signer || !PLAYER) throw new Error('there is no first Demo account');
  const Cookie = await signIn(url, { wallet: PLAYER, signer }, { 'User-Agent': agent });
  return async () => (await fetch(url + sessionCall.path, { headers: { Cookie } })).status === 200;
}

const dialogIn = (page: Page) => page.getByRole('dialog', { name: 'Your sessions' });

async function openFromHeader(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Sessions' }).click();
  await dialogIn(page).waitFor();
}

test('[SCR67] a player sees their sessions, and ends one, then all others; a wallet that has not signed in here has none', async ({
  browser,
  player,
  server,
}) => {
  const sessions = [
    await elsewhere(server.url),
    await elsewhere(server.url),
    await elsewhere(server.url),
  ];
  const states = () => Promise.all(sessions.map((isValid) => isValid()));
  await player.goto(`${server.url}/ranking`);
  await openFromHeader(player);
  const dialog = dialogIn(player);
  const rows = dialog.getByRole('listitem');
  await expect(rows).toHaveCount(4);
  await expect(rows.filter({ hasText: 'This one' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'This one' })).toContainText('in use now');
  // This one is first, although it is the oldest; then the newest sign-in.
  await expect(rows.first()).toContainText('This one');
  await expect(rows.first()).toContainText('Chrome on Linux');
  await expect(rows.nth(1)).toContainText('Unknown device');
  await expect(rows.nth(1)).toContainText('127.0.0.0/24');
  await expect(rows.nth(1)).toContainText(/Signed\sin\s.*\s·\slast\sused\swithin\sthe\shour/);
  expect(await states()).toEqual([true, true, true]);

  await rows
    .nth(1)
    .getByRole('button', { name: /^End the session/ })
    .click();
  await expectToast(player, 'That session has ended', 'Its cookie opens nothing any more.');
  await expect(rows).toHaveCount(3);
  await expect.poll(states).toEqual([true, true, false]);

  await dialog.getByRole('button', { name: 'End all others' }).click();
  await expect(rows).toHaveCount(1);
  await expect(dialog.getByRole('button', { name: 'End all others' })).toBeHidden();
  await expect.poll(states).toEqual([false, false, false]);
  expect((await player.request.get(server.url + sessionCall.path)).status()).toBe(200);

  await test.step('from the menu of a phone', async () => {
    await elsewhere(server.url, 'Mozilla/5.0 (Windows NT 10.0; rv:150.0) Firefox/150.0');
    await player.keyboard.press('Escape');
    await player.setViewportSize({ width: 390, height: 800 });
    await expect(player.getByRole('banner').getByRole('button', { name: 'Sessions' })).toBeHidden();
    await player.getByRole('button', { name: 'Menu', exact: true }).click();
    await player
      .getByRole('dialog', { name: 'Menu' })
      .getByRole('button', { name: 'Sessions' })
      .click();
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText('Firefox on Windows');
    await player.keyboard.press('Escape');
  });

  await test.step('of a wallet that has not signed in here', async () => {
    if (!STRANGER) throw new Error('there is no third Demo account');
    const context = await browser.newContext();
    await setUpWallet(context, { account: STRANGER });
    const page = await context.newPage();
    await page.goto(`${server.url}/ranking`);
    await openFromHeader(page);
    await expect(dialogIn(page)).toContainText('This wallet is not signed in here.');
    await context.close();
  });
});
