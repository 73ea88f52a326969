/** The HTML of a page, which is fixed except for a few slots that each answer fills in. */
import { PRODUCT_NAME, REHEARSAL_WORDS } from '../../common/values/product.ts';

/** The placeholder that the built page and Vite have for a nonce: Vite's `html.cspNonce`. */
export const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/**
 * The placeholder for the page's own origin: sites that preview a shared link need absolute picture
 * URLs.
 */
export const ORIGIN_PLACEHOLDER = '__OWN_ORIGIN__';

/** Those for what a page shared by many says of the one that it is asked for. */
export const TITLE_PLACEHOLDER = '__PAGE_TITLE__';
export const DESCRIPTION_PLACEHOLDER = '__PAGE_DESCRIPTION__';

/** The links by which programs find what else there is of the page: its embed, its feeds. */
export const LINKS_PLACEHOLDER = '__PAGE_LINKS__';

/** What each answer fills in; of one page only. */
const OF_ALL = [NONCE_PLACEHOLDER, ORIGIN_PLACEHOLDER] as const;
const OF_ONE = [TITLE_PLACEHOLDER, DESCRIPTION_PLACEHOLDER, LINKS_PLACEHOLDER] as const;
const SLOTS = new RegExp([...OF_ALL, ...OF_ONE].join('|'), 'g');

/** What fills the slots, by placeholder. */
export type Filling = Readonly<
  Record<(typeof OF_ALL)[number], string> & Partial<Record<(typeof OF_ONE)[number], string>>
>;

/** The page with its slots filled; what fills one is not looked at again. */
export function filled(html: string, filling: Filling): string {
  const texts: Readonly<Record<string, string>> = filling;
  return html.replace(SLOTS, (slot) => texts[slot] ?? '');
}

/** A built page that has the slots of one that says what it is about, in place of its own texts. */
export function slotted(html: string): string {
  const title = `${TITLE_PLACEHOLDER} · ${PRODUCT_NAME}`;
  return html
    .replace(/(<title>)[^<]*/, `$1${title}`)
    .replace(/(<meta\s+property="og:title"\s+content=")[^"]*/, `$1${title}`)
    .replace(
      /(<meta\s+(?:name="|property="og:)description"\s+content=")[^"]*/g,
      `$1${DESCRIPTION_PLACEHOLDER}`,
    );
}

/** Where a text begins that is read without the page's scripts. */
const TEXTS =
  /<meta\s+(?:name="description"|property="og:(?:title|description)")\s+content="|<noscript>\s*<p>/g;

/**
 * [SCR68] A page of a rehearsal says what it is to what reads no further than its HTML: previews of
 * links, machines.
 */
export function rehearsed(html: string): string {
  return html.replaceAll(TEXTS, (before) => `${before}${REHEARSAL_WORDS} `);
}
