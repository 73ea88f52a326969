/** What people paste into a form, and what is sent of it. */
import type { Page } from '@playwright/test';

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
