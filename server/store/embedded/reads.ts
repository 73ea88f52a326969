/** What is read of the data, between the worker's transactions: everything read is durable. */
import type Database from 'libsql';
import { connect, readLastRev } from './database.ts';
import type { EventRange, EventRow, Reads, ReceiptRow } from './messages.ts';
import { prepareQuery, type Query, type SqlValue } from './query.ts';

type Handlers = { [N in keyof Reads]: (input: Reads[N]['input']) => Reads[N]['output'] };

export interface Reader extends Handlers {
  close(): void;
}

/** Players per message of a snapshot: 300 kB of text, as larger strings cost twice the time each. */
const SNAPSHOT_BATCH = 500;

export function createReader(connection: Database.Database, path: string): Reader {
  const player = prepareQuery<[string]>(
    connection,
    'SELECT document FROM players WHERE wallet = ?',
  );
  const stakes = prepareQuery<[string]>(connection, 'SELECT document FROM stakes WHERE wallet = ?');
  const receipt = prepareQuery<[string, string, number]>(
    connection,
    `SELECT fingerprint, answer, expires_at FROM receipts
     WHERE wallet = ? AND command_id = ? AND expires_at > ?`,
  );
  const setting = prepareQuery<[string]>(connection, 'SELECT value FROM settings WHERE name = ?');
  const sessionState = prepareQuery<[number, number]>(
    connection,
    `SELECT coalesce((SELECT epoch FROM session_epochs WHERE wallet = ?), 0),
       EXISTS (SELECT 1 FROM revoked_tokens WHERE token_id = ?)`,
  );
  const eventQueries = new Map<string, Query<EventRow>>();
  const snapshots = new Map<number, Snapshot>();
  let snapshotsOpened = 0;

  function eventQuery(range: EventRange): Query<EventRow> {
    const sql = eventSql(range);
    const known = eventQueries.get(sql);
    if (known) return known;
    const query = prepareQuery<EventRow>(connection, sql);
    eventQueries.set(sql, query);
    return query;
  }

  function closeSnapshot(id: number): true {
    snapshots.get(id)?.close();
    snapshots.delete(id);
    return true;
  }

  const playerOf = (wallet: string) => player.get(wallet)?.[0] ?? null;
  const stakesOf = (wallet: string) => stakes.all(wallet).map(([document]) => document);

  function receiptOf(wallet: string, commandId: string, now: number): ReceiptRow | null {
    const row = receipt.get(wallet, commandId, now);
    if (!row) return null;
    const [fingerprint, answer, expiresAt] = row;
    return { commandId, fingerprint, answer, expiresAt };
  }

  return {
    player: playerOf,
    stakes: stakesOf,
    setting: (name) => setting.get(name)?.[0] ?? null,

    sessionState({ wallet, tokenId }) {
      const [epoch, isRevoked] = sessionState.get(wallet, tokenId) ?? [0, 0];
      return { epoch, isRevoked: isRevoked === 1 };
    },

    load: ({ wallet, commandId, now }) => ({
      player: playerOf(wallet),
      stakes: stakesOf(wallet),
      receipt: commandId === null ? null : receiptOf(wallet, commandId, now),
    }),

    events: (range) => eventQuery(range).all(...eventParameters(range)),

    openSnapshot() {
      const snapshot = openSnapshot(path);
      snapshotsOpened += 1;
      snapshots.set(snapshotsOpened, snapshot);
      return { snapshot: snapshotsOpened, rev: snapshot.rev, count: snapshot.count };
    },

    readSnapshot(id) {
      const batch = snapshots.get(id)?.next() ?? null;
      if (batch === null) closeSnapshot(id);
      return batch;
    },

    closeSnapshot,

    close() {
      for (const id of snapshots.keys()) closeSnapshot(id);
    },
  };
}

/** The index is named, since the planner, without statistics, may well take the wrong one. */
function eventSql({ wallet, nationId, before, after, order }: EventRange): string {
  const index =
    wallet !== undefined
      ? 'INDEXED BY events_by_wallet'
      : nationId !== undefined
        ? 'INDEXED BY events_by_nation'
        : 'NOT INDEXED';
  const conditions = [
    wallet === undefined ? [] : ['wallet = ?'],
    nationId === undefined ? [] : ['nation_id = ?'],
    before === undefined ? [] : ['rev < ?'],
    after === undefined ? [] : ['rev > ?'],
  ].flat();
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  const direction = order === 'newest-first' ? 'DESC' : 'ASC';
  return `SELECT rev, document FROM events ${index} ${where} ORDER BY rev ${direction} LIMIT ?`;
}

/** In the order of `eventSql`'s conditions. */
function eventParameters({ wallet, nationId, before, after, limit }: EventRange): SqlValue[] {
  return [wallet, nationId, before, after, limit].filter((value) => value !== undefined);
}

interface Snapshot {
  readonly rev: number;
  readonly count: number;
  /** The next players as one JSON array; null after the last. */
  next(): string | null;
  close(): void;
}

/**
 * A read transaction on a connection of its own: it sees the data as of its first read, while commits
 * go on. SQLite itself joins the documents, a third cheaper than row by row.
 */
function openSnapshot(path: string): Snapshot {
  const connection = connect(path);
  connection.exec('BEGIN');
  const rev = readLastRev(connection);
  // Nobody is ever deleted: the last id says how many there are, without counting them.
  const lastId = prepareQuery<[number | null]>(connection, 'SELECT max(id) FROM players').get();
  const batch = prepareQuery<[number, string] | [null, null]>(
    connection,
    `SELECT max(id), group_concat(document) FROM
       (SELECT id, document FROM players WHERE id > ? ORDER BY id LIMIT ${SNAPSHOT_BATCH})`,
  );
  let last = 0;
  return {
    rev,
    count: lastId?.[0] ?? 0,
    next() {
      const [id, documents] = batch.get(last) ?? [null, null];
      if (id === null) return null;
      last = id;
      return `[${documents}]`;
    },
    close() {
      connection.exec('COMMIT');
      connection.close();
    },
  };
}
