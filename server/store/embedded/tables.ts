/** The tables, as form 8 has them. `PRAGMA user_version` is the file's form (stored-form.ts). */
import type Database from 'libsql';
import { ORDER_BASE } from '../../../common/values/order.ts';
import { newId } from '../../lib/machine.ts';
import { STORED_FORM } from '../stored-form.ts';
import { atomically } from './sqlite.ts';

/** Marks a SQLite file as Denaria's, in its header: 'DEN8'. */
export const APPLICATION_ID = 0x44_45_4e_38;

/** 'DENA': of the files before form 8, which counted their forms differently. */
export const OLDER_APPLICATION_ID = 0x44_45_4e_41;

/**
 * The cost of a commit is the number of pages it touches. Documents are appended to tables by
 * rowid, and only small index entries go to random pages: with the documents ordered by their keys
 * instead, a commit writes half as much again. So think before adding an index.
 */
const TABLES = `
  -- One row: the name of the data set, and what a ping writes to.
  CREATE TABLE data_set (
    epoch TEXT NOT NULL,
    pinged_at INTEGER NOT NULL DEFAULT 0,
    -- 'incomplete': the target of a move that has not finished.
    state TEXT NOT NULL DEFAULT 'complete',
    -- The epoch of the data set that was moved here; empty where none was.
    origin TEXT NOT NULL DEFAULT '',
    -- [ORD1] Added to the commits' numbers: above everything ever moved here.
    order_base INTEGER NOT NULL DEFAULT ${ORDER_BASE}
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
    kind TEXT AS (document ->> '$.kind') VIRTUAL,
    active INTEGER AS (document ->> '$.state.status' = 'active') VIRTUAL,
    player_version INTEGER AS (document ->> '$.playerVersion') VIRTUAL,
    PRIMARY KEY (wallet, id)
  ) STRICT;
  -- A wallet's stakes in the order of its lists [ORD1]: no command's cost grows with the number of stakes.
  CREATE INDEX stakes_by_list ON stakes (wallet, kind, active, player_version);

  -- Never deleted from: the greatest rev is the last commit's. A damaged document has no kind.
  CREATE TABLE events (
    rev INTEGER PRIMARY KEY,
    wallet TEXT NOT NULL,
    nation_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    document TEXT NOT NULL,
    kind TEXT AS (iif(json_valid(document), document ->> '$.kind', NULL)) VIRTUAL
  ) STRICT;
  -- What a feed or a chart shows is found however much else happened in between. Everyone's events of some
  -- kinds are merged from the nations'.
  CREATE INDEX events_by_wallet ON events (wallet, rev);
  CREATE INDEX events_by_wallet_kind ON events (wallet, kind, rev);
  CREATE INDEX events_by_nation_kind ON events (nation_id, kind, rev);

  CREATE TABLE receipts (
    wallet TEXT NOT NULL,
    command_id TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    answer TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (wallet, command_id)
  ) STRICT;
  CREATE INDEX receipts_by_expiry ON receipts (expires_at);

  -- With how often each made the server ask the chain.
  CREATE TABLE nonces (
    nonce TEXT PRIMARY KEY,
    expires_at INTEGER NOT NULL,
    questions INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX nonces_by_expiry ON nonces (expires_at);

  CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- The record of the past, which is computed from the events: totals, rankings, and how far it has come.
  CREATE TABLE past (
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    -- Of the last commit that it includes: its rev. 0 if it names none.
    number INTEGER NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (kind, at)
  ) STRICT;

  CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    wallet TEXT NOT NULL,
    kind TEXT NOT NULL,
    network TEXT NOT NULL,
    signed_in_at INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    device TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sessions_by_wallet ON sessions (wallet, signed_in_at);
  CREATE INDEX sessions_by_expiry ON sessions (expires_at);

  -- What operators did: only appended to, by another process than the server's.
  CREATE TABLE acts (
    number INTEGER PRIMARY KEY,
    document TEXT NOT NULL
  ) STRICT;

  CREATE TABLE refusals (
    wallet TEXT NOT NULL,
    what TEXT NOT NULL,
    count INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (wallet, what)
  ) STRICT;
  CREATE INDEX refusals_by_expiry ON refusals (expires_at);
`;

/** As their rows list them. */
export const SESSION_COLUMNS =
  'id, wallet, kind, network, signed_in_at, last_used_at, expires_at, device';

/** Creates the tables of a new data set, completely or not at all. */
export function createTables(connection: Database.Database): void {
  atomically(connection, () =>
    connection.exec(`${TABLES};
      INSERT INTO data_set (epoch) VALUES ('${newId()}');
      PRAGMA application_id = ${APPLICATION_ID};
      PRAGMA user_version = ${STORED_FORM}`),
  );
}
