/**
 * The weeks' race in the pages: beside the all-time ranking, until a week ends before people's
 * eyes.
 */
import { expect, test, type Page } from '@playwright/test';
import { seasonCall } from '../common/protocol/seasons.ts';
import { weekId } from '../common/values/week.ts';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { crowdWallet, join, leaderboard, openGame } from './crowd.ts';
import { setUpWallet } from './demo-player.ts';
import { leaveOfWeek, race, thisWeek } from './weeks.ts';

const [MARCO, ISABELLA, , CATERINA = null, LEONARDO = null] = DEMO_ACCOUNTS;
/** Of a week that is watched until it ends. */
const LEFT_MS = 4 * 60_000;
const server = openGame();
/** The first of the game, which is over; the next one runs. */
let week: number;

// One game for all. The test that ends the week which runs comes last.
test.describe.configure({ mode: 'default' });

const stake = (walletAddress: string | undefined, amount: number) =>
  server.post('/api/dena/stake', { walletAddress, amount: String(amount) });

const names = async () => (await leaderboard(server.url)).map(({ name }) => name);

test.beforeAll(async () => {
  await server.start();
  await race(server);
  week = await thisWeek(server);
  // A final week has the names as they were at its end.
  await expect.poll(names).toContain('caterina.eth');
  await expect.poll(names).toContain('marco.eth');
  await leaveOfWeek(server, -1000);
  for (const [i, wallet] of DEMO_ACCOUNTS.slice(0, 4).entries())
    await stake(wallet, 40_000 - 5000 * i);
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

/** Until it never changes again [SEA1]. */
async function isFinal(of: number): Promise<void> {
  const path = seasonCall.path.replace('{id}', weekId(of));
  const state = async () => {
    const answer = await fetch(server.url + path);
    return seasonCall.answers[200].parse(await answer.json()).season.state;
  };
  await expect.poll(state).toBe('final');
}

const numberOf = (of: number) => Number(weekId(of).slice(-2));
const list = (page: Page, of: number) =>
  page.getByRole('table', { name: `Week ${numberOf(of)} of` });
const rows = (page: Page, of: number) => list(page, of).locator('tbody').getByRole('row');
const podium = (page: Page) => page.getByRole('list', { name: 'Top 3' }).getByRole('listitem');
const timer = (page: Page) => page.getByRole('timer', { name: 'Time left of the week' });

test('[SCR55, SCR58, SCR76] the ranking has a switch to the week, ranked by gain, and live; the strip has one’s place and what betters it, a page one’s own race, a forecast the place to come', async ({
  page,
  browser,
  context,
}) => {
  const running = week + 1;
  const problems = problemsOf(page);
  await page.goto(`${server.url}/ranking`);
  await expect(podium(page).first()).toContainText('isabella.eth');
  await page.getByRole('link', { name: 'This week' }).click();
  await expect(page).toHaveURL(`${server.url}/ranking?season=${weekId(running)}`);
  await expect(rows(page, running)).toHaveCount(4);
  await expect(podium(page).first()).toContainText('marco.eth');
  await expect(podium(page).first()).toContainText(/First.*\+\$4,000/);
  await expect(rows(page, running).nth(1)).toContainText(/isabella\.eth.*\+\$3,500.*\$500/);
  await expect(page.getByRole('link', { name: 'How a week is won' })).toBeVisible();
  await expect(timer(page)).toHaveText(/^\d+[dhms]/);

  await stake(ISABELLA, 10_000);
  await expect(podium(page).first()).toContainText('isabella.eth');
  await expect(podium(page).first()).toContainText('+$4,500');
  await expect(rows(page, running).nth(1)).toContainText(/marco\.eth.*\+\$4,000.*\$500/);

  const nation = page.getByRole('navigation', { name: 'Whose rows are listed' });
  await nation.getByRole('link', { name: 'China' }).click();
  await expect(rows(page, running)).toHaveText([/^4.*caterina\.eth/]);
  await expect(page).toHaveURL(`${server.url}/ranking?season=${weekId(running)}&nation=china`);
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as CSV' }).click();
  expect((await saving).suggestedFilename()).toBe(`denaria-${weekId(running)}-china.csv`);
  await page.getByPlaceholder('Find player').fill('MARCO');
  await expect(rows(page, running)).toHaveText([/^2.*marco\.eth/]);

  await page.getByRole('link', { name: 'All time' }).click();
  await expect(page).toHaveURL(`${server.url}/ranking`);
  await expect(page.getByRole('table', { name: 'Complete Rankings' })).toBeVisible();
  await page.goto(`${server.url}/`);
  const home = page.getByRole('region', { name: 'Live ranking' });
  await expect(home.getByText('+$4,500')).toBeVisible();
  await expect(home.getByRole('timer')).toBeVisible();
  await page.goto(`${server.url}/nation/usa`);
  const itsWeek = page.locator('dl[aria-label="Standing"]');
  await expect(itsWeek).toContainText(/\+\$4,500.*First of four.*isabella\.eth/);
  await page.goto(`${server.url}/season/${weekId(running)}`);
  const next = page.getByRole('region', { name: 'Behind the podium' }).getByRole('listitem');
  await expect(next).toHaveText([/^#4caterina\.eth\+\$2,500\$500 behind$/]);
  expect(problems).toEqual([]);

  const own = await context.newPage();
  await setUpWallet(own, { account: MARCO ?? null });
  await own.goto(`${server.url}/ranking?season=${weekId(running)}`);
  const strip = own.getByRole('region', { name: 'Your standing' });
  await expect(strip).toHaveText(
    '#2 this week+$4,000$500 behind isabella.ethLead the week: 5,010 DENA',
  );
  await expect(rows(own, running).nth(1)).toContainText('You');
  await own.getByRole('link', { name: 'Your race' }).click();
  const near = own.getByRole('region', { name: 'Your race' });
  await expect(near).toContainText('If the week ended now, you would be #2 of 4 with +$4,000.');
  await expect(near.getByRole('listitem')).toHaveText([
    /^#1isabella\.eth\+\$4,500\$501 to pass$/,
    /^#2marco\.eth.*You\+\$4,000$/,
    /^#3.*\+\$3,000\$1,000 behind$/,
    /^#4.*\+\$2,500\$1,500 behind$/,
  ]);
  const other = await (await browser.newContext()).newPage();
  await setUpWallet(other, { account: CATERINA });
  const others = other.getByRole('region', { name: 'Your standing' });
  await other.goto(server.url);
  await expect(others).toContainText(/^#4 this week.*Pass .*: 5,010 DENA$/);
  // In a week that is over nothing can be won.
  await other.goto(`${server.url}/season/${weekId(week)}`);
  await expect(others).toContainText(/^#2 overall, now\$27,400.*Pass isabella\.eth/);
  await own.goto(`${server.url}/dashboard`);
  await own.getByLabel('Amount').fill('10000');
  const forecast = own.getByRole('table', { name: 'What it brings' });
  await expect(forecast.getByRole('row', { name: 'This week' })).toContainText('#2→#1');
  await stake(MARCO, 6000);
  await expect(strip).toContainText(
    /^#2\$27,600.*\$6,200 behind isabella\.ethPass isabella\.eth: 3 × Italy$/,
  );
});

test(
  '[SCR76] one’s own race keeps one in sight, however others pass',
  { tag: '@long' },
  async ({ page }) => {
    const crowd = Array.from({ length: 12 }, (_, i) => crowdWallet(i));
    for (const [i, wallet] of crowd.entries()) {
      await join(server.url, wallet, 'usa');
      await server.post('/dev/faucet', { walletAddress: wallet, asset: 'dena', amount: 60_000 });
      await stake(wallet, 1000 + 100 * i);
    }
    await join(server.url, LEONARDO, 'italy');
    await stake(LEONARDO ?? undefined, 1550);
    await setUpWallet(page, { account: LEONARDO });
    await page.goto(`${server.url}/season/${weekId(week + 1)}`);
    const near = page.getByRole('list', { name: 'Your race' });
    const own = near.locator('[data-own]');
    await expect(own).toContainText(/^#11/);
    await expect(own).toBeInViewport();
    for (const wallet of crowd.slice(0, 4)) await stake(wallet, 50_000);
    await expect(own).toContainText(/^#15/);
    await expect(own).toBeInViewport();
    // Where the reader has gone, they stay.
    await near.hover();
    await page.mouse.wheel(0, -2000);
    await expect(near.getByText('#1', { exact: true })).toBeInViewport();
    await stake(crowd[4], 50_000);
    await expect(own).toContainText(/^#16/);
    await expect(near.getByText('#1', { exact: true })).toBeInViewport();
  },
);

test('[SCR56, SCR57, SCR64, SCR78] a week has its page and its story, weeks have a list, a champion a laurel wherever the name is, a player their places, which a shared link names', async ({
  browser,
  page,
}) => {
  await isFinal(week);
  const problems = problemsOf(page);
  await setUpWallet(page, { account: ISABELLA ?? null });
  await page.goto(`${server.url}/season`);
  await expect(page.getByRole('heading', { level: 1, name: 'Champions' })).toBeVisible();
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: new RegExp(`^Week ${numberOf(week)} of`) }) });
  await expect(row).toHaveText(/marco\.eth.*\+\$5,0004 players, you #2$/);
  // Anywhere but on the champion.
  await row.click({ position: { x: 500, y: 12 } });
  await expect(page).toHaveURL(`${server.url}/season/${weekId(week)}`);
  await expect(podium(page).first()).toContainText('marco.eth');
  await expect(page.getByText('4 ranked')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Share your week' })).toBeVisible();
  // The podium says it.
  await expect(page.getByText('#2 of 4')).toHaveCount(0);
  const nations = page.getByRole('list', { name: 'Nations' }).getByRole('listitem');
  await expect(nations).toHaveCount(4);
  await expect(nations.first()).toHaveText(/^Italy\+\$5,000.*marco\.eth.*#1$/);
  const finish = page.getByRole('link', {
    name: 'marco.eth won the week by $700, ahead of isabella.eth',
  });
  await expect(finish).toHaveAttribute('href', /^\/ranking\?at=\d{4}-/);
  await finish.click();
  await expect(page.getByText('As they were')).toBeVisible();
  await expect(page.getByText(/ahead of isabella\.eth · the week ends in \d+s$/)).toBeVisible();
  // It goes on where the gain counts.
  await expect(page).toHaveURL(`${server.url}/ranking?season=${weekId(week)}`);
  await page.goBack();
  await page.getByRole('link', { name: 'was first overall' }).click();
  // Nobody had a name yet.
  for (const place of ['tr', 'li'])
    await expect(page.locator(`${place}[data-found]`)).toContainText('You');
  await expect(page.getByRole('button', { name: '10×' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: '600×' }).click();
  // It pauses where that has just happened.
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect(page.locator('tr[data-deed]')).toBeVisible();
  for (const place of ['tr', 'li'])
    await expect(page.locator(`${place}[data-found]`)).toBeInViewport();
  await page.goBack();
  await page.getByRole('link', { name: 'Whole ranking' }).click();
  await expect(list(page, week)).toBeVisible();
  const shown = page.getByRole('navigation', { name: 'What is shown' });
  await expect(shown.locator('[aria-current="true"]')).toHaveText(`Week ${numberOf(week)}`);
  await page.getByRole('link', { name: 'How a week is won' }).click();
  await expect(page.getByRole('heading', { name: 'How a week is won' })).toBeInViewport();
  await page.goto(`${server.url}/ranking`);
  const champion = page.getByRole('table', { name: 'Complete Rankings' }).getByRole('row', {
    name: 'marco.eth',
  });
  await expect(champion.locator('[data-laurel="1"]')).toBeVisible();
  await expect(page.locator('table [data-laurel]')).toHaveCount(1);
  await page.goto(`${server.url}/player/${ISABELLA}`);
  const weeks = page.getByRole('region', { name: 'Weeks' });
  await expect(weeks).toContainText('#2 of 4');
  await expect(weeks.getByRole('link', { name: `Week ${numberOf(week)} of` })).toHaveAttribute(
    'href',
    `/season/${weekId(week)}?player=${ISABELLA}`,
  );
  await page.goto(`${server.url}/season/${weekId(week)}?player=${CATERINA}`);
  await expect(page.getByRole('region', { name: 'caterina.eth’s week' })).toContainText(
    /#4.of.4, \+\$2,900/,
  );
  await page.goto(`${server.url}/season/${weekId(week)}?player=${MARCO}`);
  await expect(page.getByRole('button', { name: 'Share the win' })).toBeVisible();
  await expect(page.locator('li[data-found]')).toContainText('marco.eth');
  await expect(page.getByRole('region', { name: '’s week' })).toHaveCount(0);
  await join(server.url, LEONARDO, 'italy');
  await expect.poll(names).toContain('leonardo.eth');
  await page.goto(`${server.url}/season/${weekId(week)}?player=${LEONARDO}`);
  await expect(page.getByRole('region', { name: 'leonardo.eth’s week' })).toContainText(
    'Not ranked that week',
  );
  const own = await (await browser.newContext()).newPage();
  await setUpWallet(own, { account: LEONARDO });
  await own.goto(page.url());
  await expect(own.getByRole('region', { name: 'Your week' })).toContainText(
    'Not ranked that week',
  );
  const html = await (await fetch(`${server.url}/player/${ISABELLA}`)).text();
  expect(html).toContain(` Weeks: #2 of 4 in ${weekId(week)}."`);
  expect(problems).toEqual([]);
});

test('[SCR55, SCR56, SCR59, SCR73, SCR77] a week that ends while it is watched has its moment, then the week that runs; an address that names no week says so', async ({
  browser,
  page: other,
}) => {
  const running = await thisWeek(server);
  await leaveOfWeek(server, LEFT_MS);
  const [context, wall] = await Promise.all([browser.newContext(), browser.newContext()]);
  const [page, tv] = await Promise.all([context.newPage(), wall.newPage()]);
  const problems = problemsOf(page);
  for (const one of [page, tv]) await one.clock.install();
  await page.goto(`${server.url}/ranking?season=${weekId(running)}`);
  await expect(timer(page)).toHaveText(/^\d+m/);
  await tv.goto(`${server.url}/ranking?screen=tv`);
  await expect(tv.getByRole('table', { name: 'Top 10 of the week' })).toContainText(/leads.*\$\d+/);
  await expect(
    tv.getByText(/^\d min left: \w+\.eth is \$[\d,]+ behind \w+\.eth, who leads the week$/),
  ).toBeVisible();
  for (const one of [page, tv]) await one.clock.pauseAt(Date.now() + 10_000);
  await leaveOfWeek(server, -1000);

  await test.step('addresses that name no week, meanwhile', async () => {
    for (const path of ['/season/2026-W99', '/season/2020-W01', '/ranking?season=2100-W01']) {
      await other.goto(server.url + path);
      await expect(other.getByRole('heading', { name: 'No such week' })).toBeVisible();
      await expect(other.getByRole('link', { name: /^Week \d+ of/ })).not.toHaveCount(0);
    }
  });
  await isFinal(running);
  const moment = (of: Page) => of.locator('[data-week-end]');
  await test.step('[SCR73] the wall screen and the page have its podium for ten seconds', async () => {
    const [names, find] = [
      moment(page).getByRole('listitem'),
      page.getByPlaceholder('Find player'),
    ];
    await find.focus();
    for (const one of [page, tv]) await one.clock.fastForward(LEFT_MS);
    await page.clock.resume();
    await tv.clock.resume();
    for (const one of [page, tv]) {
      await expect(moment(one)).toContainText(
        /Week \d+ of \d+ is over.*\w+\.eth wins the weekby \$[\d,]+, ahead of \w+\.eth/,
      );
    }
    await expect(names).toHaveText([/^1\w+\.eth\+\$/, /^2\w+\.eth\+\$/, /^3\w+\.eth\+\$/]);
    await expect(find).toBeFocused();
    await page.clock.fastForward(10_000);
    await expect(moment(page)).toContainText(
      `Week ${numberOf(running + 1)} has begun: nobody has gained yet`,
    );
    await page.clock.fastForward(4000);
    await expect(page).toHaveURL(`${server.url}/ranking?season=${weekId(running + 1)}`);
    await expect(moment(page)).toHaveCount(0);
    await expect(page.getByText('Nobody has gained anything in this week yet.')).toBeVisible();
    const onWall = new RegExp(
      `Week ${weekId(running).slice(-2)} final: \\w+\\.eth won\\swith\\s\\+\\$`,
    );
    await expect(tv.getByText(onWall)).toBeVisible();
  });
  expect(problems).toEqual([]);
  await Promise.all([context.close(), wall.close()]);
});
