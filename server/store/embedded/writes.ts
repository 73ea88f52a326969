/**
 * Row-level changes to the data. Every function runs inside the worker's transaction, alongside others that
 * it knows nothing about: if it refuses, it has changed nothing.
 */
import type Database from 'libsql';
import { wallNow } from '../../lib/machine.ts';
import { prepareQuery } from './query.ts';
import type { PastRowText, ReceiptRow } from './reads.ts';

/** A change in the form of its rows. */
export interface CommitRows {
  readonly wallet: string;
  readonly expectedVersion: number;
  readonly player: string;
  readonly stakes: readonly (readonly [id: string, document: string])[];
  readonly nationId: string;
  readonly at: number;
  readonly event: string;
  readonly receipt: ReceiptRow | null;
}

/** The most expired rows of a table that one transaction deletes. */
const CLEAN_ROWS = 500;

export type Writer = ReturnType<typeof createWriter>;

/** @param lastDurable the number of the last commit. */
export function createWriter(connection: Database.Database, lastDurable: number) {
  // A commit's one condition: the player's version, and that the command was not carried out before. An
  // expired receipt's id is free again, whether it was deleted yet or not.
  const isNew = `NOT EXISTS (SELECT 1 FROM receipts
    WHERE wallet = ?1 AND command_id = ?2 AND expires_at > ?3)`;
  const insertPlayer = connection.prepare(
    `INSERT INTO players (wallet, version, document) SELECT ?1, 1, ?4 WHERE ${isNew}
     ON CONFLICT (wallet) DO NOTHING`,
  );
  const updatePlayer = connection.prepare(
    `UPDATE players SET version = version + 1, document = ?4
     WHERE wallet = ?1 AND version = ?5 AND ${isNew}`,
  );
  const putStake = connection.prepare(
    `INSERT INTO stakes (wallet, id, document) VALUES (?, ?, ?)
     ON CONFLICT (wallet, id) DO UPDATE SET document = excluded.document`,
  );
  const insertEvent = connection.prepare(
    'INSERT INTO events (rev, wallet, nation_id, at, document) VALUES (?, ?, ?, ?, ?)',
  );
  const putReceipt = connection.prepare(
    `INSERT INTO receipts (wallet, command_id, fingerprint, answer, expires_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (wallet, command_id) DO UPDATE
       SET fingerprint = excluded.fingerprint, answer = excluded.answer, expires_at = excluded.expires_at`,
  );
  const putNonce = connection.prepare(
    `INSERT INTO nonces (nonce, expires_at) VALUES (?, ?)
     ON CONFLICT (nonce) DO UPDATE SET expires_at = excluded.expires_at`,
  );
  const takeNonce = connection.prepare('DELETE FROM nonces WHERE nonce = ? AND expires_at > ?');
  const takeQuestion = connection.prepare(
    `UPDATE nonces SET questions = questions + 1
     WHERE nonce = ? AND expires_at > ? AND questions < ?`,
  );
  const returnQuestion = connection.prepare(
    'UPDATE nonces SET questions = questions - 1 WHERE nonce = ?',
  );
  const putRevoked = connection.prepare(
    'INSERT INTO revoked_tokens (token_id, expires_at) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const raiseEpoch = connection.prepare(
    `INSERT INTO session_epochs (wallet, epoch) VALUES (?, 1)
     ON CONFLICT (wallet) DO UPDATE SET epoch = epoch + 1`,
  );
  const putSetting = connection.prepare(
    `INSERT INTO settings (name, value) VALUES (?, ?)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  );
  const pastState = prepareQuery<[number]>(
    connection,
    "SELECT number FROM past WHERE kind = 'state' AND at = 0",
  );
  const putPast = connection.prepare(
    `INSERT INTO past (kind, at, number, document) VALUES (?, ?, ?, ?)
     ON CONFLICT (kind, at) DO UPDATE SET number = excluded.number, document = excluded.document`,
  );
  const forgetPast = connection.prepare('DELETE FROM past WHERE kind = ? AND at < ?');
  const touch = connection.prepare('UPDATE data_set SET pinged_at = ?');
  const cleanReceipts = connection.prepare(
    `DELETE FROM receipts WHERE rowid IN
       (SELECT rowid FROM receipts WHERE expires_at <= ? LIMIT ${CLEAN_ROWS})`,
  );
  const cleanNonces = connection.prepare(
    `DELETE FROM nonces WHERE nonce IN
       (SELECT nonce FROM nonces WHERE expires_at <= ? LIMIT ${CLEAN_ROWS})`,
  );

  const cleanRevoked = connection.prepare(
    `DELETE FROM revoked_tokens WHERE token_id IN
       (SELECT token_id FROM revoked_tokens WHERE expires_at <= ? LIMIT ${CLEAN_ROWS})`,
  );

  /** False if the commit's condition does not hold. */
  function writePlayer({ wallet, expectedVersion, player, receipt }: CommitRows): boolean {
    const row = [wallet, receipt?.commandId ?? null, wallNow(), player];
    const { changes } =
      expectedVersion === 0 ? insertPlayer.run(row) : updatePlayer.run([...row, expectedVersion]);
    return changes === 1;
  }

  let lastRev = lastDurable;

  /** The calls that change data; each is durable when it is answered. */
  const writes = {
    /** The rev; null: the player is at another version, or the receipt's id is taken. */
    commit(rows: CommitRows): number | null {
      if (!writePlayer(rows)) return null;
      const { wallet, receipt } = rows;
      for (const [id, document] of rows.stakes) putStake.run([wallet, id, document]);
      if (receipt) {
        const { commandId, fingerprint, answer, expiresAt } = receipt;
        putReceipt.run([wallet, commandId, fingerprint, answer, expiresAt]);
      }
      lastRev += 1;
      insertEvent.run([lastRev, wallet, rows.nationId, rows.at, rows.event]);
      return lastRev;
    },

    issueNonce(nonce: string, expiresAt: number): void {
      putNonce.run([nonce, expiresAt]);
    },

    spendNonce: (nonce: string, now: number) => takeNonce.run([nonce, now]).changes === 1,

    takeNonceQuestion: (nonce: string, now: number, most: number) =>
      takeQuestion.run([nonce, now, most]).changes === 1,

    returnNonceQuestion(nonce: string): void {
      returnQuestion.run([nonce]);
    },

    revokeToken(tokenId: string, expiresAt: number): void {
      putRevoked.run([tokenId, expiresAt]);
    },

    raiseSessionEpoch(wallet: string): void {
      raiseEpoch.run([wallet]);
    },

    putSetting(name: string, value: string): void {
      putSetting.run([name, value]);
    },

    /**
     * False: the state is not the expected one.
     * @param expected the number of the last commit in the state; 0: there is none.
     */
    writePast(
      expected: number,
      rows: readonly PastRowText[],
      forget: { readonly kind: string; readonly before: number } | null,
    ): boolean {
      if ((pastState.get()?.[0] ?? 0) !== expected) return false;
      for (const row of rows) putPast.run([...row]);
      if (forget) forgetPast.run([forget.kind, forget.before]);
      return true;
    },

    ping(): void {
      touch.run([wallNow()]);
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
      const cleared = [cleanReceipts, cleanNonces, cleanRevoked].map(
        (clear) => clear.run([now]).changes,
      );
      return cleared.includes(CLEAN_ROWS);
    },
  };
}
