/**
 * The maximum number of rows, from the top, that a list returns and the live messages keep current.
 */
export const LIVE_ROWS = 1000;
