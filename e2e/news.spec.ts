/** The player's news, and its answer. */
import { expect, type BrowserContext, type Page, type WebSocketRoute } from '@playwright/test';
import { rules } from '../common/testing/fixtures.ts';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { chooseNation, expectTexts, Rival, setUpWallet, stakeDena, toasts } from './demo-player.ts';
import { test } from './game-test.ts';

const [PLAYER = null, OTHER = null] = DEMO_ACCOUNTS;
const MINUTES_MS = 60_000;

const next = (page: Page) => page.getByRole('region', { name: 'Your next move' });
const strip = (page: Page) => page.getByRole('region', { name: 'Your standing' });
/** What answers it: whom to pass, and with how much. */
const pass = (page: Page) =>
  strip(page).getByRole('button', { name: 'Pass isabella.eth: 50,010 DENA' });

/** The live state is known, and there is only the race: no news. */
async function isQuiet(page: Page): Promise<void> {
  await expect(strip(page)).toContainText(/#|No place/);
  await expect(strip(page).getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
}

/** Another player's page, who also plays Italy. */
async function rivalOf(context: BrowserContext, url: string): Promise<Page> {
  await setUpWallet(context, { account: OTHER });
  const rival = await context.newPage();
  await chooseNation(rival, url, 'Italy');
  return rival;
}

async function stakeByForm(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Amount').fill(amount);
  await page.getByRole('button', { name: 'Stake DENA' }).click();
  await expect(toasts(page)).toContainText('DENA Staked Successfully');
}

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
    // The best move opens its dialog.
    await next(player).getByRole('button').first().click();
    await player.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await ranking.goto(`${server.url}/ranking`);
    await expect(top3).toContainText('marco.eth');
    await isQuiet(ranking);
  });
  const rival = await rivalOf(elsewhere, server.url);
  await expect(top3).toContainText('isabella.eth');
  await stakeByForm(rival, '50000');
  await test.step('the news, on any page', async () => {
    await expect(strip(player)).toContainText(passed);
    await expect(strip(ranking)).toContainText(passed);
    await expect(pass(ranking)).toBeVisible();
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
    // Won back: no news remains.
    await isQuiet(player);
    await isQuiet(ranking);
  });
  await test.step('news stays until it is dismissed, here and in every other tab', async () => {
    const repassed = 'Rank #1 → #2, passed by marco.eth.';
    await rival.evaluate((wallet) => localStorage.setItem('followed', wallet), `${PLAYER}`);
    await rival.reload();
    await expect(strip(rival)).toContainText(repassed);
    const tab = await elsewhere.newPage();
    await tab.goto(`${server.url}/dashboard`);
    await expect(strip(tab)).toContainText(repassed);
    await strip(rival).getByRole('button', { name: 'Dismiss' }).click();
    await isQuiet(rival);
    await isQuiet(tab);
  });
  await test.step('[SCR74] so is passing somebody whom one follows', async () => {
    await stakeByForm(rival, '20');
    await expect(strip(rival)).toContainText('You passed marco.eth, whom you follow.');
    await strip(rival).getByRole('link', { name: 'See where they stand' }).click();
    await expect(rival).toHaveURL(/\?mine$/);
    await expect(rival.getByRole('table', { name: 'Mine' }).getByRole('row')).toHaveCount(3);
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
    await player.goto(`${server.url}/dashboard`);
    await isQuiet(player);
    await stakeDena(player, server.url, '1000');
    // What the page has seen is saved from the moment that it is live.
    await player.waitForFunction(() =>
      Object.keys(localStorage).some((key) => key.startsWith('seen')),
    );
    await player.goto('about:blank');
    const rival = new Rival(server.url);
    await rival.choose('italy');
    await rival.stake('50000');
    await server.advance(rules.lockMs + MINUTES_MS);

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
      isCut = true;
      for (const socket of sockets.splice(0)) await socket.close();
      await rival.stake('40000');
      await expect(player.getByRole('status', { name: /^Connection: / })).not.toContainText('Live');
      isCut = false;
      await player.evaluate(() => dispatchEvent(new Event('online')));
      await expect(strip(player)).toContainText('Rank #1 → #2, passed by isabella.eth.');
    });
    await test.step('a lock that ends while it stands is told, too', async () => {
      await server.advance(rules.lockMs - 5000);
      for (const socket of sockets.splice(0)) await socket.close();
      await expect(strip(player)).toContainText('Unlocked: 60,000 DENA.');
    });
  },
);
