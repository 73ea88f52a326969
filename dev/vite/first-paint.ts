/**
 * What a development page shows while Vite compiles it, which takes seconds the first time. Built pages do
 * not need it: their HTML already contains the page.
 */
import { PRODUCT_NAME } from '../../common/values/product.ts';

const ROOT = '<div id="root"></div>';

const FIRST_PAINT = `
    <div id="first-paint" role="status">
      <strong>${PRODUCT_NAME}</strong>
      <span>Compiling the page. The first time takes a few seconds.</span>
    </div>
    <style>
      #root:not(:empty) + #first-paint { display: none; }
      #first-paint {
        position: fixed;
        inset: 0;
        display: grid;
        place-content: center;
        justify-items: center;
        gap: var(--space-3);
        background: var(--surface);
        color: var(--ink-muted);
      }
      #first-paint strong {
        color: var(--ink);
        font: 480 var(--text-title) var(--font-display);
      }
    </style>`;

/** @throws Error if index.html has no place for it. */
export function withFirstPaint(html: string): string {
  if (!html.includes(ROOT)) throw new Error(`index.html has no ${ROOT}`);
  return html.replace(ROOT, ROOT + FIRST_PAINT);
}
