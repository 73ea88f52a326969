/** The next best move, the player's news, and the seconds after a move of their own. */
import { expect, type BrowserContext, type Page, type WebSocketRoute } from '@playwright/test';
import { LOCK_MS } from '../common/rules/lock.ts';
import { counted } from '../common/values/nft-names.ts';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { chooseNation, expectTexts, Rival, setUpWallet, stakeDena, toasts } from './demo-player.ts';
import type { DevServer } from './dev-server.ts';
import { test } from './game-test.ts';

const [, OTHER = null] = DEMO_ACCOUNTS;
const MINUTES_MS = 60_000;
const LAND = counted('Italy', 3);

const next = (page: Page) => page.getByRole('region', { name: 'Your next move' });
const strip = (page: Page) => page.getByRole('region', { name: 'Your standing' });
/** What answers it: whom to pass, and with how much. */
const pass = (page: Page) =>
  strip(page).getByRole('button', { name: 'Pass isabella.eth: 50,010 DENA' });
const parcels = (page: Page) => page.getByRole('main').locator('[data-parcel]');

/** Waits until the live state is known: news starts from here. */
async function isLive(page: Page): Promise<void> {
  await expect(strip(page)).toContainText(/#|No place/);
}

/** Only the race: no news. */
async function isQuiet(page: Page): Promise<void> {
  await isLive(page);
  await expect(strip(page).getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
}

/** Another player's page, who also plays Italy. */
async function rivalOf(context: BrowserContext, url: string): Promise<Page> {
  await setUpWallet(context, { account: OTHER });
  const rival = await context.newPage();
  await chooseNation(rival, url, 'Italy');
  return rival;
}

/**
 * Call before the page is opened. Returns a function that moves the game's clock and breaks the
 * page's connection: on reconnecting the page learns the time, as after a night's sleep.
 */
async function sleeper(page: Page, server: DevServer): Promise<(ms: number) => Promise<void>> {
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/socket\.io/, (socket) => {
    socket.connectToServer();
    sockets.push(socket);
  });
  return async (ms) => {
    await server.advance(ms);
    for (const socket of sockets.splice(0)) await socket.close();
  };
}

async function stakeByForm(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Amount').fill(amount);
  await page.getByRole('button', { name: 'Stake DENA' }).click();
  await expect(toasts(page)).toContainText('DENA Staked Successfully');
}

test(
  'the best move, what it puts on the map, and its unlocking',
  { tag: '@long' },
  async ({ player, server }) => {
    const sleep = await sleeper(player, server);
    const dialog = player.getByRole('dialog', { name: 'Confirm NFT Staking' });
    const best = next(player).getByRole('button', { name: `Stake ${LAND}` });
    const unstake = player.getByRole('button', { name: `Unstake ${LAND}` });
    await player.goto(`${server.url}/dashboard`);
    await expect(best).toBeVisible();
    await expect(next(player)).toContainText(/Adds \$[\d,]+/);
    await test.step('the best move', async () => {
      await expect(parcels(player)).toHaveCount(0);
      await best.click();
      await dialog.getByRole('button', { name: 'Stake 3 NFTs' }).click();
      await expect(parcels(player)).toHaveCount(3);
      await expect(parcels(player).first()).toHaveAttribute('data-new', 'true');
      await isQuiet(player);
    });
    await test.step('the next one fills in the form, clear of the sticky header', async () => {
      await next(player).getByRole('button', { name: 'Stake 100,000 DENA' }).click();
      const amount = player.getByLabel('Amount');
      await expect(amount).toHaveValue('100000');
      await expect(amount).toBeFocused();
      const [field, header] = await Promise.all([
        amount.boundingBox(),
        player.getByRole('banner').first().boundingBox(),
      ]);
      expect(field?.y).toBeGreaterThan((header?.y ?? 0) + (header?.height ?? 0));
    });
    await test.step('it unlocks; on a phone its card is folded, until the news leads there', async () => {
      await player.setViewportSize({ width: 390, height: 844 });
      await expect(unstake).toBeHidden();
      await sleep(LOCK_MS + MINUTES_MS);
      await expect(strip(player)).toContainText(
        `Unlocked: ${LAND}. Still earning until you unstake.`,
      );
      await strip(player).getByRole('button', { name: 'Show your stakes' }).click();
      await expect(unstake).toBeFocused();
      await expect(unstake).toBeInViewport({ ratio: 1 });
    });
    await test.step('several that unlock are told in full on a phone', async () => {
      await strip(player).getByRole('button', { name: 'Dismiss' }).click();
      for (const amount of ['25000', '50000']) await stakeDena(player, server.url, amount);
      // The page tells what it saw locked.
      for (const name of ['Locked: 25,000 DENA', 'Locked: 50,000 DENA'])
        await expect(player.getByRole('button', { name })).toBeVisible();
      await sleep(LOCK_MS + MINUTES_MS);
      const words = strip(player).getByText(
        'Unlocked: 50,000 DENA and 25,000 DENA. Still earning until you unstake.',
      );
      await expect(words).toBeVisible();
      expect(await words.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0);
    });
  },
);

test('[SCR58, SCR72] being passed is news in every tab, with an answer', async ({
  browser,
  player,
  server,
}) => {
  const passed = 'Rank #1 → #2, passed by isabella.eth.';
  const elsewhere = await browser.newContext();
  const ranking = await player.context().newPage();
  const top3 = ranking.getByRole('list', { name: 'Top 3' });
  await test.step('a dashboard and the ranking', async () => {
    await player.goto(`${server.url}/dashboard`);
    await isQuiet(player);
    await expect(next(player).getByRole('button').first()).toBeVisible();
    await ranking.goto(`${server.url}/ranking`);
    await expect(top3).toContainText('marco.eth');
    await isQuiet(ranking);
  });
  const rival = await rivalOf(elsewhere, server.url);
  await expect(top3).toContainText('isabella.eth');
  const [room, places] = [await strip(player).boundingBox(), await top3.boundingBox()];
  await stakeByForm(rival, '50000');
  await test.step('the news moves nothing, on any page', async () => {
    await expect(strip(player)).toContainText(passed);
    expect(await strip(player).boundingBox()).toEqual(room);
    await expect(strip(ranking)).toContainText(passed);
    expect(await top3.boundingBox()).toEqual(places);
    await expect(pass(ranking)).toBeVisible();
  });
  await test.step('[SCR58] on a phone the button names whom and how much', async () => {
    await ranking.setViewportSize({ width: 390, height: 844 });
    await expect(pass(ranking)).toBeInViewport({ ratio: 1 });
    await expect(pass(ranking).getByText('isabella.eth')).toBeVisible();
    await expect(pass(ranking).getByText('50,010 DENA')).toBeVisible();
    await ranking.setViewportSize({ width: 1280, height: 720 });
  });
  await test.step('the answer', async () => {
    await pass(player).click();
    await expect(player.getByLabel('Amount')).toHaveValue('50010');
    const stake = player.getByRole('button', { name: 'Stake DENA' });
    await stake.click();
    await expectTexts(strip(player), [
      '#1',
      '$23,001',
      'up1',
      '+$5,001 GDP',
      'Passed isabella.eth',
    ]);
    await expect(toasts(player)).toContainText('DENA Staked Successfully');
    const [toast, used] = [await toasts(player).boundingBox(), await stake.boundingBox()];
    const isAbove = (toast?.y ?? 0) + (toast?.height ?? 0) <= (used?.y ?? 0);
    const isBelow = (used?.y ?? 0) + (used?.height ?? 0) <= (toast?.y ?? 0);
    expect(isAbove || isBelow, 'the toast is clear of what was pressed').toBe(true);
    // Won back: no news remains.
    await isQuiet(player);
    await isQuiet(ranking);
  });
  await test.step('news stays until it is dismissed, here and in every other tab', async () => {
    const repassed = 'Rank #1 → #2, passed by marco.eth.';
    await rival.reload();
    await expect(strip(rival)).toContainText(repassed);
    const tab = await elsewhere.newPage();
    await tab.goto(`${server.url}/dashboard`);
    await expect(strip(tab)).toContainText(repassed);
    await strip(rival).getByRole('button', { name: 'Dismiss' }).click();
    await isQuiet(rival);
    await isQuiet(tab);
  });
  await elsewhere.close();
});

test(
  'a return says what happened in the meantime',
  { tag: '@long' },
  async ({ player, server }) => {
    const sockets: WebSocketRoute[] = [];
    let isCut = false;
    await player.routeWebSocket(/socket\.io/, (socket) => {
      if (isCut) {
        void socket.close();
        return;
      }
      socket.connectToServer();
      sockets.push(socket);
    });
    // Far enough from the server's clock for the page to correct it.
    await player.addInitScript(() => {
      const { now } = Date;
      Date.now = () => now() - 600;
    });
    await player.goto(`${server.url}/dashboard`);
    await isQuiet(player);
    await stakeDena(player, server.url, '1000');
    await expect(player.getByRole('region', { name: 'Current GDP' })).toContainText('$18,100');
    // What the page has seen is kept from the moment that it is live.
    await player.waitForFunction(() =>
      Object.keys(localStorage).some((key) => key.startsWith('seen')),
    );
    await player.goto('about:blank');
    const rival = new Rival(server.url);
    await rival.choose('italy');
    await rival.stake('50000');
    await server.advance(LOCK_MS + MINUTES_MS);

    await player.goto(`${server.url}/dashboard`);
    await expect(strip(player)).toContainText('Unlocked: 1,000 DENA. Still earning');
    await test.step('one fact at a time: a list has the others', async () => {
      const other = strip(player).getByRole('listitem');
      const more = strip(player).getByRole('button', { name: '1 more' });
      await expect(other).toBeHidden();
      await more.press('Enter');
      await expect(other).toHaveText(/^Rank #1\s→\s#2, passed by isabella\.eth\./);
      await player.keyboard.press('Escape');
      await expect(other).toBeHidden();
      await expect(more).toBeFocused();
    });
    await strip(player).getByRole('button', { name: 'Dismiss' }).click();
    await isQuiet(player);
    await player.reload();
    await isQuiet(player);
    await test.step('and so does a page that stayed open while its connection was lost', async () => {
      await stakeDena(player, server.url, '60000');
      await expect(strip(player)).toContainText('#1$');
      await isLive(player);
      isCut = true;
      for (const socket of sockets.splice(0)) await socket.close();
      await rival.stake('40000');
      await expect(player.getByRole('status', { name: /^Connection: / })).not.toContainText('Live');
      isCut = false;
      await player.evaluate(() => dispatchEvent(new Event('online')));
      await expect(strip(player)).toContainText('Rank #1 → #2, passed by isabella.eth.');
    });
    await test.step('and its news stays while the connection is lost again', async () => {
      const dismiss = strip(player).getByRole('button', { name: 'Dismiss' });
      await dismiss.focus();
      isCut = true;
      for (const socket of sockets.splice(0)) await socket.close();
      await expect(player.getByRole('status', { name: /^Connection: / })).not.toContainText('Live');
      await expect(strip(player)).toContainText('Rank #1 → #2, passed by isabella.eth.');
      isCut = false;
      await player.evaluate(() => dispatchEvent(new Event('online')));
      await expect(player.getByRole('status', { name: /^Connection: / })).toContainText('Live');
      await expect(strip(player)).toContainText('Rank #1 → #2, passed by isabella.eth.');
      await expect(dismiss).toBeFocused();
    });
    await test.step('a lock that ends while it stands is told, too', async () => {
      await server.advance(LOCK_MS - 5000);
      for (const socket of sockets.splice(0)) await socket.close();
      await expect(strip(player)).toContainText('Unlocked: 60,000 DENA.');
    });
  },
);
