/** Reads of the data, between the worker's transactions: everything read is durable. */
import type Database from 'libsql';
import { written } from '../../../common/values/cultural.ts';
import type { CommandId } from '../../../common/values/ids.ts';
import { NATION_IDS } from '../../../common/values/nations.ts';
import { isActive } from '../../../common/values/stake.ts';
import { ERA_KEY } from '../era.ts';
import { numberOf } from '../pages.ts';
import type { RowKind, RowRange } from '../rows.ts';
import type { EventQuery, LoadQuery, Receipt, StakeQuery } from '../store.ts';
import { getRow, rowsInRange } from './keyed-rows.ts';
import { checkpoint, Statements, type SqlValue } from './sqlite.ts';

/** A player's wallet and document. */
type PlayerRow = readonly [wallet: string, document: string];

/** An event's rev and its document. */
export type EventRow = readonly [rev: number, document: string];

/** Players per message of a snapshot, some 1 ms: commits wait for it. Each costs both threads. */
export const SNAPSHOT_BATCH = 250;

export type Reader = ReturnType<typeof createReader>;

const PLAYER = 'SELECT document FROM players WHERE wallet = ?';
const STAKE = 'SELECT document FROM stakes WHERE wallet = ? AND id = ?';

/**
 * @param lastRev the number of the last durable commit.
 * @param begin begins a snapshot.
 */
export function createReader(
  connection: Database.Database,
  lastRev: () => number,
  begin: () => Snapshot,
) {
  const sql = new Statements(connection);
  const snapshots = new Map<number, Snapshot>();
  let snapshotsOpened = 0;

  function closeSnapshot(id: number): void {
    const snapshot = snapshots.get(id);
    snapshots.delete(id);
    snapshot?.close();
    // Checkpoint what the log has only for it now, rather than at the expense of a later commit.
    if (snapshot && snapshots.size === 0) checkpoint(connection, 'PASSIVE');
  }

  function receiptOf(wallet: string, commandId: CommandId, now: number): Receipt | null {
    const row = sql.get<[string, string, number]>(
      `SELECT fingerprint, answer, expires_at FROM receipts
       WHERE wallet = ? AND command_id = ? AND expires_at > ?`,
      wallet,
      commandId,
      now,
    );
    if (!row) return null;
    const [fingerprint, answer, expiresAt] = row;
    return { commandId, fingerprint, answer, expiresAt };
  }

  /** Reads of a few rows, by their key. */
  const lookups = {
    getRow: (kind: RowKind, key: string) => getRow(sql, kind, key),

    load: (wallet: string, { stakeId, commandId, now }: LoadQuery) => ({
      player: sql.get<[string]>(PLAYER, wallet)?.[0] ?? null,
      stake: stakeId === null ? null : (sql.get<[string]>(STAKE, wallet, stakeId)?.[0] ?? null),
      receipt: commandId === null ? null : receiptOf(wallet, commandId, now),
      /** Of the last commit, which is durable. */
      lastRev: lastRev(),
      era: getRow(sql, 'era', ERA_KEY)?.document ?? null,
    }),
  };

  const lists = {
    playersAfter: (after: string, most: number) =>
      sql.all<PlayerRow>(
        `SELECT wallet, document FROM players INDEXED BY sqlite_autoindex_players_1
         WHERE wallet > ? ORDER BY wallet LIMIT ?`,
        after,
        most,
      ),

    stakes(wallet: string, query: StakeQuery): string[] {
      const [text, parameters] = stakeSql(wallet, query);
      return sql.all<StakeRow>(text, ...parameters).map(([document]) => document);
    },

    events(query: EventQuery): EventRow[] {
      const [text, parameters] = eventSql(query);
      return sql.all<EventRow>(text, ...parameters);
    },

    rowsInRange: (kind: RowKind, range: RowRange) => rowsInRange(sql, kind, range),

    openSnapshot() {
      const snapshot = begin();
      snapshotsOpened += 1;
      snapshots.set(snapshotsOpened, snapshot);
      return { snapshot: snapshotsOpened, rev: snapshot.rev };
    },

    /** The documents of the next players; none at the end, which closes the snapshot. */
    readSnapshot(id: number): readonly string[] {
      const snapshot = snapshots.get(id);
      if (!snapshot) throw new Error('the snapshot was closed');
      const documents = snapshot.next();
      if (documents.length === 0) closeSnapshot(id);
      return documents;
    },

    closeSnapshot,
  };

  return {
    lookups,
    lists,

    close(): void {
      for (const id of snapshots.keys()) closeSnapshot(id);
    },
  };
}

/** The columns that a list is ordered by, next to the document. */
type StakeRow = readonly [document: string, active: number, playerVersion: number];

type Sql = readonly [sql: string, parameters: readonly SqlValue[]];

/** The index has each kind in the list's order; several kinds are merged as they are read. */
function stakeSql(wallet: string, { kinds, activeOnly, before, limit }: StakeQuery): Sql {
  // In a list of only active stakes, one that has ended since keeps its place.
  const after = activeOnly ? 'player_version < ?' : '(active, player_version) < (?, ?)';
  const status = before && !activeOnly ? [isActive(before) ? 1 : 0] : [];
  const place = before ? [...status, before.playerVersion] : [];
  const ofKind = `SELECT document, active, player_version FROM stakes INDEXED BY stakes_by_list
    WHERE wallet = ? AND kind = ? ${activeOnly ? 'AND active = 1' : ''} ${before ? `AND ${after}` : ''}`;
  return [
    `${kinds.map(() => ofKind).join(' UNION ALL ')}
      ORDER BY active DESC, player_version DESC LIMIT ?`,
    [...kinds.flatMap((kind) => [wallet, written(kind), ...place]), limit],
  ];
}

/** Runs of an index, each in the order of revs: one per key, the values of its first columns. */
interface Runs {
  readonly index: string;
  readonly columns: readonly string[];
  readonly keys: readonly (readonly string[])[];
}

const OF_WALLET_AND_KIND = {
  index: 'INDEXED BY events_by_wallet_kind',
  columns: ['wallet', 'kind'],
} as const;

/** The index is named explicitly: without statistics, the planner may well pick the wrong one. */
function runsOf({ wallet, nationId, kinds, ofEras }: EventQuery): Runs {
  if (ofEras) return { ...OF_WALLET_AND_KIND, keys: [['', ofEras]] };
  if (!kinds) {
    return wallet === undefined
      ? { index: 'NOT INDEXED', columns: [], keys: [[]] }
      : { index: 'INDEXED BY events_by_wallet', columns: ['wallet'], keys: [[wallet]] };
  }
  if (wallet !== undefined) {
    const keys = kinds.map((kind) => [wallet, written(kind)]);
    return { ...OF_WALLET_AND_KIND, keys };
  }
  const nations = nationId === undefined ? NATION_IDS : [nationId];
  const keys = nations.flatMap((id) => kinds.map((kind) => [id, written(kind)]));
  return { index: 'INDEXED BY events_by_nation_kind', columns: ['nation_id', 'kind'], keys };
}

/** Several runs are merged as they are read. */
function eventSql(query: EventQuery): Sql {
  const { before, after, limit, order } = query;
  const { index, columns, keys } = runsOf(query);
  const conditions = [
    ...columns.map((column) => `${column} = ?`),
    ...(before === undefined ? [] : ['rev < ?']),
    ...(after === undefined ? [] : ['rev > ?']),
  ];
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  const run = `SELECT rev, document FROM events ${index} ${where}`;
  const place = [before, after].flatMap((rev) => (rev === undefined ? [] : [numberOf(rev)]));
  return [
    `${keys.map(() => run).join(' UNION ALL ')} ORDER BY rev ${DIRECTION[order]} LIMIT ?`,
    [...keys.flatMap((key) => [...key, ...place]), limit],
  ];
}

const DIRECTION = { 'newest-first': 'DESC', 'oldest-first': 'ASC' } as const;

export interface Snapshot {
  readonly rev: number;
  /** The documents of the next players. */
  next(): readonly string[];
  close(): void;
}
