/**
 * The headers that place an answer: of which epoch and rev it is, taken before what it shows was read, and
 * of a list also how many rows there are in all. A wallet's own state (a player, a list of stakes) has every
 * commit of the wallet up to that rev, and none after it.
 */
export const BOARD_HEADERS = {
  totalCount: 'X-Total-Count',
  epoch: 'X-Board-Epoch',
  rev: 'X-Board-Rev',
} as const;
