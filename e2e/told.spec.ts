/** The next best move, the player's news, and the seconds after a move of their own. */
import { expect, type BrowserContext, type Page, type WebSocketRoute } from '@playwright/test';
import { Interface } from 'ethers';
import { configCall } from '../common/protocol/config.ts';
import { LOCK_MS } from '../common/rules/lock.ts';
import { WEI_PER_DENA } from '../common/values/amount.ts';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { chooseNation, setUpWallet, stakeDena, stakeNfts, toasts } from './demo-player.ts';
import type { DevServer } from './dev-server.ts';
import { test } from './game-test.ts';

const [PLAYER = null, OTHER = null] = DEMO_ACCOUNTS;
const MINUTES_MS = 60_000;

const next = (page: Page) => page.getByRole('region', { name: 'Your next move' });
const strip = (page: Page) => page.getByRole('region', { name: 'What happened' });
const parcels = (page: Page) => page.getByRole('main').locator('header [data-parcel]');

/** Waits until the live state is known: news starts from here. */
async function isLive(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Italy as a whole' })).toContainText('$');
}

/** Another player's page, who also plays Italy. */
async function rivalOf(context: BrowserContext, url: string): Promise<Page> {
  await setUpWallet(context, { account: OTHER });
  const rival = await context.newPage();
  await chooseNation(rival, url, 'Italy');
  return rival;
}

/**
 * Call before the page is opened. Returns a function that moves the game's clock and breaks the page's
 * connection: on reconnecting the page learns the time, as after a night's sleep.
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

test('the best move is a button that opens the dialog with every copy, the others are below', async ({
  player,
  server,
}) => {
  await player.goto(`${server.url}/dashboard`);
  const best = next(player).getByRole('button', { name: /^Stake 3 copies of Italy/ });
  await expect(best).toBeVisible();
  await expect(next(player)).toContainText(/\+\$[\d,]+ GDP · rank stays #1/);
  await best.click();
  const dialog = player.getByRole('dialog', { name: 'Confirm NFT Staking' });
  await expect(dialog.getByRole('button', { name: 'Stake 3 NFTs' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const others = next(player).getByRole('list', { name: 'Other moves' });
  await expect(others).toContainText('President');
  await others.getByRole('button', { name: /^Stake 100,000 DENA/ }).click();
  const amount = player.getByLabel('Amount');
  await expect(amount).toHaveValue('100000');
  await expect(amount).toBeFocused();
  // Clear of the sticky header, at any size.
  const [field, header] = await Promise.all([
    amount.boundingBox(),
    player.getByRole('banner').first().boundingBox(),
  ]);
  expect(field?.y).toBeGreaterThan((header?.y ?? 0) + (header?.height ?? 0));
});

test('on another network it says so instead', async ({ player, server }) => {
  await player.goto(`${server.url}/dashboard`);
  await expect(next(player).getByRole('button').first()).toBeVisible();
  const reloaded = player.waitForEvent('load');
  await player.evaluate(() => window.denariaDemoWallet?.pretendChain('0x5'));
  await reloaded;
  await expect(next(player)).toContainText('Your wallet is on another network');
  await expect(next(player).getByRole('button')).toHaveCount(0);
});

test('being passed is news with a way to answer; the answer says whom it passed', async ({
  browser,
  player,
  server,
}) => {
  await player.goto(`${server.url}/dashboard`);
  await expect(strip(player)).toContainText('Nothing new since your last visit.');
  await isLive(player);
  await expect(next(player).getByRole('button').first()).toBeVisible();
  const room = await strip(player).boundingBox();
  const elsewhere = await browser.newContext();
  const rival = await rivalOf(elsewhere, server.url);
  await expect(next(player)).toContainText('You lead the world on a tie: you got there first');
  await stakeByForm(rival, '50000');

  await expect(strip(player)).toContainText('isabella.eth passed you: rank #1 → #2.');
  expect(await strip(player).boundingBox()).toEqual(room);
  await strip(player).getByRole('button', { name: 'Pass back with 50,010 DENA' }).click();
  await expect(player.getByLabel('Amount')).toHaveValue('50010');
  await player.getByRole('button', { name: 'Stake DENA' }).click();
  await expect(strip(player)).toContainText('up1');
  await expect(strip(player)).toContainText('+$5,001 GDP');
  await expect(strip(player)).toContainText('Passed isabella.eth');
  await expect(strip(player)).toContainText('$23,001');
  await expect(toasts(player)).toContainText('DENA Staked Successfully');
  // Won back: no news remains.
  await expect(strip(player)).toContainText('Nothing new since your last visit.');
  await expect(strip(rival)).toContainText('marco.eth passed you: rank #1 → #2.');
  // It stays until it is dismissed, here and in every other tab.
  await rival.reload();
  await expect(strip(rival)).toContainText('marco.eth passed you: rank #1 → #2.');
  const tab = await elsewhere.newPage();
  await tab.goto(`${server.url}/dashboard`);
  await expect(strip(tab)).toContainText('marco.eth passed you: rank #1 → #2.');
  await strip(rival).getByRole('button', { name: 'Dismiss' }).click();
  await expect(strip(rival)).toContainText('Nothing new since your last visit.');
  await expect(strip(tab)).toContainText('Nothing new since your last visit.');
  await elsewhere.close();
});

test('on the ranking the news replaces the tip, and moves nothing', async ({
  browser,
  player,
  server,
}) => {
  await player.goto(`${server.url}/ranking`);
  const top3 = player.getByRole('list', { name: 'Top 3' });
  await expect(top3).toContainText('marco.eth');
  await expect(strip(player)).toHaveCount(0);
  const elsewhere = await browser.newContext();
  const rival = await rivalOf(elsewhere, server.url);
  await expect(top3).toContainText('isabella.eth');
  const before = await top3.boundingBox();
  await stakeByForm(rival, '50000');
  await expect(strip(player)).toContainText('isabella.eth passed you: rank #1 → #2.');
  expect(await top3.boundingBox()).toEqual(before);
  await expect(strip(player).getByRole('link', { name: 'Your next move' })).toHaveAttribute(
    'href',
    '/dashboard',
  );
  await strip(player).getByRole('button', { name: 'Dismiss' }).click();
  await expect(strip(player)).toHaveCount(0);
  await elsewhere.close();
});

test('a staked parcel fills on the map, and unlocking is announced when it is due', async ({
  player,
  server,
}) => {
  const sleep = await sleeper(player, server);
  await player.goto(`${server.url}/dashboard`);
  await expect(next(player).getByRole('button').first()).toBeVisible();
  await expect(parcels(player)).toHaveCount(0);
  await next(player)
    .getByRole('button', { name: /^Stake 3 copies of Italy/ })
    .click();
  await player
    .getByRole('dialog', { name: 'Confirm NFT Staking' })
    .getByRole('button', { name: 'Stake 3 NFTs' })
    .click();
  await expect(parcels(player)).toHaveCount(3);
  await expect(parcels(player).first()).toHaveAttribute('data-new', 'true');
  await expect(strip(player)).toContainText('Nothing new since your last visit.');

  await sleep(LOCK_MS + MINUTES_MS);
  await expect(strip(player)).toContainText(
    'Unlocked: 3 copies of Italy. Still earning until you unstake.',
  );
  await player.reload();
  const show = next(player).getByRole('button', { name: 'Show 1 unlocked stake' });
  await expect(show).toContainText('Still earning until you unstake.');
  await show.click();
  const unstake = player.getByRole('button', { name: 'Unstake 3 copies of Italy' });
  await expect(unstake).toBeFocused();
  await expect(unstake).toBeInViewport({ ratio: 1 });
});

test('on a phone the link from an unlocked stake unfolds its card', async ({ player, server }) => {
  const sleep = await sleeper(player, server);
  await player.setViewportSize({ width: 390, height: 844 });
  await stakeNfts(player, server.url, { nftType: 'museum', quantity: 2 });
  await player.goto(`${server.url}/dashboard`);
  await isLive(player);
  const card = player.getByRole('region', { name: 'Cultural NFTs', exact: true });
  const unstake = card.getByRole('button', { name: 'Unstake 2 copies of The Colosseum' });
  await expect(unstake).toBeHidden();
  await sleep(LOCK_MS + MINUTES_MS);
  await expect(strip(player)).toContainText('Unlocked: 2 copies of The Colosseum.');
  await strip(player).getByRole('button', { name: 'Show your stakes' }).click();
  await expect(unstake).toBeFocused();
  await expect(unstake).toBeInViewport({ ratio: 1 });
});

test('a lost presidency is news that names the new President', async ({
  browser,
  player,
  server,
}) => {
  await player.goto(`${server.url}/dashboard`);
  await isLive(player);
  await stakeNfts(player, server.url, { nftType: 'museum', quantity: 1 });
  await expect(strip(player)).toContainText('You are President of Italy.');
  const elsewhere = await browser.newContext();
  const rival = await rivalOf(elsewhere, server.url);
  await next(rival)
    .getByRole('button', { name: /^Stake 5 copies of .*President/ })
    .click();
  await rival
    .getByRole('dialog', { name: 'Confirm NFT Staking' })
    .getByRole('button', { name: 'Stake 5 NFTs' })
    .click();
  await expect(strip(player)).toContainText(
    'isabella.eth is President of Italy now, in your place.',
  );
  await expect(strip(player).getByRole('link', { name: 'See the race' })).toHaveAttribute(
    'href',
    '/nation/italy',
  );
  await elsewhere.close();
});

test('players see on their return what happened while they were away', async ({
  browser,
  player,
  server,
}) => {
  await player.goto(`${server.url}/dashboard`);
  await isLive(player);
  await expect(strip(player)).toContainText('Nothing new');
  await stakeDena(player, server.url, '1000');
  await expect(player.getByRole('region', { name: 'Current GDP' })).toContainText('$18,100');
  await player.goto('about:blank');
  const elsewhere = await browser.newContext();
  const rival = await rivalOf(elsewhere, server.url);
  await stakeByForm(rival, '50000');
  await elsewhere.close();
  await server.advance(3 * 60 * MINUTES_MS);

  await player.goto(`${server.url}/dashboard`);
  await expect(strip(player)).toContainText(
    'While you were away (3 h): rank #1 → #2, passed by isabella.eth.',
  );
  await strip(player).getByRole('button', { name: 'Dismiss' }).click();
  await expect(strip(player)).toContainText('Nothing new since your last visit.');
  await player.reload();
  await expect(strip(player)).toContainText('Nothing new since your last visit.');
});

test('players see on their return how much unlocked while they were away', async ({
  player,
  server,
}) => {
  await player.goto(`${server.url}/dashboard`);
  await isLive(player);
  await stakeByForm(player, '1000');
  await player.goto('about:blank');
  await server.advance(LOCK_MS + MINUTES_MS);
  await player.goto(`${server.url}/dashboard`);
  await expect(strip(player)).toContainText(/^While you were away \(7 d\): .*1 stake unlocked\./);
});

test('a hidden page shows a notification if the player asked for it', async ({
  browser,
  player,
  server,
}) => {
  // A headless browser has no notifications of its own.
  await player.addInitScript(() => {
    class Recorded extends EventTarget {
      static permission = localStorage.getItem('test.permission') ?? 'default';
      static requestPermission(): Promise<string> {
        Recorded.permission = 'granted';
        localStorage.setItem('test.permission', 'granted');
        return Promise.resolve(Recorded.permission);
      }
      constructor(_title: string, { body }: { readonly body: string }) {
        super();
        document.documentElement.dataset['notified'] = body;
      }
    }
    Object.defineProperty(window, 'Notification', { value: Recorded });
    Object.defineProperty(document, 'visibilityState', {
      get: () => document.documentElement.dataset['visibility'] ?? 'visible',
    });
  });
  await player.goto(`${server.url}/dashboard`);
  const notify = strip(player).getByRole('switch', { name: 'Notify me' });
  await expect(notify).not.toBeChecked();
  await notify.click();
  await expect(notify).toBeChecked();
  await player.reload();
  await expect(notify).toBeChecked();
  await isLive(player);
  const root = player.locator('html');
  await root.evaluate((element) => element.setAttribute('data-visibility', 'hidden'));
  const elsewhere = await browser.newContext();
  const rival = await rivalOf(elsewhere, server.url);
  await stakeByForm(rival, '50000');
  await expect(root).toHaveAttribute('data-notified', /passed you: rank #1 → #2\.$/);
  await elsewhere.close();
});

/** To the other account, so the stakes are no longer covered. */
async function sendAllDena(url: string): Promise<void> {
  const config = await fetch(`${url}/api/config`);
  const { contracts } = configCall.answers[200].parse(await config.json());
  const erc20 = new Interface(['function transfer(address to, uint256 amount)']);
  const data = erc20.encodeFunctionData('transfer', [OTHER, 100_000n * WEI_PER_DENA]);
  const sent = await fetch(`${url}/dev/rpc`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_sendTransaction',
      params: [{ from: PLAYER, to: contracts.dena, data }],
    }),
  });
  expect(await sent.json()).toHaveProperty('result');
}

test('a browser that cannot show a page’s notifications has no switch for them', async ({
  player,
  server,
}) => {
  await player.addInitScript(() => {
    // As on Android.
    class Refusing {
      static permission = 'default';
      constructor() {
        throw new TypeError('Illegal constructor');
      }
    }
    Object.defineProperty(window, 'Notification', { value: Refusing });
  });
  await player.goto(`${server.url}/dashboard`);
  await expect(strip(player)).toContainText('Nothing new since your last visit.');
  await expect(strip(player).getByRole('switch')).toHaveCount(0);
});

test('an unbacked stake is news that says what it was, and from which block', async ({
  player,
  server,
}) => {
  await stakeDena(player, server.url, '5000');
  await player.goto(`${server.url}/dashboard`);
  await isLive(player);
  await expect(player.getByRole('list', { name: 'Staked DENA' })).toContainText('5,000 DENA');
  await sendAllDena(server.url);
  await expect(strip(player)).toContainText(
    /Your wallet no longer held what was staked at block [\d,]+, so this stake ended: 5,000 DENA\. −\$500 GDP\./,
  );
  await expect(strip(player).getByRole('link', { name: 'See what is left' })).toHaveAttribute(
    'href',
    `/player/${PLAYER}`,
  );
  // The whole desk follows, though nothing on it requested the change.
  const card = player.getByRole('region', { name: 'DENA Coin Staking', exact: true });
  await expect(card).toContainText('No DENA staked yet.');
  await expect(card.getByRole('region', { name: 'Your DENA' })).toContainText(/Staked0Spent0/);
});

test('a second tab follows what the first one stakes', async ({ player, server }) => {
  await player.goto(`${server.url}/dashboard`);
  await isLive(player);
  const tab = await player.context().newPage();
  await tab.goto(`${server.url}/dashboard`);
  await isLive(tab);
  await stakeByForm(player, '5000');
  const card = tab.getByRole('region', { name: 'DENA Coin Staking', exact: true });
  await expect(card.getByRole('list', { name: 'Staked DENA' })).toContainText('5,000 DENA');
  await expect(card.getByRole('region', { name: 'Your DENA' })).toContainText('5,000');
});
