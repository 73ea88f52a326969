/**
 * Whether the header has room for all that it shows, whatever its lamp says and the player is
 * called.
 */
import type { Page } from '@playwright/test';

/** On both sides of each width from which it shows less. */
const WIDTHS = [320, 360, 375, 390, 480, 639, 640, 768, 1024, 1151, 1152, 1279, 1280, 1439, 1440];

/** What overlaps, leaves the window or makes the page scroll sideways, at each width. */
export async function headerFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    faults.push(...(await faultsAt(page, width)));
  }
  return faults;
}

function faultsAt(page: Page, width: number): Promise<string[]> {
  return page.getByRole('banner').evaluate((header, most) => {
    const set = (text: Node | null | undefined, words: string) => {
      if (text) text.nodeValue = words;
    };
    /** Where its box and the texts that stick out of it begin and end. */
    const extent = (item: Element) => {
      const box = item.getBoundingClientRect();
      const isClipped = getComputedStyle(item).overflow === 'hidden';
      const end = isClipped ? box.right : Math.max(box.right, box.left + item.scrollWidth);
      return { name: item.getAttribute('aria-label') ?? item.textContent, start: box.left, end };
    };
    const word = header.querySelector('output span:last-child')?.firstChild;
    const name = header.querySelector('[data-part=name]')?.firstChild;
    const faults: string[] = [];
    for (const status of ['Live', 'Not live', 'Connecting', 'Reconnecting']) {
      for (const called of ['w', 'w'.repeat(80)]) {
        set(word, status);
        set(name, called);
        const items = [...header.querySelectorAll('a, button, output')]
          .filter((item) => item.checkVisibility() && !item.parentElement?.closest('button'))
          .map(extent)
          .toSorted((a, b) => a.start - b.start);
        for (const [i, { name, end }] of items.entries()) {
          const next = items[i + 1]?.start ?? most;
          if (end > next + 0.5) faults.push(`${most} px, ${status}: ${name}, ${end} > ${next}`);
        }
        const { scrollWidth } = document.documentElement;
        if (scrollWidth > most) faults.push(`${most} px, ${status}: the page is ${scrollWidth} px`);
      }
    }
    return faults;
  }, width);
}
