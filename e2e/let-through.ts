/** Ends a route's stub: its requests reach the server again. */
import type { Locator, Page } from '@playwright/test';
import { gate } from './gate.ts';

/**
 * Not `page.unroute`: removing a page's last route ends the browser's interception, and any request
 * it holds at that moment, including a module of the page, is never answered.
 */
export async function letThrough(page: Page, url: string | RegExp): Promise<void> {
  await page.route(url, (route) => route.continue());
}

/**
 * Presses a button, and lets the requests through from then on: what the page asks by itself before
 * is delayed, so that its answer doesn't take the button away.
 */
export async function pressToLetThrough(
  button: Locator,
  page: Page,
  url: string | RegExp,
): Promise<void> {
  const barrier = gate();
  await page.route(url, async (route) => {
    await barrier.opened;
    await route.continue();
  });
  await button.click();
  barrier.open();
}
