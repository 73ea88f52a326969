/** What the developer bar lies on. */
import type { Page } from '@playwright/test';

/**
 * The controls under the closed bar's left edge, middle or right edge, wherever the page is
 * scrolled: at its ends, and where a control in the bar's column is beside it.
 */
export function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const bar = document.querySelector('[data-dev-bar]');
    const tab = bar?.shadowRoot?.querySelector('summary')?.getBoundingClientRect();
    if (!tab || tab.width === 0) return ['the bar itself is missing'];
    const controls = 'a[href], button, input, select, textarea, summary, label, [role="button"]';
    const found = new Set<string>();
    const look = () => {
      for (const x of [tab.left + 1, tab.left + tab.width / 2, tab.right - 1]) {
        for (let y = tab.top + 1; y < tab.bottom; y += 4) {
          for (const under of document.elementsFromPoint(x, y)) {
            const control = under.closest(controls);
            if (control) found.add(`${control.tagName} ${control.textContent.slice(0, 40)}`);
          }
        }
      }
    };
    const { scrollHeight } = document.documentElement;
    const passing = [...document.querySelectorAll(controls)]
      .map((control) => control.getBoundingClientRect())
      .filter(({ left, right }) => right > tab.left && left < tab.right)
      .map(({ top }) => scrollY + top - tab.top);
    for (const top of [0, ...passing, scrollHeight]) {
      scrollTo({ top, behavior: 'instant' });
      look();
    }
    return [...found];
  });
}
