/**
 * The protocol's version. It is defined only here.
 *
 * Every change to the wire format raises it by one. `SCHEMAS_HASH` shows when that is due, and
 * schemas.test.ts says what to do then.
 *
 * A page is as old as its last reload, so a server talks to pages older than itself and, after a rollback, to
 * newer ones. Hence the rules for a change:
 *
 * - Add, don't change: older pages keep working if only a field, a message or a kind of event is added.
 *   `since.ts` records the version that introduced each message and kind; older pages are not sent them.
 * - A page works with a server of the previous version, so that a deploy can be rolled back: the page treats
 *   what is new as optional.
 * - If a change can't follow that rule, MIN_PROTOCOL_VERSION is raised in a later deploy than
 *   PROTOCOL_VERSION: by then pages have been told to reload, and neither deploy shuts out pages that the
 *   other one served.
 * - A rollback past a raised MIN_PROTOCOL_VERSION is safe: it only serves more versions.
 *
 * History:
 *
 * 1  The first.
 * 2  Events carry the wallet's DENA, /readyz the feed. Pages up to here don't send their version.
 * 3  Refusals carry codes. A page sends its version with every call and when its socket connects; answers
 *    below /api carry the server's. Pages that are too old are refused with `page-too-old`.
 * 4  Lists of stakes have at most 1000 entries, active ones first, and are paged. A stake may be refused with
 *    `too-many-stakes`, a join without holdings with `too-many-joins`. A session may end together with all
 *    others of its wallet.
 * 5  A stake of a national NFT may be refused with `metadata-unavailable`; only tokens 1 to 4 are verified. A
 *    player's `holdings` says up to which block they are verified. /readyz reports whether the chain is
 *    behind.
 * 6  Leaderboard rows carry the tie-breaks: `gdpOrder` and `culturalOrder`. Every answer with a player's
 *    state has its epoch and rev in headers.
 * 7  Names: rows, events and causes carry them, `name-checked` is a kind of event. Causes say what events do,
 *    and the ranks before and after; those left out of a busy tick are counted. `watching` says how many
 *    watch. New calls: a leaderboard of one nation, a search, the nations' standings, a nation's and a
 *    player's page.
 * 8  A player's `totals`: what the stakes add up to, and the rank of a day ago in `change24h`. An event of
 *    stakes that lost their backing gives the block. A marketplace may be null. New call: a preview of the
 *    rank that another GDP would have.
 * 9  The past: the nations' totals over time, the ranking `at` a moment, a replay of up to a day. A player's
 *    history says what each step was, and the rank that it led to. New refusals: `before-the-game`,
 *    `not-recorded`.
 * 10 Works: `GET` and `POST /api/works`, `work` in `gdp` and on a nation's page, with the contributors there;
 *    players have `contributed`. `contributed` is a kind of event, and a cause that changes no GDP; the detail
 *    says which stages it `finished`. New refusals: `quantity-not-whole`, `insufficient-resources`,
 *    `more-than-needed`, `resource-not-needed`, `work-finished`.
 *    Of the same deploy: the events of some `kinds` only. A contract wallet's signature may be empty, or
 *    wrapped by EIP-6492. If a national NFT's metadata never can be read, its verification says why
 *    (`unusable`), and its stake is refused with `metadata-unusable`.
 *    Prices: a trade may say the `cost` that was shown, and is refused with `price-changed` if it is another;
 *    `rules` and `rulesHash` in /api/config, the latter also in a header.
 */

/** The version of this build, server and page alike. */
export const PROTOCOL_VERSION = 10;

/** The lowest version that this server still serves. */
export const MIN_PROTOCOL_VERSION = 2;

/** A hash of all wire schemas: changed together with PROTOCOL_VERSION, never without. */
export const SCHEMAS_HASH = '6528405d9ab4e77c';

/** Carries the page's version in requests below /api, and the server's in their answers. */
export const VERSION_HEADER = 'Denaria-Version';

/** Carries the rules' hash (`GET /api/config`) in answers below /api that have a body. */
export const RULES_HEADER = 'Denaria-Rules';

/** Pages up to this version do not send theirs. */
const SILENT_VERSION = 2;

/**
 * The protocol version to use with a client.
 * @param said the version that the client sent; anything but a whole number counts as absent.
 * @param isPage whether the caller is a browser's page. A page that sends no version is an old one; any other
 * client that sends none is sent everything.
 */
export function clientVersion(said: unknown, isPage: boolean): number {
  const text = typeof said === 'number' || typeof said === 'string' ? String(said) : '';
  if (/^[1-9][0-9]{0,5}$/.test(text)) return Number(text);
  return isPage ? SILENT_VERSION : PROTOCOL_VERSION;
}

/**
 * Whether one of our pages is calling, according to its browser: it sends an Origin with every socket and
 * POST, and marks a GET as made by a script of the same origin. A URL that is opened or linked to does not
 * count; a foreign client that sends our Origin also sends its version.
 * @param headers names in lower case, as Node provides them.
 */
export function isOfPage(headers: Readonly<Record<string, unknown>>): boolean {
  if (headers['origin'] !== undefined) return true;
  return headers['sec-fetch-dest'] === 'empty' && headers['sec-fetch-site'] === 'same-origin';
}
