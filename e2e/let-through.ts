/** Ends a route's stub: its requests reach the server again. */
import type { Locator, Page } from '@playwright/test';

/**
 * Not `page.unroute`: removing a page's last route ends the browser's interception, and any request it holds
 * at that moment, including a module of the page, is never answered.
 */
export async function letThrough(page: Page, url: string | RegExp): Promise<void> {
  await page.route(url, (route) => route.continue());
}

let presses = 0;

/**
 * Presses a button, and lets the requests through from that moment on: before it, the page might ask again by
 * itself and take the button away.
 */
export async function pressToLetThrough(
  button: Locator,
  page: Page,
  url: string | RegExp,
): Promise<void> {
  presses += 1;
  const name = `pressed${presses}`;
  await page.exposeFunction(name, () => void letThrough(page, url));
  await button.evaluate((element, told) => {
    const tell: unknown = Reflect.get(window, told);
    if (typeof tell === 'function') element.addEventListener('click', () => void tell(), true);
  }, name);
  await button.click();
}
