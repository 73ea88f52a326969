/** The touch targets of a page, and their sizes. */
import type { Page } from '@playwright/test';

/** WCAG 2.5.5: 44 px both ways. A link within a sentence is as high as its line. */
const LEAST_PX = 44;

/** Every control that is too small, as `name: width × height`. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const controls = 'a[href], button, summary, select, textarea, input, [role="button"]';
    const isInSentence = (element: Element): boolean => {
      if (!element.matches('a') || getComputedStyle(element).display !== 'inline') return false;
      const own = element.textContent;
      const around = element.closest('p, li, dd, td, output, figcaption')?.textContent ?? own;
      return around.length > own.length;
    };
    /** Its whole target area: a field's label counts for it, and an overlay extends beyond it. */
    const sizeOf = (element: Element) => {
      const boxes = [element, element.closest('label')].flatMap((each) =>
        each ? [each.getBoundingClientRect()] : [],
      );
      const cover = getComputedStyle(element, '::after');
      const isCovered = cover.content !== 'none' && cover.position === 'absolute';
      return {
        width: Math.max(
          ...boxes.map(({ width }) => width),
          isCovered ? parseFloat(cover.width) : 0,
        ),
        height: Math.max(
          ...boxes.map(({ height }) => height),
          isCovered ? parseFloat(cover.height) : 0,
        ),
      };
    };
    return (
      [...document.querySelectorAll(controls)]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        // For screen readers, never pressed: it has no size until it has the focus.
        .filter((element) => getComputedStyle(element).clipPath !== 'inset(50%)')
        .filter((element) => !element.closest('[data-dev-bar]') && !isInSentence(element))
        .map((element) => {
          const { width, height } = sizeOf(element);
          const name =
            element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40);
          const tag = element.tagName.toLowerCase();
          const size = `${Math.round(width)} × ${Math.round(height)}`;
          return {
            fits: width >= least - 0.5 && height >= least - 0.5,
            line: `${tag} ${name}: ${size}`,
          };
        })
        .flatMap(({ fits, line }) => (fits ? [] : [line]))
    );
  }, LEAST_PX);
}
