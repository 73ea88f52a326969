/**
 * [SCR68] A rehearsal's pages say what they are to what reads no further than their HTML: previews
 * of links, machines.
 */
import { REHEARSAL_WORDS } from '../../common/values/product.ts';
import { PageTemplate } from './page-template.ts';

/** Where a text begins that is read without the page's scripts. */
const TEXTS =
  /<meta\s+(?:name="description"|property="og:(?:title|description)")\s+content="|<noscript>\s*<p>/g;

/** A page of this game with those words in front of its title and descriptions. */
export function rehearsed(page: PageTemplate): PageTemplate {
  return PageTemplate.from(page.html.replaceAll(TEXTS, (before) => `${before}${REHEARSAL_WORDS} `));
}
