/** Ends a route's stub: its requests reach the server again. */
import type { Page } from '@playwright/test';

/**
 * Not `page.unroute`: removing a page's last route ends the browser's interception, and any request it holds
 * at that moment, including a module of the page, is never answered.
 */
export async function letThrough(page: Page, url: string | RegExp): Promise<void> {
  await page.route(url, (route) => route.continue());
}
