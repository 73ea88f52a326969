/**
 * Where a page's HTML has its facts and rules, and how many rows; apart from their schema, which
 * loads later.
 */

/** The id of the `<script type="application/json">`. */
export const PAGE_FACTS_ID = 'page-facts';

/** Of another: the rules that the HTML shows, if they are not the specification's. */
export const PAGE_RULES_ID = 'page-rules';

/** How many rows the HTML shows: those above the fold, and some more. */
export const SHOWN_ROWS = 20;

/**
 * A ranking of up to so many players is in the HTML as a whole, and is not fetched: some 10 kB
 * compressed.
 */
export const PAGE_FACTS_ROWS = 100;
