/** What every browser test of a player needs: a wallet that is connected, a nation that is chosen. */
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import type { Address } from '../common/values/address.ts';

interface DemoWallet {
  /** The account shared with the page from its first load; null: the wallet is there, unconnected. */
  readonly account: Address | null;
  /** A chain that the wallet says it is on, though it is not (`0x5`). */
  readonly pretendedChainId?: string;
}

/** Sets the Demo Wallet up as it would be after an earlier visit; what a test changes outlives reloads. */
export async function setUpWallet(
  target: Pick<BrowserContext, 'addInitScript'>,
  { account, pretendedChainId }: DemoWallet,
): Promise<void> {
  const remembered = JSON.stringify({
    connected: account,
    chosen: account,
    pretendedChainId: pretendedChainId ?? null,
  });
  await target.addInitScript((text) => {
    const key = 'denaria.demo-wallet';
    if (localStorage.getItem(key) === null) localStorage.setItem(key, text);
  }, remembered);
}

/** Chooses the nation of a connected wallet on the dashboard, and signs it; ends on the dashboard. */
export async function chooseNation(page: Page, origin: string, nation: string): Promise<void> {
  await page.goto(`${origin}/dashboard`);
  await page.getByRole('button', { name: 'Choose Your Nation' }).click();
  await page
    .getByRole('dialog', { name: 'Choose Your Nation' })
    .getByRole('button', { name: new RegExp(nation) })
    .click();
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await page.getByRole('heading', { name: 'Build your nation' }).waitFor();
}

/** The toasts that stand, in the region that SPEC.md §9 has F8 go to. */
export function toasts(page: Page): Locator {
  return page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
}

/** A table's row by a text in it. */
export function rowOf(page: Page, text: string): Locator {
  return page.getByRole('row').filter({ hasText: text });
}

/** What a browser remembers of its visits: a wallet that is connected and signed in. */
export type Visit = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A visit in which the Demo account chose Italy, for the pages that come after it. */
export async function visitOfItaly(
  browser: Browser,
  url: string,
  account: Address | null,
): Promise<Visit> {
  const context = await browser.newContext();
  await setUpWallet(context, { account });
  await chooseNation(await context.newPage(), url, 'Italy');
  const visit = await context.storageState();
  await context.close();
  return visit;
}
