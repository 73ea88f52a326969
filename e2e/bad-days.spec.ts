/**
 * Bad days: a server that is down, slow, failing or busy, a blocked socket.
 */
import { expect, type Page } from '@playwright/test';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { rowOf, stakeDena, toasts } from './demo-player.ts';
import { test } from './game-test.ts';
import { gate } from './gate.ts';
import { hurry } from './hurry.ts';
import { letThrough, pressToLetThrough } from './let-through.ts';
import { refusePolls, refuseSockets } from './refuse-sockets.ts';
import { unfilled } from './unfilled.ts';

/** Matches the API calls, not the client files of the same names. */
const API = /:\d+\/api\//;
const LEADERBOARD = /:\d+\/api\/leaderboard/;

const connection = (page: Page, word: string) =>
  page.getByRole('status', { name: `Connection: ${word}` });
const notice = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('a blocked socket or a server that is down: the last data stays, the page says so, and goes on by itself', async ({
  page,
  player,
  server,
}) => {
  const polling = await page.context().newPage();
  for (const one of [page, polling]) await hurry(one);
  await page.goto(`${server.url}/ranking`);
  await expect(connection(page, 'Live')).toBeVisible();
  const own = rowOf(page, '0x7099…79C8');
  await expect(own).toContainText('$18,000');
  await server.stop('SIGKILL');
  await expect(connection(page, 'Reconnecting')).toBeVisible();
  await expect(page.getByText(/Reconnecting · figures from \d+ s ago/)).toBeVisible();
  await expect(own).toContainText('$18,000');
  await server.start();
  await expect(connection(page, 'Live')).toBeVisible();
  await expect(page.getByText(/figures from/)).toHaveCount(0);
  await expect(own).toContainText('$18,000');

  await refuseSockets(polling);
  await polling.goto(`${server.url}/ranking`);
  await expect(connection(polling, 'Not live')).toBeVisible();
  await stakeDena(player, server.url, '10000');
  await expect(rowOf(polling, '0x7099…79C8')).toContainText('$19,000');
  await expect(own).toContainText('$19,000');
});

test.describe('on a game that stays as it is', () => {
  test.use({ game: 'shared' });

  test('[SCR15, SCR38] a slow ranking shows its skeleton, an empty one is no error; of a server that fails or is busy each page says what is missing, and Start Playing goes on', async ({
    page,
    player,
    server,
  }) => {
    const barrier = gate();
    const first = page.waitForRequest(LEADERBOARD);
    await page.route(LEADERBOARD, async (route) => {
      await barrier.opened;
      await route.continue();
    });
    await page.goto(unfilled(`${server.url}/ranking`));
    await first;
    await expect(notice(page, 'Global Rankings')).toBeVisible();
    await expect(page.getByText(/nations? competing/)).toHaveCount(0);
    await expect(page.getByText('No rankings available yet')).toHaveCount(0);
    barrier.open();
    await expect(page.getByText('1 nation competing')).toBeVisible();

    await refuseSockets(player);
    await player.route(LEADERBOARD, async (route) => {
      const headers = (await route.fetch({ maxRetries: 2 })).headers();
      await route.fulfill({
        json: [],
        headers: {
          'X-Board-Epoch': headers['x-board-epoch'] ?? '',
          'X-Board-Rev': headers['x-board-rev'] ?? '',
          'X-Total-Count': '0',
        },
      });
    });
    await player.goto(`${server.url}/dashboard`);
    await expect(player.getByRole('region', { name: 'Global Leaderboard' })).toContainText(
      'No leaderboard data available',
    );
    // Fetches the list again: a request in progress would outlive the test.
    await player.unrouteAll({ behavior: 'wait' });

    let asked = 0;
    player.on('request', (request) => {
      if (API.test(request.url())) asked += 1;
    });
    let status = 429;
    await player.route(API, (route) => route.fulfill({ status, body: 'Slow down.' }));
    await player.goto(`${server.url}/dashboard`);
    // In the server's own words.
    await expect(notice(player, 'Your nation could not be loaded')).toBeVisible();
    await expect(player.getByText('It is safe with the game. Slow down.')).toBeVisible();
    status = 500;
    await player.goto(`${server.url}/nation/italy`);
    await expect(player.getByRole('region', { name: 'The race for President' })).toContainText(
      'The race could not be loaded. Slow down.',
    );
    await player.goto(unfilled(`${server.url}/ranking`));
    await expect(player.getByText('The ranking cannot be reached just now')).toBeVisible();
    asked = 0;
    await player.goto(unfilled(server.url));
    // Other parts of the page say that they failed too, each in its own time.
    const lookup = player.getByRole('alert').filter({ hasText: 'Your nation' });
    await expect(lookup).toContainText('Your nation could not be looked up');
    await expect(player.getByRole('region', { name: 'Live ranking' })).toContainText(
      'cannot be reached just now',
    );
    // A failure is no reason to ask without end.
    expect(asked).toBeLessThan(60);
    await letThrough(player, API);
    await player.getByRole('button', { name: 'Start Playing' }).click();
    await expect(player).toHaveURL(/\/dashboard$/);
  });

  test(
    'what cannot be loaded says so in its place, and is requested again at a press',
    { tag: '@long' },
    async ({ page, player, server }) => {
      for (const one of [page, player]) {
        await refuseSockets(one);
        await refusePolls(one);
      }
      // Its answer would make the page fetch the holdings again.
      await player.route('**/api/player-nation/refresh', (route) => route.abort());
      const region = (name: string) => page.getByRole('region', { name, exact: true });
      const lost = 'could not be loaded';
      for (const [from, path, url, place, then] of [
        [page, '/ranking', /:\d+\/api\/events/, region('Activity'), 'joined for Italy'],
        [
          page,
          '/nation/italy',
          '**/api/nations/italy',
          region('The race for President'),
          'There is no President of Italy yet.',
        ],
        [
          page,
          '/nation/italy',
          /\/api\/(works|nations\/italy)$/,
          region('The Colosseum'),
          '0 of 5 stages finished',
        ],
        [
          page,
          `/player/${DEMO_ACCOUNTS[0]}`,
          '**/api/players/*',
          page.getByRole('main'),
          '= $18,000',
        ],
        [
          player,
          '/territory',
          '**/api/territory/*',
          player.getByRole('main'),
          'Nobody has drawn a border here yet.',
        ],
        [
          player,
          '/dashboard',
          '**/api/player-nation/*',
          player.getByRole('main'),
          'Build your nation',
        ],
      ] as const) {
        await test.step(`${path}: ${url}`, async () => {
          await from.route(url, (route) => route.fulfill({ status: 500, body: '' }));
          await from.goto(server.url + path);
          await expect(place).toContainText(lost);
          await pressToLetThrough(place.getByRole('button', { name: 'Try again' }), from, url);
          await expect(place).toContainText(then);
        });
      }
    },
  );

  test('[CAL10] tokens whose metadata or picture fails: nothing is made up, and nothing unknown is staked', async ({
    player,
    server,
  }) => {
    const VERIFY = '**/api/nft/verify';
    const card = player.getByRole('region', { name: 'National NFTs', exact: true });
    const stake = card.getByRole('button', { name: /^Stake / });
    const dialog = player.getByRole('dialog', { name: 'Confirm NFT Staking' });
    const confirm = dialog.getByRole('button', { name: 'Stake NFT' });
    const logged: string[] = [];
    player.on('console', (message) => logged.push(message.text()));
    await player.route(VERIFY, (route) => route.fulfill({ status: 503, body: '' }));
    await player.goto(`${server.url}/dashboard`);
    await expect(card).toContainText('cannot be read right now');
    await expect(stake).toBeDisabled();
    await expect(toasts(player)).toHaveCount(0);
    await expect(player.getByRole('alert')).toHaveCount(0);

    const barrier = gate();
    const unread = { image: '', name: '', territoryValue: 0, productionBonus: 0 };
    const unusable = 'Only the owner of the collection can correct that.';
    await player.route(VERIFY, async (route) => {
      await barrier.opened;
      const metadata = { ...unread, culturalGdpBonus: 0, unusable };
      await route.fulfill({ json: { isOwner: true, balance: '3', metadata } });
    });
    await player.goto(`${server.url}/dashboard`);
    await stake.click();
    barrier.open();
    await expect(dialog).toContainText(unusable);
    await expect(confirm).toBeDisabled();
    for (const figure of ['Territory', 'Production']) {
      await expect(rowOf(player, figure)).toContainText('not known');
    }
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(card).toContainText(unusable);
    await expect(stake).toBeDisabled();

    await letThrough(player, VERIFY);
    await player.route('**/*', (route) =>
      route.request().resourceType() === 'image' ? route.abort() : route.fallback(),
    );
    await player.goto(`${server.url}/dashboard`);
    await stake.click();
    await expect(rowOf(player, 'Territory')).toContainText('+180 km²');
    // The plate of the atlas stands in for the token's own picture.
    await expect(dialog.getByRole('img', { name: /Italy/ })).toHaveAttribute(
      'src',
      /national-italy.*\.svg$/,
    );
    // [CAL10]: that the dialog's own fetch failed is logged, and that is all: the figures are
    // known.
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await player.route(VERIFY, (route) => route.fulfill({ status: 503, body: '' }));
    await stake.click();
    await expect
      .poll(() => logged.filter((text) => text.includes('metadata could not be fetched')))
      .toHaveLength(1);
    await expect(confirm).toBeEnabled();
    await expect(toasts(player)).toHaveCount(0);
  });
});
