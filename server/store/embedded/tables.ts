/** The tables, as form 9 has them. `PRAGMA user_version` is the file's form (stored-form.ts). */
import type Database from 'libsql';
import { ORDER_BASE } from '../../../common/values/order.ts';
import { newId } from '../../lib/machine.ts';
import { STORED_FORM } from '../stored-form.ts';
import type { PartName } from '../stream.ts';
import { FORM_8, type PartTable } from './form-8.ts';
import { atomically } from './sqlite.ts';

/** Marks a SQLite file as Denaria's, in its header: 'DEN8'. */
export const APPLICATION_ID = 0x44_45_4e_38;

const ROWS_COLUMNS = `
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    -- Of the last commit that it includes: its rev.
    number INTEGER,
    document TEXT NOT NULL,
    expires_at INTEGER,
    PRIMARY KEY (kind, key)
  `;

/** What processes need of each other (OF_PROCESSES): in memory, and gone with the connection. */
const TEMPORARY_TABLES = `
  PRAGMA temp_store = MEMORY;
  CREATE TABLE IF NOT EXISTS temp.rows (${ROWS_COLUMNS}) STRICT;
  CREATE INDEX IF NOT EXISTS temp.rows_by_expiry ON rows (expires_at) WHERE expires_at IS NOT NULL;
`;

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

  -- Never deleted from: the greatest rev is the last commit's. A damaged document has no kind. Wallet and nation are
  -- empty where a change of era made the commit.
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

  -- All else, by kind and key (rows.ts).
  CREATE TABLE rows (${ROWS_COLUMNS}) STRICT;
  CREATE INDEX rows_by_expiry ON rows (expires_at) WHERE expires_at IS NOT NULL;
`;

/** Creates the tables of a new data set, completely or not at all. */
export function createTables(connection: Database.Database): void {
  atomically(connection, () =>
    connection.exec(`${TABLES};
      INSERT INTO data_set (epoch) VALUES ('${newId()}');
      PRAGMA application_id = ${APPLICATION_ID};
      PRAGMA user_version = ${STORED_FORM}`),
  );
}

/** The parts that are as they were in form 8, and the rows. */
const { players, stakes, events, receipts } = FORM_8;

export const PART_TABLES: { readonly [Name in PartName]: PartTable } = {
  players,
  stakes,
  events,
  receipts,
  rows: { columns: 'kind, key, number, document, expires_at, NULL', key: 'kind, key' },
};

/** Those of a connection that writes rows, and of no other. */
export function createTemporaryTables(connection: Database.Database): void {
  connection.exec(TEMPORARY_TABLES);
}
