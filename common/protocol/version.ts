/**
 * The protocol's version. It is defined only here.
 *
 * Every change to the wire format raises it by one. `SCHEMAS_HASH` shows when that is due, and
 * schemas.test.ts says what to do then.
 *
 * A page is as old as its last reload, so a server talks to pages older than itself and, after a
 * rollback, to newer ones. Hence the rules for a change:
 *
 * - Add, don't change: a client ignores fields, messages and kinds of events that it doesn't know,
 *   so what is
 *   added can be sent to everyone in one encoding.
 * - A page works with a server of the previous version, so that a deploy can be rolled back: the
 *   page treats
 *   what is new as optional.
 * - If a change can't follow that rule, MIN_PROTOCOL_VERSION is raised in a later deploy than
 *   PROTOCOL_VERSION: by then pages have been told to reload, and neither deploy shuts out pages
 *   that the
 *   other one served.
 * - A rollback past a raised MIN_PROTOCOL_VERSION is safe: it only serves more versions.
 *
 * History:
 *
 * 11 The first that is served. `tick`; one `GameEvent`; the digest.
 * 12 `GET /api/asyncapi.json`.
 * 13 `growth` in the nations' standings.
 * 14 The weeks' race: `GET /api/seasons`, `GET /api/seasons/{id}`, `season` in a tick, `week` in a
 * preview, `seasons` of a player. The
 *    ledger: `GET /ledger/index/{rev}`, the refusal `no-ledger`.
 * 15 What operators set: `GET /api/status`, the message `status`, the refusal `paused`.
 *    A wallet's sessions: `GET` and `DELETE /api/sessions`, `DELETE /api/sessions/{id}`, the
 *    refusal `no-such-session`.
 *    `isRehearsal` in `GET /api/config`.
 * 16 `device` of a session.
 * 17 `nationId` and `q` of `GET /api/seasons/{id}`.
 * 18 Rules that change: `GET /api/rules`, the kind `rules-changed` in `GET /api/events`,
 *    `startingGdp` of a player.
 * 19 `wallets` of `GET /api/leaderboard`. `rulesHash` of a status. `highlights` of
 *    `GET /api/seasons/{id}`, `passed` of its `own`. `Denaria-Rules` of a command, the refusal
 *    `rules-changed`.
 */

/** The version of this build, server and page alike. */
export const PROTOCOL_VERSION = 19;

/** The lowest version that this server still serves. */
export const MIN_PROTOCOL_VERSION = 11;

/** A hash of all wire schemas: changed together with PROTOCOL_VERSION, never without. */
export const SCHEMAS_HASH = '4b9f99bc7e67f5c4';

/** Carries the client's version in requests below /api, and the server's in their answers. */
export const VERSION_HEADER = 'Denaria-Version';

/** Carries the rules' hash (`GET /api/config`) in answers below /api that have a body. */
export const RULES_HEADER = 'Denaria-Rules';

/**
 * The protocol version to use with a client.
 * @param said the version that the client sent; anything but a whole number counts as absent, and a
 * client that sends none is taken for a current one.
 */
export function clientVersion(said: unknown): number {
  const text = typeof said === 'number' || typeof said === 'string' ? String(said) : '';
  return /^[1-9][0-9]{0,5}$/.test(text) ? Number(text) : PROTOCOL_VERSION;
}
