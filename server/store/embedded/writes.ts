/**
 * Row-level changes to the data. Every function runs inside the worker's transaction, alongside
 * others that it knows nothing about: if it refuses, it has changed nothing.
 */
import type Database from 'libsql';
import { wallNow } from '../../lib/machine.ts';
import { numberOf } from '../pages.ts';
import type { PastWrite, Receipt, RefusalCount, SessionsToEnd, StoredSession } from '../store.ts';
import { Statements } from './sqlite.ts';
import { SESSION_COLUMNS } from './tables.ts';

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

/** Appends an act of an operator; the number that it gets. */
export function insertAct(sql: Statements, document: string): number {
  sql.run(
    'INSERT INTO acts (number, document) SELECT coalesce(max(number), 0) + 1, ? FROM acts',
    document,
  );
  const [number = 0] = sql.get<[number]>('SELECT max(number) FROM acts') ?? [];
  return number;
}

/** The most expired rows of a table that one transaction deletes. */
const CLEAN_ROWS = 500;
const CLEAN = [
  ['receipts', 'rowid'],
  ['nonces', 'nonce'],
  ['sessions', 'id'],
  ['refusals', 'rowid'],
].map(
  ([table, key]) =>
    `DELETE FROM ${table} WHERE ${key} IN
       (SELECT ${key} FROM ${table} WHERE expires_at <= ? LIMIT ${CLEAN_ROWS})`,
);

export type Writer = ReturnType<typeof createWriter>;

/** @param lastDurable the number of the last commit. */
// oxlint-disable-next-line max-lines-per-function -- the steps of one transaction share its statements
export function createWriter(connection: Database.Database, lastDurable: number) {
  const sql = new Statements(connection);
  let lastRev = lastDurable;

  /** False if the commit's condition does not hold. */
  function writePlayer({ wallet, expectedVersion, player, receipt }: CommitRows): boolean {
    const row = [wallet, receipt?.commandId ?? null, wallNow(), player];
    return expectedVersion === 0
      ? sql.run(INSERT_PLAYER, ...row) === 1
      : sql.run(UPDATE_PLAYER, ...row, expectedVersion) === 1;
  }

  /** The calls that change data; each is durable when it is answered. */
  const writes = {
    /** The rev; null: the player is at another version, or the receipt's id is taken. */
    commit(rows: CommitRows): number | null {
      if (!writePlayer(rows)) return null;
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
      lastRev += 1;
      sql.run(
        'INSERT INTO events (rev, wallet, nation_id, at, document) VALUES (?, ?, ?, ?, ?)',
        lastRev,
        wallet,
        rows.nationId,
        rows.at,
        rows.event,
      );
      return lastRev;
    },

    issueNonce(nonce: string, expiresAt: number): void {
      sql.run(
        `INSERT INTO nonces (nonce, expires_at) VALUES (?, ?)
         ON CONFLICT (nonce) DO UPDATE SET expires_at = excluded.expires_at`,
        nonce,
        expiresAt,
      );
    },

    spendNonce: (nonce: string, now: number) =>
      sql.run('DELETE FROM nonces WHERE nonce = ? AND expires_at > ?', nonce, now) === 1,

    takeNonceQuestion: (nonce: string, now: number, most: number) =>
      sql.run(
        `UPDATE nonces SET questions = questions + 1
         WHERE nonce = ? AND expires_at > ? AND questions < ?`,
        nonce,
        now,
        most,
      ) === 1,

    returnNonceQuestion(nonce: string): void {
      sql.run('UPDATE nonces SET questions = questions - 1 WHERE nonce = ?', nonce);
    },

    beginSession(session: StoredSession, most: number): void {
      const { id, wallet, kind, network, signedInAt, lastUsedAt, expiresAt, device } = session;
      sql.run(
        `INSERT INTO sessions (${SESSION_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        id,
        wallet,
        kind,
        network,
        signedInAt,
        lastUsedAt,
        expiresAt,
        device,
      );
      sql.run(
        `DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE wallet = ?1 AND id <> ?2
           ORDER BY signed_in_at DESC, id DESC LIMIT -1 OFFSET ?3)`,
        wallet,
        id,
        most - 1,
      );
    },

    useSession(id: string, at: number): void {
      sql.run('UPDATE sessions SET last_used_at = max(last_used_at, ?) WHERE id = ?', at, id);
    },

    endSession: (wallet: string, id: string) =>
      sql.run('DELETE FROM sessions WHERE id = ? AND wallet = ?', id, wallet) === 1,

    endSessions: ({ wallet, upTo, except }: SessionsToEnd, most: number) =>
      sql.run(
        `DELETE FROM sessions WHERE id IN (SELECT id FROM sessions
           WHERE ${wallet === null ? '?1 IS NULL' : 'wallet = ?1'} AND signed_in_at <= ?2 AND id IS NOT ?3 LIMIT ?4)`,
        wallet,
        upTo,
        except,
        most,
      ),

    putSetting(name: string, value: string): void {
      sql.run(
        `INSERT INTO settings (name, value) VALUES (?, ?)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
        name,
        value,
      );
    },

    /** False: the head is not the expected one. */
    writePast({ head = 'state', expected, rows, forget }: PastWrite): boolean {
      const kept = sql.get<[string]>('SELECT document FROM past WHERE kind = ? AND at = 0', head);
      if ((kept?.[0] ?? null) !== expected) return false;
      for (const { kind, at, upTo, document } of rows) {
        sql.run(
          `INSERT INTO past (kind, at, number, document) VALUES (?, ?, ?, ?)
           ON CONFLICT (kind, at) DO UPDATE SET number = excluded.number, document = excluded.document`,
          kind,
          at,
          // Its revs are the numbers of its commits.
          upTo ? numberOf(upTo.rev) : 0,
          document,
        );
      }
      if (forget) sql.run('DELETE FROM past WHERE kind = ? AND at < ?', forget.kind, forget.before);
      return true;
    },

    countRefusals(counts: readonly RefusalCount[]): void {
      for (const { wallet, what, count, expiresAt } of counts) {
        sql.run(
          `INSERT INTO refusals (wallet, what, count, expires_at) VALUES (?, ?, ?, ?)
           ON CONFLICT (wallet, what) DO UPDATE SET count = count + excluded.count`,
          wallet,
          what,
          count,
          expiresAt,
        );
      }
    },

    ping(): void {
      sql.run('UPDATE data_set SET pinged_at = ?', wallNow());
    },
  };

  return {
    writes,

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
