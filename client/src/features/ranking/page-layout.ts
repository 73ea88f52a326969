/** What the page needs of its list before the list's own code has loaded. */

/** Where the link past the podium and the nations leads. */
export const LIST_ID = 'rankings';

/**
 * Below this width of the window the nations are a switch, and the list and the feed are shown one
 * at a time.
 */
export const ONE_COLUMN = '(max-width: 79.99rem)';
