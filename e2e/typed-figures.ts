/** What people type and paste into a form, and what the page makes of it. */
import type { Locator, Page } from '@playwright/test';

/** Records requests that would change something. */
export function noteOrders(page: Page): string[] {
  const orders: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const isOrder = /^\/api\/(trade|dena\/stake|nft\/stake)$/.test(pathname);
    if (request.method() === 'POST' && isOrder) orders.push(request.postData() ?? '');
  });
  return orders;
}

/**
 * Replaces what the focused field contains, as a browser does with pasted text: a headless one has
 * no clipboard.
 */
export async function paste(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
}

/** Whether any figure or button in it overflows on the right. */
export function isTooWide(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { right } = element.getBoundingClientRect();
    const parts = [...element.querySelectorAll('td, dd, button')];
    return parts.some((each) => each.getBoundingClientRect().right > right + 1);
  });
}
