/**
 * [WRK1] The nations' works: contributing from the dashboard, what other browsers see of it, and
 * what cannot be contributed.
 */
import { expect, type Page } from '@playwright/test';
import { WHOLE_NEED, workOf } from '../common/values/works.ts';
import { expectTexts, expectToast, setUpWallet, toasts } from './demo-player.ts';
import { test } from './game-test.ts';
import { letThrough } from './let-through.ts';
import { refuseSockets } from './refuse-sockets.ts';
import { buy, finishStage } from './work-builder.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'The Colosseum', exact: true });
const feed = (page: Page) => page.getByRole('list', { name: 'Activity' }).getByRole('listitem');
const landmark = (page: Page, label: string) => page.getByRole('img', { name: label, exact: true });

test('[SCR50–53, TXT5] contributions: refused, failed, seen, a stage finished, and all of them', async ({
  page,
  player,
  server,
}) => {
  await setUpWallet(page, { account: null });
  await page.goto(`${server.url}/nation/italy`);
  await expectTexts(panel(page), ['0 of 5 stages finished', 'Nobody has contributed yet.']);
  await expect(landmark(page, 'The Colosseum, 0 of 5 stages finished')).toBeVisible();
  const needs = panel(page).getByRole('list', { name: 'What the first storey needs' });
  await expect(needs).toContainText('Wood0 of 2,000');

  await buy(player, server.url, 'wood', 300);
  await player.goto(`${server.url}/dashboard`);
  // What it lacks most of what the player has, all of it: with what has accrued since they joined.
  const give = player.getByRole('button', { name: /^Contribute 30\d wood$/ });
  await expect(give).toHaveAccessibleDescription('You can’t take it back.');
  await player.route('**/api/works', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, body: 'You have 20 wood.' })
      : route.fallback(),
  );
  await give.click();
  await expectToast(player, 'Contribution Failed', 'You have 20 wood.');
  await letThrough(player, '**/api/works');
  await give.click();
  await expectToast(player, 'Contribution Successful!', 'You contributed 30');
  await expect(toasts(player)).toContainText(/You contributed 30\d wood to the Colosseum$/);
  const card = player.getByRole('region', { name: 'Resources', exact: true });
  await expectTexts(card, [
    /You contributed 30\d units, 100% of all\./,
    /1,(700|69\d) still needed/,
  ]);

  // In the other browser, without a reload.
  await expect(needs).toContainText(/Wood30\d of 2,000/);
  const people = panel(page).getByRole('region', { name: 'Who brought the most' });
  await expect(people.getByRole('link', { name: /marco|79C8/ })).toBeVisible();
  await expect(people).toContainText(/30\d \(100%\)/);
  await expect(feed(page).first()).toContainText(/contributed 30\d wood/);

  // A finished stage is announced.
  await page.goto(`${server.url}/ranking`);
  await expect(feed(page)).not.toHaveCount(0);
  await finishStage(player, server.url, 1);
  const news = feed(page).filter({ hasText: 'finished the first storey of the Colosseum' });
  await expect(news).toHaveCount(1);
  await expect(news.getByRole('link', { name: 'Italy' })).toHaveAttribute('href', '/nation/italy');
  await page.goto(`${server.url}/nation/italy`);
  const stages = panel(page).getByRole('list', { name: 'Stages' }).getByRole('listitem');
  await expect(stages.filter({ hasText: 'The first storey' }).locator('time')).toBeVisible();
  await expect(panel(page)).toContainText('1 of 5 stages finished');

  await page.goto(`${server.url}/ranking?at=${new Date(Date.now()).toISOString()}`);
  await expect(page.getByText('As they were')).toBeVisible();
  const board = page.getByRole('region', { name: 'Nations' });
  await expect(board.getByRole('listitem')).toHaveCount(4);
  await expect(board.locator('[data-stage]')).toHaveCount(0);

  await test.step('a work that is finished', async () => {
    const finished = { ...workOf(WHOLE_NEED, [1, 2, 3, 4, 5]), nationId: 'italy', recent: null };
    for (const one of [page, player]) {
      await refuseSockets(one);
      await one.route('**/api/works', (route) => route.fulfill({ json: [finished] }));
    }
    await player.goto(`${server.url}/dashboard`);
    await expect(card).toContainText('The landmark is finished. Keep your resources.');
    await expect(card.getByRole('button', { name: 'Contribute' })).toBeDisabled();
    await page.goto(`${server.url}/nation/italy`);
    await expect(panel(page)).toContainText('The first landmark ever finished');
    await expect(landmark(page, 'The Colosseum, finished')).toBeVisible();
  });
});
