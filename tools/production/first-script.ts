/**
 * The script in a page's HTML. It starts the page's own scripts once what stands in the HTML is painted, so that they
 * and the pictures further down share neither the line nor the processor with it: of a phone's time to the largest
 * paint that is a second or more (docs/decisions/server-html.md). The last button that is pressed before the page is
 * hydrated is pressed again then.
 */
import { NONCE_PLACEHOLDER } from '../../server/http/page-template.ts';

/** What Vite writes for the entry and for the modules that it imports. */
const ENTRY = /\s*<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/g;
const IMPORTED = /\s*<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g;
const BODY_END = '</body>';
/** A page in the background is not painted, and some browsers report no paint: scripts start this long after the HTML. */
const UNPAINTED_MS = 2000;

/**
 * The page with one small script in place of its own.
 * @param ownFiles what the entry would otherwise only request once it runs.
 * @throws Error if the page does not have exactly one entry.
 */
export function withFirstScript(html: string, ownFiles: ReadonlySet<string>): string {
  const [entry, ...others] = [...html.matchAll(ENTRY)].map(([, src = '']) => src);
  if (entry === undefined || others.length > 0) throw new Error('index.html has no single entry');
  const imported = [...html.matchAll(IMPORTED)].map(([, href = '']) => href);
  const script = `<script nonce="${NONCE_PLACEHOLDER}">${scriptOf([...imported, entry], ownFiles)}</script>`;
  return html
    .replaceAll(ENTRY, '')
    .replaceAll(IMPORTED, '')
    .replace(BODY_END, () => script + BODY_END);
}

/**
 * What was parsed since is painted by the second frame: its callback runs before the paint, and a task after it. Each
 * module is a script, for a task of its own.
 */
function scriptOf(modules: readonly string[], ownFiles: ReadonlySet<string>): string {
  // Not as modules: a browser remembers a module's failure (client/src/api/late-code.ts).
  const links = [...ownFiles].map((file) => ({ rel: 'preload', as: 'fetch', href: `/${file}` }));
  return `{
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
const pictures = [...document.querySelectorAll('img[loading=lazy][src]')].map((picture) => {
  const src = picture.getAttribute('src');
  picture.removeAttribute('src');
  return [picture, src];
});
const add = (tag, attributes) =>
  document.head.append(Object.assign(document.createElement(tag), attributes, { crossOrigin: '' }));
let isStarted = false;
const start = () => {
  if (isStarted) return;
  isStarted = true;
  for (const [picture, src] of pictures) picture.src = src;
  for (const link of ${JSON.stringify(links)}) add('link', link);
  for (const src of ${JSON.stringify(modules)}) add('script', { type: 'module', src });
};
const soon = () => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start)));
if (PerformanceObserver.supportedEntryTypes.includes('paint'))
  new PerformanceObserver((list, observer) => {
    if (!list.getEntriesByName('first-contentful-paint').length) return;
    observer.disconnect();
    soon();
  }).observe({ type: 'paint', buffered: true });
else soon();
setTimeout(start, ${UNPAINTED_MS});
}`;
}
