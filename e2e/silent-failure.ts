/** A call that fails without a message: the browser aborts it. */
import type { Page } from '@playwright/test';

/** Aborts the page's next POST to this path. */
export async function failSilently(page: Page, path: string): Promise<void> {
  await page.evaluate((failing) => {
    const asBefore = window.fetch.bind(window);
    window.fetch = (input, init) => {
      const url = input instanceof Request ? input.url : input.toString();
      if (init?.method !== 'POST' || !url.endsWith(failing)) return asBefore(input, init);
      window.fetch = asBefore;
      return Promise.reject(new DOMException('', 'AbortError'));
    };
  }, path);
}
