/** What happened: the activity feeds, the charts and their words, and what changed since yesterday. */
import { expect, test, type Page } from '@playwright/test';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { chooseNation, setUpWallet, toasts } from './demo-player.ts';
import { gameOfItaly } from './game-of-italy.ts';
import { letThrough } from './let-through.ts';
import { refuseSockets } from './refuse-sockets.ts';

const HOUR_MS = 60 * 60 * 1000;
const [, OTHER = null] = DEMO_ACCOUNTS;
const game = gameOfItaly();
const { server } = game;

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext();
  await setUpWallet(context, { account: OTHER });
  await chooseNation(await context.newPage(), server.url, 'China');
  await context.close();
});

const feed = (page: Page) => page.getByRole('list', { name: 'Activity' }).getByRole('listitem');
const stat = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function stake(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Amount').fill(amount);
  await page.getByRole('button', { name: 'Stake DENA' }).click();
  await expect(toasts(page)).toContainText('DENA Staked Successfully');
  await page.getByRole('button', { name: 'Dismiss notification' }).click();
}

test('a deed is told live, of all nations or of one, and waits while the ranking is paused', async ({
  browser,
  page,
}) => {
  await page.goto(`${server.url}/ranking`);
  await expect(feed(page)).toHaveCount(2);
  await expect(feed(page).first()).toContainText('0x3C44…93BC');
  await expect(feed(page).first()).toContainText('joined the game');
  await expect(feed(page).first()).toContainText('+$22,000');
  await expect(feed(page).first()).toContainText('just now');

  const context = await browser.newContext({ storageState: game.visit });
  const player = await context.newPage();
  await player.goto(`${server.url}/dashboard`);
  await stake(player, '10000');
  await expect(feed(page).first()).toContainText('0x7099…79C8');
  await expect(feed(page).first()).toContainText('staked DENA');
  await expect(feed(page).first()).toContainText('+$1,000');
  // On the dashboard it is one's own nation's, and one's own deed is marked.
  await expect(feed(player)).toHaveCount(2);
  await expect(feed(player).first()).toContainText('You');

  const ofNation = page.getByRole('combobox', { name: 'Activity of' });
  await ofNation.selectOption('China');
  await expect(feed(page)).toHaveCount(1);
  await ofNation.selectOption('United States');
  await expect(page.getByText('Nothing has happened here yet.')).toBeVisible();
  await ofNation.selectOption('All nations');
  await expect(feed(page)).toHaveCount(3);

  const row = page.getByRole('row').filter({ hasText: '0x7099…79C8' });
  await expect(row).toContainText('$19,000');
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('No changes waiting')).toBeVisible();
  await stake(player, '20000');
  await expect(page.getByText('1 change waiting')).toBeVisible();
  await expect(row).toContainText('$19,000');
  await expect(feed(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Catch up' }).click();
  await expect(row).toContainText('$21,000');
  await expect(feed(page)).toHaveCount(4);
  await expect(page.getByText(/changes? waiting/)).toHaveCount(0);
  // Read as an event, a deed says how much.
  await page.reload();
  await expect(feed(page).first()).toContainText('staked 20,000 DENA');
  await context.close();
});

test('an activity that cannot be loaded says so, and is asked for again', async ({ page }) => {
  const events = /:\d+\/api\/events/;
  await page.route(events, (route) => route.fulfill({ status: 500, body: '' }));
  await refuseSockets(page);
  await page.goto(`${server.url}/ranking`);
  const panel = page.getByRole('region', { name: 'Activity' });
  await expect(panel).toContainText('The activity could not be loaded.');
  await letThrough(page, events);
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(feed(page).first()).toBeVisible();
});

test('charts say in words what they show: each stat card’s, one’s GDP, the nation’s', async ({
  browser,
}) => {
  const context = await browser.newContext({ storageState: game.visit });
  const page = await context.newPage();
  await page.goto(`${server.url}/dashboard`);
  await stake(page, '5000');
  const day = String.raw`\d{1,2} \w{3,4}, \d\d:\d\d`;
  const says = (words: string) => new RegExp(words.replaceAll('DAY', day));
  await expect(stat(page, 'DENA Balance')).toContainText(
    says('DENA balance history: 100,000 since DAY'),
  );
  await expect(stat(page, 'GDP')).toContainText(
    says(String.raw`GDP history: \$18,000 on DAY, \$\d\d,\d00 now`),
  );
  await expect(stat(page, 'Population')).toContainText(says('Population history: 59M since DAY'));
  await expect(stat(page, 'Global Rank')).toContainText(/Global rank history: #\d/);
  await expect(page.getByRole('region', { name: 'Current GDP' })).toContainText(
    says(String.raw`GDP history: \$18,000 on DAY, \$\d\d,\d00 now`),
  );
  const nation = page.getByRole('region', { name: 'Italy as a whole' });
  await expect(nation).toContainText(/\$\d\d,\d00/);
  await expect(nation).toContainText('1 player');
  await expect(nation).toContainText('No President yet');
  await expect(nation).toContainText(
    says(String.raw`GDP history of Italy: \$18,000 on DAY, \$\d\d,\d00 now`),
  );
  await context.close();
});

test('a stat card tells a rise and a fall since yesterday, in sign and colour [PCT1]', async ({
  browser,
}) => {
  const context = await browser.newContext({ storageState: game.visit });
  const page = await context.newPage();
  await page.goto(server.url);
  const partsOf = (colour: string) => (colour.match(/\d+/g) ?? []).map(Number);
  const colourOf = (token: string) =>
    page.evaluate((name) => {
      const probe = document.createElement('i');
      probe.style.color = `var(${name})`;
      document.body.append(probe);
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    }, token);
  const [riseRed = 0, riseGreen = 0] = partsOf(await colourOf('--rise'));
  expect(riseGreen).toBeGreaterThan(1.2 * riseRed);
  const [fallRed = 0, fallGreen = 0] = partsOf(await colourOf('--fall'));
  expect(fallRed).toBeGreaterThan(1.2 * fallGreen);
  await server.advance(25 * HOUR_MS);
  await page.goto(`${server.url}/dashboard`);
  await stake(page, '21000');
  const rise = stat(page, 'GDP').getByText(/^\+\d+(\.\d+)?%$/);
  await expect(rise).toBeVisible({ timeout: 15_000 });
  await expect(rise).toHaveCSS('color', await colourOf('--rise'));
  await expect(stat(page, 'Population')).toContainText('No change');

  await server.advance(7 * 24 * HOUR_MS);
  await page.reload();
  await page.getByRole('button', { name: 'Unstake 21,000 DENA' }).click();
  await expect(toasts(page)).toContainText('DENA Unstaked Successfully');
  const fall = stat(page, 'GDP').getByText(/^−\d+(\.\d+)?%$/);
  await expect(fall).toBeVisible({ timeout: 15_000 });
  await expect(fall).toHaveCSS('color', await colourOf('--fall'));
  await context.close();
});
