/** [SCR68] A rehearsal's pages say what they are to what reads no further than their HTML: previews of links, machines. */
import { REHEARSAL_WORDS } from '../../common/values/product.ts';
import {
  DESCRIPTION_PLACEHOLDER,
  NONCE_PLACEHOLDER,
  ORIGIN_PLACEHOLDER,
  PageTemplate,
  TITLE_PLACEHOLDER,
} from './page-template.ts';

const SLOTS_KEPT = {
  [NONCE_PLACEHOLDER]: NONCE_PLACEHOLDER,
  [ORIGIN_PLACEHOLDER]: ORIGIN_PLACEHOLDER,
  [TITLE_PLACEHOLDER]: TITLE_PLACEHOLDER,
  [DESCRIPTION_PLACEHOLDER]: DESCRIPTION_PLACEHOLDER,
};

/** Where a text begins that is read without the page's scripts. */
const TEXTS =
  /<meta\s+(?:name="description"|property="og:(?:title|description)")\s+content="|<noscript>\s*<p>/g;

/** A page of this game with those words in front of its title and descriptions. */
export function rehearsed(page: PageTemplate): PageTemplate {
  const html = page.plain(SLOTS_KEPT).toString();
  return PageTemplate.from(html.replaceAll(TEXTS, (before) => `${before}${REHEARSAL_WORDS} `));
}
