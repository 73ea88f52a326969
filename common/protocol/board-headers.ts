/**
 * The headers that position an answer: its epoch and rev, taken before the data was read, and for a
 * list also the total number of rows. A wallet's own state (a player, a list of stakes) includes
 * every commit of the wallet up to that rev, and none after it.
 */
export const BOARD_HEADERS = {
  totalCount: 'X-Total-Count',
  epoch: 'X-Board-Epoch',
  rev: 'X-Board-Rev',
} as const;

/**
 * In a request for anything below /api: `<epoch> <rev>`. It is answered at that rev of that epoch
 * or later, within 2 s, otherwise refused as `behind`.
 */
export const AT_LEAST_HEADER = 'Denaria-At-Least';
