/**
 * Every code that a refusal can carry, in one closed list. Clients tell refusals apart by the code;
 * the sentence beside it is for people. Over HTTP the code travels in the header below, over the
 * socket in the acknowledgement. A newer server may send codes that are not listed here.
 */

/**
 * Set on every answer of 400 and above below /api; elsewhere only on those whose body is a
 * sentence.
 */
export const REFUSAL_HEADER = 'X-Refusal-Code';

/** Each HTTP code and the one status it is sent with. */
export const HTTP_REFUSALS = {
  // The rules of the game.
  'amount-not-positive': 400,
  'gdp-out-of-range': 400,
  'insufficient-dena': 400,
  'insufficient-nfts': 400,
  'insufficient-resources': 400,
  'not-owner': 400,
  'quantity-not-tradable': 400,
  'quantity-not-whole': 400,
  'wrong-nft': 400,
  'before-the-game': 404,
  'no-such-player': 404,
  'no-such-season': 404,
  'no-such-session': 404,
  'no-such-stake': 404,
  'no-ledger': 404,
  'metadata-unusable': 409,
  'more-than-needed': 409,
  'nation-chosen-already': 409,
  'no-nation': 409,
  'price-changed': 409,
  'resource-not-needed': 409,
  'rules-changed': 409,
  'stake-ended': 409,
  'stake-locked': 409,
  'too-many-stakes': 409,
  'work-finished': 409,

  // Who is calling, and from where.
  'message-malformed': 400,
  'not-signed-in': 401,
  'proof-refused': 401,
  'foreign-host': 403,
  'foreign-origin': 403,
  'wrong-wallet': 403,
  'page-too-old': 426,

  // The request itself.
  'bad-request': 400,
  'malformed-json': 400,
  'malformed-request': 400,
  'not-found': 404,
  'method-not-allowed': 405,
  'request-timeout': 408,
  'key-reused': 409,
  'body-too-large': 413,
  'unsupported-media-type': 415,
  'expectation-failed': 417,
  'too-many-joins': 429,
  'too-many-requests': 429,
  'headers-too-large': 431,

  // Static files, never below /api.
  'precondition-failed': 412,
  'range-not-satisfiable': 416,

  // The server.
  'internal-error': 500,
  behind: 503,
  busy: 503,
  'chain-unavailable': 503,
  'metadata-unavailable': 503,
  'not-recorded': 503,
  paused: 503,
  'store-unavailable': 503,
} as const satisfies Readonly<Record<string, number>>;

export type HttpRefusalCode = keyof typeof HTTP_REFUSALS;

/** Refusals of a socket message, or of the connection itself. */
export const SOCKET_REFUSALS = [
  'bad-message',
  'draining',
  'foreign-origin',
  'internal-error',
  'page-too-old',
  'too-many-connections',
  'too-many-messages',
] as const;

export type SocketRefusalCode = (typeof SOCKET_REFUSALS)[number];
