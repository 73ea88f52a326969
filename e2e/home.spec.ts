/** Home and the nation dialog [SCR10–22]: every text, and every way that Start Playing can go. */
import { expect, type Page } from '@playwright/test';
import { LOCK_ADJECTIVE } from '../client/src/views/facts.ts';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { setUpWallet, toasts } from './demo-player.ts';
import { test } from './game-test.ts';
import { gate } from './gate.ts';
import { letThrough } from './let-through.ts';
import { DEV_SCRIPTS } from './prepared.ts';
import { failSilently } from './silent-failure.ts';

test.use({ game: 'shared', beginning: 'empty' });

const startButton = (page: Page) => page.getByRole('button', { name: 'Start Playing' });

/** Records the texts of the browser's alerts, and closes them. */
function noteAlerts(page: Page): string[] {
  const alerts: string[] = [];
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.accept();
  });
  return alerts;
}

async function expectConnectionFailed(page: Page): Promise<void> {
  await expect(toasts(page)).toHaveCount(1);
  await expect(toasts(page)).toContainText('Connection Failed');
  await expect(toasts(page)).toContainText('Please install MetaMask or try again');
}

test('Home shows its hero, four national NFTs, their benefits and how it works', async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Expand your empire');
  await expect(startButton(page)).toBeEnabled();
  const nfts = page.getByRole('region', { name: 'National NFTs' });
  for (const nation of ['United States', 'Italy', 'Argentina', 'China']) {
    await expect(nfts.getByRole('heading', { name: nation })).toBeVisible();
  }
  await expect(nfts.getByRole('img', { name: /^An old map of / })).toHaveCount(4);
  const benefits = nfts.getByRole('list', { name: 'What each adds' });
  await expect(benefits).toContainText('+100-600 km²');
  await expect(benefits).toContainText('+0.10-0.60x');
  await expect(benefits).toContainText(`${LOCK_ADJECTIVE} staking lock`);
  const how = page.getByRole('region', { name: 'How it works' });
  await expect(how.getByRole('heading', { level: 3 })).toHaveText([
    'Economic Warfare',
    'DENA Token Economy',
    'Global Competition',
    'Nation Building',
  ]);
  await expect(page.getByRole('region', { name: 'Live ranking' })).toContainText(
    'Nobody rules yet',
  );
});

test('without a wallet, Start Playing alerts in Korean and shows Connection Failed', async ({
  page,
  server,
}) => {
  await page.route(`**${DEV_SCRIPTS}`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  );
  const alerts = noteAlerts(page);
  await page.goto(server.url);
  await startButton(page).click();
  await expectConnectionFailed(page);
  expect(alerts).toEqual([
    'MetaMask가 설치되어 있지 않습니다. https://metamask.io 에서 설치해 주세요.',
  ]);
});

test('a declined connection (4001) has its own alert', async ({ page, server }) => {
  const alerts = noteAlerts(page);
  await page.goto(server.url);
  await startButton(page).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expectConnectionFailed(page);
  expect(alerts).toEqual(['지갑 연결이 거부되었습니다.']);
});

test('any other connect error has an alert of its own', async ({ page, server }) => {
  const alerts = noteAlerts(page);
  await page.addInitScript(() => {
    const provider = {
      request: ({ method }: { method: string }) =>
        method === 'eth_accounts' ? Promise.resolve([]) : Promise.reject(new Error('no')),
    };
    Object.defineProperty(window, 'ethereum', { value: provider });
  });
  await page.goto(server.url);
  await startButton(page).click();
  await expectConnectionFailed(page);
  expect(alerts).toEqual(['지갑 연결 중 오류가 발생했습니다.']);
});

/** The dialog that opens once the wallet is connected. */
async function openNationDialog(page: Page, url: string) {
  await page.goto(url);
  await startButton(page).click();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  return page.getByRole('dialog', { name: 'Choose Your Nation' });
}

test('connecting without a nation opens the dialog: four nations, scrolled within its height', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  const dialog = await openNationDialog(page, server.url);
  await expect(dialog).toContainText('unique bonuses');
  await expect(dialog).toContainText('more nations will be added');

  const italy = dialog.getByRole('button', { name: /Italy/ });
  await expect(italy).toContainText('59M');
  await expect(italy).toContainText('$18K');
  await expect(italy).toContainText('+25% wood production');
  await expect(italy.locator('svg[viewBox="0 0 513 342"]')).toBeVisible();
  const cards = dialog.getByRole('listitem').getByRole('button');
  await expect(cards).toHaveText([/United States/, /Italy/, /Argentina/, /China/]);
  const box = await dialog.boundingBox();
  expect(box?.height).toBeLessThanOrEqual(0.8 * 700 + 1);
  const china = dialog.getByRole('button', { name: /China/ });
  await expect(china).not.toBeInViewport();
  await italy.hover();
  await page.mouse.wheel(0, 2000);
  await expect(china).toBeInViewport();
});

test('a failed choice of a nation says why: declined, refused, failed without a message', async ({
  page,
  server,
}) => {
  const dialog = await openNationDialog(page, server.url);
  const italy = dialog.getByRole('button', { name: /Italy/ });
  await italy.click();
  await page.getByRole('button', { name: 'Reject' }).click();
  await expect(toasts(page)).toContainText('Selection Failed');
  await expect(toasts(page)).toContainText('declined');

  await page.route('**/api/player-nation', (route) =>
    route.fulfill({ status: 409, contentType: 'text/plain', body: 'You lead another nation.' }),
  );
  await italy.click();
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(toasts(page)).toContainText('Selection Failed');
  await expect(toasts(page)).toContainText('409: You lead another nation.');
  await expect(dialog).toBeVisible();
  await letThrough(page, '**/api/player-nation');

  await failSilently(page, '/api/player-nation');
  await italy.click();
  await expect(toasts(page)).toContainText('Selection Failed');
  await expect(toasts(page).getByText('Failed to select nation', { exact: true })).toBeVisible();
  await expect(toasts(page).getByRole('alert')).toBeVisible();
});

test.describe('that is chosen', () => {
  test.use({ game: 'own' });

  test('choosing a nation leads to the dashboard, also from a dialog that was closed and reopened', async ({
    page,
    server,
  }) => {
    const dialog = await openNationDialog(page, server.url);
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await startButton(page).click();
    await dialog.getByRole('button', { name: /Italy/ }).click();
    await page.getByRole('button', { name: 'Sign', exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(dialog).toBeHidden();
    await expect(toasts(page)).toContainText('Nation Selected!');
    await expect(toasts(page)).toContainText('You have successfully selected Italy');
  });
});

test('the choice opens only after the lookup has found no nation', async ({ page, server }) => {
  await setUpWallet(page, { account: DEMO_ACCOUNTS[2] ?? null });
  const held = gate();
  await page.route('**/api/player-nation/0x*', async (route) => {
    await held.opened;
    await route.continue();
  });
  const lookup = page.waitForRequest('**/api/player-nation/0x*');
  await page.goto(server.url);
  await lookup;
  await startButton(page).click();
  await expect(startButton(page)).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  held.open();
  await expect(page.getByRole('dialog', { name: 'Choose Your Nation' })).toBeVisible();
});

test.describe('with a nation', () => {
  test.use({ beginning: 'italy' });

  test('Start Playing goes to the dashboard', async ({ player, server }) => {
    await player.goto(server.url);
    await startButton(player).click();
    await expect(player).toHaveURL(/\/dashboard$/);
  });
});

test('the nation dialog shows a spinner, a failure, and an empty list', async ({
  page,
  server,
}) => {
  await setUpWallet(page, { account: DEMO_ACCOUNTS[1] ?? null });
  const held = gate();
  await page.route('**/api/nations', async (route) => {
    await held.opened;
    await route.fulfill({ status: 500, body: 'Something broke.' });
  });
  await page.goto(server.url);
  await startButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Choose Your Nation' });
  await expect(dialog.getByRole('status', { name: 'Loading the nations' })).toBeVisible();
  held.open();
  await expect(dialog.getByRole('alert')).toContainText('The nations could not be loaded.');

  await letThrough(page, '**/api/nations');
  await page.route('**/api/nations', (route) => route.fulfill({ json: [] }));
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog).toContainText('No nations available');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await expect(startButton(page)).toBeFocused();
});

test.describe('with a nation', () => {
  test.use({ beginning: 'italy' });

  test('the player’s own row of the live ranking says You', async ({ player, server }) => {
    await player.goto(server.url);
    const row = player.getByRole('region', { name: 'Live ranking' }).getByRole('listitem');
    await expect(row.filter({ hasText: '0x7099…79C8' })).toContainText('You');
  });
});
