/** The weeks' race in the pages: beside the all-time ranking, until a week ends before people's eyes. */
import { expect, test, type Page } from '@playwright/test';
import { weekBegins, weekId } from '../common/values/week.ts';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { leaderboard, openGame } from './crowd.ts';
import { setUpWallet } from './demo-player.ts';
import { smallTargets } from './touch-targets.ts';
import { violations } from './violations.ts';
import { leaveOfWeek, race, thisWeek } from './weeks.ts';

const [MARCO, ISABELLA] = DEMO_ACCOUNTS;
const WAIT = { timeout: 60_000 };
const server = openGame();
/** The first of the game, which ends in the first test. */
let week: number;

// One game, whose weeks pass from test to test.
test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  await server.start();
  await race(server);
  week = await thisWeek(server);
  const names = async () => (await leaderboard(server.url)).map(({ name }) => name);
  await expect.poll(names, { timeout: 30_000 }).toContain('caterina.eth');
});

test.afterAll(async () => {
  await server.dispose();
});

/** Console errors, such as what the policy blocks, and uncaught errors. */
function problemsOf(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  return problems;
}

const list = (page: Page, of: number) =>
  page.getByRole('table', { name: `Week ${Number(weekId(of).slice(-2))} of` });
const rows = (page: Page, of: number) => list(page, of).locator('tbody').getByRole('row');
const podium = (page: Page) => page.getByRole('list', { name: 'Top 3' }).getByRole('listitem');
const timer = (page: Page) => page.getByRole('timer', { name: 'Time left of the week' });

test('[SCR55] the ranking has a switch to the week, in its URL; the week is ranked by gain, and live', async ({
  page,
}) => {
  const problems = problemsOf(page);
  await page.goto(`${server.url}/ranking`);
  await expect(podium(page).first()).toContainText('isabella.eth');
  await page.getByRole('link', { name: 'This week' }).click();
  await expect(page).toHaveURL(`${server.url}/ranking?season=${weekId(week)}`);
  await expect(rows(page, week)).toHaveCount(4);
  await expect(podium(page).first()).toContainText('marco.eth');
  await expect(podium(page).first()).toContainText(/First.*\+\$5,000/);
  await expect(rows(page, week).nth(1)).toContainText(/isabella\.eth.*\+\$4,300.*\$700/);
  await expect(page.getByText('A new wallet starts afresh')).toBeVisible();
  await expect(timer(page)).toHaveText(/^\d+[dhms]/);

  await server.post('/api/dena/stake', { walletAddress: ISABELLA, amount: '10000' });
  await expect(podium(page).first()).toContainText('isabella.eth');
  await expect(podium(page).first()).toContainText('+$5,300');
  await expect(rows(page, week).nth(1)).toContainText(/marco\.eth.*\+\$5,000.*\$300/);

  const nation = page.getByRole('navigation', { name: 'Whose rows are listed' });
  await nation.getByRole('link', { name: 'United States' }).click();
  await expect(rows(page, week)).toHaveText([/^1.*isabella\.eth/]);
  await expect(page).toHaveURL(`${server.url}/ranking?season=${weekId(week)}&nation=usa`);
  await page.getByPlaceholder('Find player').fill('MARCO');
  await expect(rows(page, week)).toHaveText([/^2.*marco\.eth/]);
  await page.getByPlaceholder('Find player').fill('0xffff');
  await expect(page.getByText('Nobody like that among those who are ranked.')).toBeVisible();

  await page.getByRole('link', { name: 'All time' }).click();
  await expect(page).toHaveURL(`${server.url}/ranking`);
  await expect(page.getByRole('table', { name: 'Complete Rankings' })).toBeVisible();
  await page.goto(`${server.url}/`);
  const home = page.getByRole('region', { name: 'Live ranking' });
  await expect(home.getByText('+$5,300')).toBeVisible();
  await expect(home.getByRole('timer')).toBeVisible();
  await page.goto(`${server.url}/nation/usa`);
  const itsWeek = page.getByRole('region', { name: 'Its week' });
  await expect(itsWeek).toContainText(/\+\$5,300.*First of four.*isabella\.eth/);
  expect(problems).toEqual([]);
});

test('[SCR58] the strip has one’s place of the week and what betters it, a forecast the place to come', async ({
  page,
}) => {
  await setUpWallet(page, { account: MARCO ?? null });
  await page.goto(`${server.url}/ranking?season=${weekId(week)}`);
  const strip = page.getByRole('region', { name: 'Your standing' });
  await expect(strip).toContainText('Week #2 · $300 behind isabella.eth');
  await expect(rows(page, week).nth(1)).toContainText('You');
  await page.goto(`${server.url}/dashboard`);
  await page.getByLabel('Amount').fill('10000');
  const forecast = page.getByRole('table', { name: 'What it brings' });
  await expect(forecast.getByRole('row', { name: 'This week' })).toContainText('#2→#1');
  await server.post('/api/dena/stake', { walletAddress: MARCO, amount: '5000' });
  await expect(strip).toContainText('Week #1 · $200 ahead of isabella.eth');
});

test('[SCR55, SCR59] a week that ends while it is watched shows its final podium, then the new week', async ({
  browser,
}) => {
  await leaveOfWeek(server, 10_000);
  const [context, wall] = await Promise.all([browser.newContext(), browser.newContext()]);
  const page = await context.newPage();
  const problems = problemsOf(page);
  await page.goto(`${server.url}/ranking?season=${weekId(week)}`);
  await expect(timer(page)).toHaveText(/^\d+s$/);
  const tv = await wall.newPage();
  await tv.goto(`${server.url}/ranking?screen=tv`);
  await expect(tv.getByRole('table', { name: 'Top 10 of the week' })).toContainText('$200 behind');

  await expect(page.getByText('Final: marco.eth won with +$5,500')).toBeVisible(WAIT);
  await expect(podium(page).first()).toContainText('marco.eth');
  await expect(podium(page).first()).toContainText(/Champion.*Champion of a week/);
  await expect(
    tv.getByText(`Week ${weekId(week).slice(-2)} final: marco.eth won with +$5,500`),
  ).toBeVisible(WAIT);
  await expect(page).toHaveURL(`${server.url}/ranking?season=${weekId(week + 1)}`, WAIT);
  await expect(page.getByText('Nobody has gained anything in this week yet.')).toBeVisible();
  expect(problems).toEqual([]);
  await Promise.all([context.close(), wall.close()]);
});

test('[SCR56, SCR57] a week has its page, weeks have a list, and a champion a laurel wherever the name is', async ({
  page,
}) => {
  const problems = problemsOf(page);
  await setUpWallet(page, { account: ISABELLA ?? null });
  await page.goto(`${server.url}/season`);
  await expect(page.getByRole('heading', { level: 1, name: 'Weeks' })).toBeVisible();
  const number = Number(weekId(week).slice(-2));
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: new RegExp(`^Week ${number} of`) }) });
  await expect(row).toHaveText(/marco\.eth.*\+\$5,5004 players.*#2$/);
  // Anywhere but on the champion.
  await row.click({ position: { x: 500, y: 12 } });
  await expect(page).toHaveURL(`${server.url}/season/${weekId(week)}`);
  await expect(podium(page).first()).toContainText('marco.eth');
  const records = page.getByRole('region', { name: 'Records' });
  await expect(records).toContainText('You#2+$5,300');
  await expect(records).toContainText('$200#1 marco.eth before #2 isabella.eth');
  const nations = page.getByRole('list', { name: 'Nations' }).getByRole('listitem');
  await expect(nations).toHaveCount(4);
  await expect(nations.first()).toContainText(
    /^Italy\+\$5,500.*marco\.eth.*#1\s·\s\+\$5,500.*President/,
  );
  const others = page.getByRole('navigation', { name: 'Other weeks' });
  await others.getByRole('link', { name: /→/ }).click();
  await expect(page).toHaveURL(`${server.url}/season/${weekId(week + 1)}`);
  await others.getByRole('link', { name: /←/ }).click();
  await page.getByRole('link', { name: 'Whole ranking' }).click();
  await expect(list(page, week)).toBeVisible();
  const shown = page.getByRole('navigation', { name: 'What is shown' });
  await expect(shown.locator('[aria-current="true"]')).toHaveText(`Week ${number}`);
  await page.goBack();
  const days = page.getByRole('list', { name: 'Rewind to the beginning of a day' });
  await expect(days.getByRole('link')).toHaveCount(7);
  await expect(days.getByRole('link', { name: 'Sun' })).toHaveAttribute(
    'href',
    `/ranking?at=${new Date(weekBegins(week) + 6 * 86_400_000).toISOString()}`,
  );
  await page.goto(`${server.url}/ranking`);
  const champion = page.getByRole('table', { name: 'Complete Rankings' }).getByRole('row', {
    name: 'marco.eth',
  });
  await expect(champion.locator('[data-laurel="1"]')).toBeVisible();
  await expect(page.locator('table [data-laurel]')).toHaveCount(1);
  await page.goto(`${server.url}/player/${MARCO}`);
  await expect(page.getByRole('region', { name: 'Weeks' })).toContainText(/#1 of 4.*\+\$5,500/);
  expect(problems).toEqual([]);
});

test('[SCR64] a player’s page has their places in weeks; a shared link names them', async ({
  page,
}) => {
  await page.goto(`${server.url}/player/${ISABELLA}`);
  await expect(page.getByRole('region', { name: 'Weeks' })).toContainText('#2 of 4');
  const html = await (await fetch(`${server.url}/player/${ISABELLA}`)).text();
  expect(html).toContain(` Weeks: #2 of 4 in ${weekId(week)}."`);
});

test('[SCR56] an address that names no week says so, and leads on', async ({ page, request }) => {
  for (const [id, words] of [
    ['2026-W99', 'There is no week of that name.'],
    ['last', 'There is no week of that name.'],
    ['2020-W01', 'The game had not begun in that week.'],
    ['2100-W01', 'That week has not begun yet.'],
  ] as const) {
    for (const path of [`/season/${id}`, `/ranking?season=${id}`]) {
      await page.goto(server.url + path);
      await expect(page.getByRole('heading', { name: 'Which week?' })).toBeVisible();
      await expect(page.getByText(words)).toBeVisible();
      await expect(page.getByRole('link', { name: /^Week \d+ of/ })).toHaveCount(2);
    }
  }
  await page.getByRole('link', { name: 'See this week' }).click();
  await expect(list(page, week + 1)).toBeVisible();
  expect((await request.get(`${server.url}/season/2026-W99`)).status()).toBe(404);
  expect((await request.get(`${server.url}/Season/2026-w48/`)).status()).toBe(200);
});

test('the weeks’ pages fit every width, their controls a thumb, and either theme is legible', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of [
    `/ranking?season=${weekId(week)}`,
    `/ranking?season=${weekId(week + 1)}`,
    `/season/${weekId(week)}`,
    '/season',
  ]) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(server.url + path);
    await expect(page.locator('main h1')).toBeVisible();
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    expect(await violations(page), path).toEqual([]);
    await page.evaluate(() => (document.documentElement.className = 'light'));
    expect(await violations(page, ['color-contrast']), path).toEqual([]);
    for (const width of [768, 390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      const widest = () => page.evaluate(() => document.documentElement.scrollWidth);
      await expect.poll(widest, `${path}, ${width} px`).toBe(width);
      if (width < 640) expect(await smallTargets(page), path).toEqual([]);
    }
  }
});
