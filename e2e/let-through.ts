/** The end of a route: what it answered goes to the server again. */
import type { Page } from '@playwright/test';

/**
 * Not `page.unroute`: with a page's last route the browser's interception ends, and whatever it was
 * asking for in that moment, a module of the page as well, is never answered.
 */
export async function letThrough(page: Page, url: string | RegExp): Promise<void> {
  await page.route(url, (route) => route.continue());
}
