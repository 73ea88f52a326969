/** Activity: the feeds, the charts and their descriptions, and changes since yesterday. */
import { expect, type Page } from '@playwright/test';
import { rules } from '../common/testing/fixtures.ts';
import { confirmUnstake, Rival, rowOf, stakeDena, toasts } from './demo-player.ts';
import { test } from './game-test.ts';

const HOUR_MS = 60 * 60 * 1000;

const feed = (page: Page) => page.getByRole('list', { name: 'Activity' }).getByRole('listitem');
const stat = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function stake(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Amount').fill(amount);
  await page.getByRole('button', { name: 'Stake DENA' }).click();
  await expect(toasts(page)).toContainText('DENA Staked Successfully');
}

test('a move appears live on the ranking, and is delayed while it is paused; joining is no big move', async ({
  page,
  player,
  server,
}) => {
  await page.goto(`${server.url}/ranking`);
  await expect(feed(page)).toHaveCount(1);
  await new Rival(server.url).choose('china');
  await expect(feed(page)).toHaveCount(2);
  await expect(feed(page).first()).toContainText(/isabella\.eth|0x3C44…93BC/);
  // Not growth: everyone of China begins with as much.
  await expect(feed(page).first()).toContainText('joined for China with $22,000');
  await expect(feed(page).first()).not.toContainText('+$');

  await player.goto(`${server.url}/dashboard`);
  await stake(player, '40010');
  const lead = feed(page).first();
  await expect(lead).toContainText(/marco\.eth|0x7099…79C8/);
  await expect(lead).toContainText('took the lead with 40,010 DENA');
  await expect(lead).toContainText('+$4,001');
  // The player and the nation of a move are links.
  await expect(lead.getByRole('link', { name: /^(marco\.eth|0x7099…79C8)$/ })).toHaveAttribute(
    'href',
    /^\/player\/0x7099/,
  );
  await expect(lead.getByRole('link', { name: 'Italy' })).toHaveAttribute('href', '/nation/italy');

  // Joining is no big move. As long as there was none, all are shown at first.
  const shown = page.getByRole('group', { name: 'Activity shown' });
  await expect(shown.getByRole('button', { name: 'All' })).toHaveAttribute('aria-pressed', 'true');
  await expect(feed(page)).toHaveCount(3);
  await shown.getByRole('button', { name: 'Big moves' }).click();
  await expect(feed(page)).toHaveCount(1);
  await expect(lead).toContainText('took the lead with 40,010 DENA');
  // Loaded from an event, a move has the same text, without ranks; settlements, however many, hide
  // none.
  const asked = page.waitForRequest(/\/api\/events\?/);
  await page.goto(`${server.url}/ranking`);
  expect((await asked).url()).not.toContain('settled');
  const row = rowOf(page, '0x7099…79C8');
  await expect(feed(page).first()).toContainText('staked 40,010 DENA');
  await expect(feed(page).first()).toContainText('+$4,001');
  await expect(feed(page)).toHaveCount(1);
  await shown.getByRole('button', { name: 'All' }).click();
  await expect(feed(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('No changes waiting')).toBeVisible();
  await stakeDena(player, server.url, '30000');
  await expect(page.getByText('1 change waiting')).toBeVisible();
  await expect(row).toContainText('$22,001');
  await expect(feed(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Catch up' }).click();
  await expect(row).toContainText('$25,001');
  await expect(feed(page)).toHaveCount(4);
  await expect(page.getByText(/changes? waiting/)).toHaveCount(0);
});

test(
  '[SCR28] a stat card shows a rise and a fall since yesterday, by sign and colour [PCT1]; the chart of the GDP has a text description',
  { tag: '@long' },
  async ({ player, server }) => {
    const partsOf = (colour: string) => (colour.match(/\d+/g) ?? []).map(Number);
    const colourOf = (token: string) =>
      player.evaluate((name) => {
        const probe = document.createElement('i');
        probe.style.color = `var(${name})`;
        document.body.append(probe);
        const { color } = getComputedStyle(probe);
        probe.remove();
        return color;
      }, token);
    const rival = new Rival(server.url);
    await rival.choose('italy');
    await server.advance(25 * HOUR_MS);
    await player.goto(`${server.url}/dashboard`);
    const [riseRed = 0, riseGreen = 0] = partsOf(await colourOf('--rise'));
    expect(riseGreen).toBeGreaterThan(1.2 * riseRed);
    const [fallRed = 0, fallGreen = 0] = partsOf(await colourOf('--fall'));
    expect(fallRed).toBeGreaterThan(1.2 * fallGreen);
    const rank = stat(player, 'Global Rank');
    await expect(rank).toContainText('#1No change');
    await rival.stake('50000');
    await expect(rank).toContainText('#2−100%');

    await stake(player, '21000');
    const rise = stat(player, 'GDP').getByText(/^\+\d+(\.\d+)?%$/);
    await expect(rise).toBeVisible();
    await expect(rise).toHaveCSS('color', await colourOf('--rise'));
    await expect(stat(player, 'Population')).toContainText('No change');
    await expect(stat(player, 'Current GDP')).toContainText(
      /GDP history: \$18,000 on \d{1,2} \w{3,4}, \d\d:\d\d, \$20,100 now/,
    );
    await server.advance(rules.lockMs);
    await player.reload();
    await player.getByRole('button', { name: 'Unstake 21,000 DENA' }).click();
    await confirmUnstake(player);
    await expect(toasts(player)).toContainText('DENA Unstaked Successfully');
    const fall = stat(player, 'GDP').getByText(/^−\d+(\.\d+)?%$/);
    await expect(fall).toBeVisible();
    await expect(fall).toHaveCSS('color', await colourOf('--fall'));
  },
);
