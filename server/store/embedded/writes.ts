/**
 * Row-level changes to the data. Every function runs inside the worker's transaction, alongside
 * others that it knows nothing about: if it refuses, it has changed nothing.
 */
import type Database from 'libsql';
import { wallNow } from '../../lib/machine.ts';
import { ERA_KEY, storedEra } from '../era.ts';
import type { Increment, NewRow, RowKind, RowsWrite } from '../rows.ts';
import type { Receipt } from '../store.ts';
import { deleteRow, getRow, incrementRow, putRow, writeRows } from './keyed-rows.ts';
import { Statements } from './sqlite.ts';
import { createTemporaryTables } from './tables.ts';

/** A change in the form of its rows. */
export interface CommitRows {
  readonly wallet: string;
  readonly expectedVersion: number;
  readonly player: string;
  readonly stakes: readonly (readonly [id: string, document: string])[];
  readonly nationId: string;
  readonly at: number;
  readonly event: string;
  readonly receipt: Receipt | null;
  /** Null: any. */
  readonly era: number | null;
}

/** A change of the era in the form of its rows. */
interface EraRows {
  /** The stored era as it was read; null: there was none. */
  readonly expected: string | null;
  readonly era: string;
  readonly at: number;
  /** Null: it makes no commit. */
  readonly event: string | null;
}

/**
 * Of a commit's condition, besides the player's version: its command was not carried out before. An
 * expired receipt's id is free again, whether it was deleted yet or not.
 */
const IS_NEW = `NOT EXISTS (SELECT 1 FROM receipts
  WHERE wallet = ?1 AND command_id = ?2 AND expires_at > ?3)`;
const INSERT_PLAYER = `INSERT INTO players (wallet, version, document) SELECT ?1, 1, ?4 WHERE ${IS_NEW}
  ON CONFLICT (wallet) DO NOTHING`;
const UPDATE_PLAYER = `UPDATE players SET version = version + 1, document = ?4
  WHERE wallet = ?1 AND version = ?5 AND ${IS_NEW}`;

/** The most expired rows of a table that one transaction deletes. */
const CLEAN_ROWS = 500;
const CLEAN = ['main.receipts', 'main.rows', 'temp.rows'].map(
  (table) =>
    `DELETE FROM ${table} WHERE rowid IN
       (SELECT rowid FROM ${table} WHERE expires_at <= ? LIMIT ${CLEAN_ROWS})`,
);

export type Writer = ReturnType<typeof createWriter>;

/** @param lastDurable the number of the last commit. */
// oxlint-disable-next-line max-lines-per-function -- the steps of one transaction share its statements
export function createWriter(connection: Database.Database, lastDurable: number) {
  createTemporaryTables(connection);
  const sql = new Statements(connection);
  let lastRev = lastDurable;
  /** The number of the era in force; null: not read in this transaction. */
  let eraNow: number | null = null;

  /** False if the commit's condition does not hold. */
  function writePlayer({ wallet, expectedVersion, player, receipt }: CommitRows): boolean {
    const row = [wallet, receipt?.commandId ?? null, wallNow(), player];
    return expectedVersion === 0
      ? sql.run(INSERT_PLAYER, ...row) === 1
      : sql.run(UPDATE_PLAYER, ...row, expectedVersion) === 1;
  }

  /** Other programs change the era too (embedded-acts.ts), between transactions. */
  function isInForce(era: number | null): boolean {
    if (era === null) return true;
    eraNow ??= storedEra(getRow(sql, 'era', ERA_KEY)?.document ?? null).number;
    return era === eraNow;
  }

  function writeEvent(wallet: string, nationId: string, at: number, event: string): number {
    lastRev += 1;
    sql.run(
      'INSERT INTO events (rev, wallet, nation_id, at, document) VALUES (?, ?, ?, ?, ?)',
      lastRev,
      wallet,
      nationId,
      at,
      event,
    );
    return lastRev;
  }

  /** The calls that change data; each is durable when it is answered. */
  const writes = {
    /** The rev; null: the player is at another version, its id is taken, or the era is over. */
    commit(rows: CommitRows): number | null {
      if (!isInForce(rows.era) || !writePlayer(rows)) return null;
      const { wallet, receipt } = rows;
      for (const [id, document] of rows.stakes) {
        sql.run(
          `INSERT INTO stakes (wallet, id, document) VALUES (?, ?, ?)
           ON CONFLICT (wallet, id) DO UPDATE SET document = excluded.document`,
          wallet,
          id,
          document,
        );
      }
      if (receipt) {
        const { commandId, fingerprint, answer, expiresAt } = receipt;
        sql.run(
          `INSERT INTO receipts (wallet, command_id, fingerprint, answer, expires_at) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (wallet, command_id) DO UPDATE
             SET fingerprint = excluded.fingerprint, answer = excluded.answer, expires_at = excluded.expires_at`,
          wallet,
          commandId,
          fingerprint,
          answer,
          expiresAt,
        );
      }
      return writeEvent(wallet, rows.nationId, rows.at, rows.event);
    },

    /** The rev of its commit; null: it makes none, or the era is another one. */
    changeEra({ expected, era, at, event }: EraRows): number | null {
      eraNow = null;
      if (!putRow(sql, 'era', { key: ERA_KEY, document: era }, expected)) return null;
      return event === null ? null : writeEvent('', '', at, event);
    },

    putRow(kind: RowKind, row: NewRow, expected?: string | null): boolean {
      if (kind === 'era') eraNow = null;
      return putRow(sql, kind, row, expected);
    },
    incrementRow: (kind: RowKind, increment: Increment) => incrementRow(sql, kind, increment),
    deleteRow: (kind: RowKind, key: string, expected?: string) =>
      deleteRow(sql, kind, key, expected),
    writeRows: (write: RowsWrite) => writeRows(sql, write),

    ping(): void {
      sql.run('UPDATE data_set SET pinged_at = ?', wallNow());
    },
  };

  return {
    writes,

    /** A transaction begins. */
    begin(): void {
      eraNow = null;
    },

    /** The number of the last commit in the transaction, or before it. */
    get lastRev(): number {
      return lastRev;
    },

    /** After the transaction was undone. */
    returnTo(rev: number): void {
      lastRev = rev;
    },

    /** Deletes some expired rows; false if none are left. */
    clean(now: number): boolean {
      return CLEAN.map((clear) => sql.run(clear, now)).includes(CLEAN_ROWS);
    },
  };
}
