/** How many rows, from the top, a list answers at most and the live messages keep current. */
export const LIVE_ROWS = 1000;
