/**
 * The tables, from an empty file to the newest version. `PRAGMA user_version` counts the migrations that a
 * file has seen: a released one is never changed, a new one is appended.
 */
import { ORDER_BASE } from '../../../common/values/order.ts';

/** Marks a SQLite file as Denaria's, in its header: 'DENA'. */
export const APPLICATION_ID = 0x44_45_4e_41;

/**
 * The cost of a commit is the number of pages it touches. Documents are appended to tables by rowid, and
 * only small index entries go to random pages: with the documents ordered by their keys instead, a commit
 * writes half as much again. At most four random pages are touched (player, stake, receipt, event), so
 * think before adding an index.
 */
const FIRST = `
  -- One row: the name of the data set, and what a ping writes to.
  CREATE TABLE data_set (
    epoch TEXT NOT NULL,
    pinged_at INTEGER NOT NULL
  ) STRICT;

  -- The id is the order of arrival; a snapshot is read along it.
  CREATE TABLE players (
    id INTEGER PRIMARY KEY,
    wallet TEXT NOT NULL UNIQUE,
    version INTEGER NOT NULL,
    document TEXT NOT NULL
  ) STRICT;

  CREATE TABLE stakes (
    wallet TEXT NOT NULL,
    id TEXT NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (wallet, id)
  ) STRICT;

  -- Never deleted from: the greatest rev is the last commit's.
  CREATE TABLE events (
    rev INTEGER PRIMARY KEY,
    wallet TEXT NOT NULL,
    nation_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    document TEXT NOT NULL
  ) STRICT;
  -- In the order that the port asks for, and with the moment, so that a wallet's history by time is
  -- found in the index too: a second index of wallets would be a fifth page.
  CREATE INDEX events_by_wallet ON events (wallet, rev, at);
  CREATE INDEX events_by_nation ON events (nation_id, rev);
  CREATE INDEX events_by_time ON events (at);

  CREATE TABLE receipts (
    wallet TEXT NOT NULL,
    command_id TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    answer TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (wallet, command_id)
  ) STRICT;
  CREATE INDEX receipts_by_expiry ON receipts (expires_at);

  CREATE TABLE nonces (
    nonce TEXT PRIMARY KEY,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX nonces_by_expiry ON nonces (expires_at);

  CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`;

/** What a move of a whole data set records: whether it finished, and the source. */
const MOVES = `
  ALTER TABLE data_set ADD COLUMN state TEXT NOT NULL DEFAULT 'complete';
  -- The epoch of the data set that was moved here; empty where none was.
  ALTER TABLE data_set ADD COLUMN origin TEXT NOT NULL DEFAULT '';
`;

/**
 * Revoked session tokens: one by one, until they would have expired anyway, and all of a wallet's by its
 * epoch. And how often a nonce made the server ask the chain.
 */
const REVOCATIONS = `
  CREATE TABLE revoked_tokens (
    token_id TEXT PRIMARY KEY,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX revoked_tokens_by_expiry ON revoked_tokens (expires_at);

  CREATE TABLE session_epochs (
    wallet TEXT PRIMARY KEY,
    epoch INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  ALTER TABLE nonces ADD COLUMN questions INTEGER NOT NULL DEFAULT 0;
`;

/**
 * A wallet's stakes in the order of its lists, and each player's running totals of them. The index costs a
 * commit one more page; in return no command's cost grows with the number of stakes.
 */
const STAKE_LISTS = `
  ALTER TABLE stakes ADD COLUMN kind TEXT AS (document ->> '$.kind') VIRTUAL;
  ALTER TABLE stakes ADD COLUMN active INTEGER
    AS (document ->> '$.state.status' = 'active') VIRTUAL;
  ALTER TABLE stakes ADD COLUMN staked_at INTEGER AS (document ->> '$.stakedAt') VIRTUAL;
  CREATE INDEX stakes_by_list ON stakes (wallet, kind, active, staked_at, id);

  UPDATE players SET document = (
    SELECT json_set(
      players.document,
      '$.standing.nationalCount',
        coalesce(sum(iif(kind = 'national', document ->> '$.quantity', 0)), 0),
      '$.standing.activeStakes', json_object(
        'dena', coalesce(sum(kind = 'dena'), 0),
        'national', coalesce(sum(kind = 'national'), 0),
        'cultural', coalesce(sum(kind = 'museum'), 0)
      )
    )
    FROM stakes INDEXED BY stakes_by_list
    WHERE wallet = players.wallet AND kind IN ('dena', 'national', 'museum') AND active = 1
  );
`;

/**
 * [ORD1] The order of commits: the base that is added to their numbers, which is above everything ever
 * moved here, and a wallet's stakes by the player's versions that began them (0: from before versions were
 * kept).
 */
const ORDERS = `
  ALTER TABLE data_set ADD COLUMN order_base INTEGER NOT NULL DEFAULT ${ORDER_BASE};

  ALTER TABLE stakes ADD COLUMN player_version INTEGER
    AS (coalesce(document ->> '$.playerVersion', 0)) VIRTUAL;
  DROP INDEX stakes_by_list;
  CREATE INDEX stakes_by_list ON stakes (wallet, kind, active, player_version, staked_at, id);
`;

/** The record of the past, which is computed from the events: totals, rankings, and how far it has come. */
const PAST = `
  CREATE TABLE past (
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    -- Of the last commit that it includes: its rev. 0 if it names none.
    number INTEGER NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (kind, at)
  ) STRICT;
`;

/**
 * [WRK1] Players keep what they have contributed. Rows that lack it have contributed nothing; the number of
 * this migration keeps an older Denaria, which would drop it, from opening the file.
 */
const CONTRIBUTED = `
  SELECT 1;
`;

/**
 * The events of each kind, of a nation and of a wallet: what a feed or a chart shows is found however much else
 * happened in between, at the cost of one more random page per commit. Everyone's events are merged from the
 * nations'. A damaged document has no kind. The index by time goes, since nothing reads it.
 */
const EVENT_KINDS = `
  ALTER TABLE events ADD COLUMN kind TEXT
    AS (iif(json_valid(document), document ->> '$.kind', NULL)) VIRTUAL;
  CREATE INDEX events_by_nation_kind ON events (nation_id, kind, rev);
  CREATE INDEX events_by_wallet_kind ON events (wallet, kind, rev);
  DROP INDEX events_by_time;
`;

/** A nation's events are asked for by their kinds only: one random page less per commit. */
const NATION_KINDS_ONLY = `
  DROP INDEX events_by_nation;
`;

export const MIGRATIONS: readonly string[] = [
  FIRST,
  MOVES,
  REVOCATIONS,
  STAKE_LISTS,
  ORDERS,
  PAST,
  CONTRIBUTED,
  EVENT_KINDS,
  NATION_KINDS_ONLY,
];
