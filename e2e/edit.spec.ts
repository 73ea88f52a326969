/** The loop of an edit, on a copy of the sources: what an open page shows, and what goes on. */
import { expect, test, type Page } from '@playwright/test';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { copySources, type SourceCopy } from '../dev/testing/source-copy.ts';
import { chooseNation, setUpWallet } from './demo-player.ts';
import { startGame, type GameProcess } from './game-process.ts';

let sources: SourceCopy;
let game: GameProcess;

test.beforeAll(async () => {
  sources = copySources();
  game = await startGame(['--import', 'tsx', sources.main, '--rivals', '1'], {
    PORT: '0',
    DATA_DIR: sources.dataDir,
    LOG_LEVEL: 'warn',
  });
});

test.afterAll(async () => {
  await game.stop();
  sources.delete();
});

const heading = (page: Page, name: string) => page.getByRole('heading', { name });

/** Edits a file of the client and expects it on the page without a reload. */
async function expectHotReload(page: Page, text: string, by: string): Promise<void> {
  await expect(heading(page, text)).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  sources.edit('client/src/features/player-overview/NationHead.tsx', text, by);
  await expect(heading(page, by)).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
}

test('an edit of the client is hot; one of common code restarts the server, and the page shows both', async ({
  page,
}) => {
  await setUpWallet(page, { account: DEMO_ACCOUNTS[0] ?? null });
  await chooseNation(page, game.url, 'Italy');
  await expectHotReload(page, 'Build your nation', 'Make it great');

  sources.edit('common/values/nations.ts', "name: 'Italy'", "name: 'Italia'");
  await expect(page.getByText('Italia').first()).toBeVisible({ timeout: 60_000 });
  // The same chain, the same player and the same session.
  await page.getByLabel('Amount').fill('10000');
  await page.getByRole('button', { name: 'Stake DENA' }).click();
  await expect(page.getByText('DENA Staked Successfully')).toBeVisible();

  await expectHotReload(page, 'Make it great', 'Make it greater');
});
