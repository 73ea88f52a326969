/**
 * Pages that the browser translates: its translator replaces each text node by an element of its
 * own, as often as the page changes. Nothing stops working, and every figure keeps changing.
 */
import { expect, type Page } from '@playwright/test';
import { expectToast, Rival, rowOf } from './demo-player.ts';
import { test } from './game-test.ts';

/**
 * From now on, as Chrome's translator does it: the page's own node is gone, another one stands for
 * it.
 */
function translate(page: Page): Promise<void> {
  return page.evaluate(() => {
    const translated = new Set<Node>();
    const translateBelow = (root: Node): void => {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (texts.nextNode()) if (texts.currentNode instanceof Text) found.push(texts.currentNode);
      for (const text of found) {
        const { parentElement } = text;
        if (translated.has(text) || !parentElement || !document.body.contains(parentElement))
          continue;
        if (parentElement.closest('script, style, svg, textarea')) continue;
        const font = document.createElement('font');
        const copy = document.createTextNode(text.data);
        translated.add(copy);
        font.append(copy);
        text.replaceWith(font);
      }
    };
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) translateBelow(target);
    });
    translateBelow(document.body);
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  });
}

test(
  'a translated page stakes, trades, contributes and follows the game',
  { tag: '@long' },
  async ({ player, server }) => {
    const failed: string[] = [];
    player.on('pageerror', (error) => failed.push(String(error)));
    player.on('console', (message) => {
      if (message.text().startsWith('A page failed')) failed.push(message.text());
    });
    const main = player.getByRole('main');
    const links = player.getByRole('banner').getByRole('navigation', { name: 'Main' });
    const visit = async (link: string, heading: string | RegExp) => {
      await links.getByRole('link', { name: link, exact: true }).click();
      await expect(main.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    };
    const rival = new Rival(server.url);
    await player.goto(`${server.url}/dashboard`);
    await expect(player.getByRole('status', { name: 'Connection: Live' })).toBeVisible();
    await translate(player);

    await test.step('a stake of DENA, and its figures', async () => {
      const form = player.getByRole('form', { name: 'Stake DENA' });
      for (const amount of ['abc', '10000']) await form.getByLabel('Amount').fill(amount);
      await expect(form).toContainText('10,000 DENA adds $1,000');
      await form.getByRole('button', { name: 'Stake DENA' }).click();
      await expectToast(player, 'DENA Staked Successfully', 'Your GDP has been increased!');
      await expect(player.getByRole('region', { name: 'GDP', exact: true })).toContainText('$19K');
    });
    await test.step('a trade, a contribution', async () => {
      await player.getByRole('button', { name: 'Trade Resources' }).click();
      for (const name of [/Oil/, /Wood/]) await player.getByRole('radio', { name }).check();
      await player.getByRole('button', { name: 'Buy 50 wood for 500 DENA' }).click();
      await expectToast(player, 'Trade Successful!', 'You purchased 50 Wood for 500 DENA');
      await player.getByRole('button', { name: /^Contribute 5\d wood$/ }).click();
      await expectToast(player, 'Contribution Successful!', 'You contributed 5');
    });
    await test.step('the ranking, under live changes', async () => {
      await visit('Ranking', 'Global Rankings');
      await expect(main).toContainText('1 nation competing');
      await rival.choose('china');
      await expect(main).toContainText('2 nations competing');
      await rival.stake('30000');
      await expect(rowOf(player, 'China')).toContainText('$25,000');
      await rowOf(player, 'China').getByRole('link').nth(1).click();
      await expect(main.getByRole('heading', { level: 1 })).toContainText(/isabella|0x3C44/);
      await rival.stake('10000');
      await expect(main).toContainText('$26,000');
      await visit('Home', /./);
      await expect(main).toContainText('$26K');
      await visit('Build', 'Build your nation');
    });
    await expect(player.getByText('This page stopped working')).toHaveCount(0);
    expect(failed).toEqual([]);
  },
);
