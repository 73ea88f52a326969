/**
 * Starts a page's scripts once it has been painted: it stands in the HTML, and what it is painted
 * with must not share the line and the processor with them, nor with lazy pictures: a browser
 * requests those that are some screens below before it has painted anything. Of each element that
 * offers several hidden children (`data-one-of`) it leaves one, at random, and shows it: the HTML
 * is the same for every visit, and a browser may have painted a part of it by then. The last button
 * that is pressed too early is pressed again once the page is hydrated.
 */
import { NONCE_PLACEHOLDER } from '../../server/http/page-template.ts';

/** What Vite writes for the entry and for the modules that it imports. */
const ENTRY = /\s*<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/g;
const IMPORTED = /\s*<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g;
const BODY_END = '</body>';
/**
 * A browser that resists fingerprinting reports no paint: the scripts then start this long after
 * the HTML.
 */
const UNREPORTED_MS = 2000;

/**
 * The page with one small script in place of its own.
 * @param late the page's own code, which the entry would otherwise only request once it runs.
 * @throws Error if the page does not have exactly one entry.
 */
export function withLateScripts(html: string, late: readonly string[]): string {
  const entries = [...html.matchAll(ENTRY)].map(([, src = '']) => src);
  const [entry] = entries;
  if (entry === undefined || entries.length > 1) throw new Error('index.html has no single entry');
  const imported = [...html.matchAll(IMPORTED)].map(([, href = '']) => href);
  const starter = `<script nonce="${NONCE_PLACEHOLDER}">${starterOf(entry, imported, late)}</script>`;
  return html
    .replaceAll(ENTRY, '')
    .replaceAll(IMPORTED, '')
    .replace(BODY_END, () => starter + BODY_END);
}

/**
 * Painted is what the screen shows: the browser reports it some frames after its own work on it.
 * What was parsed since is painted by the second frame; a frame's callback runs before it is
 * painted, and a task after it. A page in the background is not painted, so it does not wait.
 */
function starterOf(entry: string, imported: readonly string[], late: readonly string[]): string {
  // Each in a task of its own, rather than all of them when the entry runs.
  const scripts = [...imported, entry];
  // Fetched, not preloaded as a module: a browser caches a module's failure (api/late-code.ts).
  const links = late.map((href) => ({ rel: 'preload', as: 'fetch', href }));
  return `{
for (const { children } of document.querySelectorAll('[data-one-of]')) {
  const chosen = children[Math.floor(Math.random() * children.length)];
  chosen.hidden = false;
  chosen.parentElement.replaceChildren(chosen);
}
let early;
const keep = (event) => {
  const button = event.target.closest('button');
  if (!button) return;
  early = button;
  event.stopPropagation();
};
document.addEventListener('click', keep, true);
document.addEventListener('hydrated', () => {
  document.removeEventListener('click', keep, true);
  early?.click();
}, { once: true });
const add = (tag, attributes) =>
  document.head.append(Object.assign(document.createElement(tag), attributes, { crossOrigin: '' }));
const later = [];
for (const picture of document.querySelectorAll('img[loading=lazy][src]')) {
  later.push([picture, picture.getAttribute('src')]);
  picture.removeAttribute('src');
}
let isStarted = false;
const start = () => {
  if (isStarted) return;
  isStarted = true;
  for (const [picture, src] of later) picture.src = src;
  for (const link of ${JSON.stringify(links)}) add('link', link);
  for (const src of ${JSON.stringify(scripts)}) add('script', { type: 'module', src });
};
const soon = () => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start)));
const onPaint = (list, observer) => {
  if (!list.getEntriesByName('first-contentful-paint').length) return;
  observer.disconnect();
  soon();
};
if (document.hidden) start();
else if (PerformanceObserver.supportedEntryTypes.includes('paint'))
  new PerformanceObserver(onPaint).observe({ type: 'paint', buffered: true });
else soon();
document.addEventListener('visibilitychange', start, { once: true });
setTimeout(start, ${UNREPORTED_MS});
}`;
}
