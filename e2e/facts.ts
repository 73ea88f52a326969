/** How much a page says at once. */
import type { Page } from '@playwright/test';

/**
 * The facts of the first screen: visible texts within the window that have a digit, or are the name
 * of a player or of a nation.
 */
export function factsWithin(page: Page): Promise<number> {
  return page.evaluate(() => {
    const named = 'a[href^="/player/"], a[href^="/nation/"], [data-lead]';
    const nations = /\b(United States|Italy|Argentina|China)\b/;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    let facts = 0;
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent ?? '';
      const parent = node.parentElement;
      if (!parent || text.trim() === '') continue;
      if (!/\d/.test(text) && !nations.test(text) && !parent.closest(named)) continue;
      range.selectNodeContents(node);
      const { width, height, top, bottom, left, right } = range.getBoundingClientRect();
      // What is for readers only is a pixel wide.
      if (width < 3 || height < 3 || bottom <= 0 || top >= innerHeight) continue;
      if (right <= 0 || left >= innerWidth) continue;
      if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      // Nor is what lies under a bar at the window's edge.
      const x = Math.min(Math.max((left + right) / 2, 0), innerWidth - 1);
      const y = Math.min(Math.max((top + bottom) / 2, 0), innerHeight - 1);
      let over = document.elementFromPoint(x, y);
      while (over && getComputedStyle(over).position !== 'fixed') over = over.parentElement;
      if (!over || over.contains(parent)) facts += 1;
    }
    return facts;
  });
}
