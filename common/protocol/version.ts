/**
 * The protocol's version: the one place that says it.
 *
 * It is raised with every change to what travels, by one. `SCHEMAS_HASH` tells when that is due, and
 * schemas.test.ts says what to do then.
 *
 * A page is as old as its last reload, so a server speaks with pages older than itself, and after a
 * rollback with newer ones. Hence the rules for a change:
 *
 * - Add, don't change: a field, a message or a kind of event that is new leaves older pages working.
 *   `since.ts` says since which version a message and a kind exist; older pages are not sent them.
 * - A page works with a server of the version before its own, so that a deploy can be rolled back: what
 *   is new is optional where a page reads it.
 * - Where a change can't keep to that, MIN_PROTOCOL_VERSION is raised in a later deploy than the one
 *   that raised PROTOCOL_VERSION: by then pages have been told to reload, and neither of the two
 *   deploys shuts out pages that the other one served.
 * - A rollback past a raised MIN_PROTOCOL_VERSION is safe: it only serves more.
 *
 * History:
 *
 * 1  The first.
 * 2  Events tell the wallet's DENA, /readyz the feed. Pages up to here don't say their version.
 * 3  Refusals carry codes. A page says its version with every call and when its socket connects;
 *    answers below /api say the server's. Pages that are too old are refused with `page-too-old`.
 * 4  Lists of stakes have 1000 at most, active ones first, and are read page by page. A stake may be refused
 *    with `too-many-stakes`, a join without holdings with `too-many-joins`. A session may end with all
 *    others of its wallet.
 * 5  A stake of a national NFT may be refused with `metadata-unavailable`; only tokens 1 to 4 are verified.
 *    A player's `holdings` says up to which block they are verified.
 *    /readyz tells whether the chain is behind.
 * 6  Rows of the leaderboard carry what breaks ties: `gdpOrder` and `culturalOrder`. Every answer with a
 *    player's state names its epoch and rev in headers.
 * 7  Names: rows, events and causes carry them, `name-checked` is a kind of event. Causes tell what events do,
 *    and the ranks before and after; those left out of a busy tick are counted. `watching` says how many watch.
 *    New calls: a leaderboard of one nation, a search, the nations' standings, a nation's and a player's page.
 * 8  A player's `totals`: what the stakes add up to, and the rank of a day ago in `change24h`. An event of stakes that lost their backing says at which
 *    block. A marketplace may be null. New call: a preview of the rank that another GDP would have.
 */

/** Spoken by this build, server and page alike. */
export const PROTOCOL_VERSION = 8;

/** The lowest version that this server still serves. */
export const MIN_PROTOCOL_VERSION = 2;

/** Of the schemas of everything that travels: changed together with PROTOCOL_VERSION, never without. */
export const SCHEMAS_HASH = '18c363aec9a16917';

/** Says a page's version in requests below /api, and the server's in their answers. */
export const VERSION_HEADER = 'Denaria-Version';

/** Pages up to this version do not say theirs. */
const SILENT_VERSION = 2;

/**
 * The version to speak with a client.
 * @param said what the client said its version is; anything but a whole number counts as nothing said.
 * @param isPage whether a browser's page asks. A page that says nothing is an old one, another client
 * that says nothing is sent everything.
 */
export function clientVersion(said: unknown, isPage: boolean): number {
  const text = typeof said === 'number' || typeof said === 'string' ? String(said) : '';
  if (/^[1-9][0-9]{0,5}$/.test(text)) return Number(text);
  return isPage ? SILENT_VERSION : PROTOCOL_VERSION;
}

/**
 * Whether a page of ours asks, by its browser's word: it sends an Origin with every socket and POST, and
 * says of a GET that a script of the same origin makes it. An address that is opened or linked to is no
 * page's; a foreign client that sends our Origin says its version.
 * @param headers in lower case, as Node has them.
 */
export function isOfPage(headers: Readonly<Record<string, unknown>>): boolean {
  if (headers['origin'] !== undefined) return true;
  return headers['sec-fetch-dest'] === 'empty' && headers['sec-fetch-site'] === 'same-origin';
}
