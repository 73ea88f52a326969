/** Rows by key (rows.ts) as SQLite's statements. */
import { wallNow } from '../../lib/machine.ts';
import { revOf } from '../pages.ts';
import {
  numberKey,
  OF_PROCESSES,
  type Increment,
  type NewRow,
  type Row,
  type RowKind,
  type RowRange,
  type RowsWrite,
} from '../rows.ts';
import { ABOVE_ALL } from '../stream.ts';
import type { Statements } from './sqlite.ts';

/** With its schema: without it, the temporary table of a connection comes first. */
function tableOf(kind: RowKind): string {
  return OF_PROCESSES.has(kind) ? 'temp.rows' : 'main.rows';
}

/** Of a row by its kind ?1 and its key ?2, at the moment ?3. */
const IS_THERE = 'kind = ?1 AND key = ?2 AND (expires_at IS NULL OR expires_at > ?3)';

const DIRECTION = { ascending: 'ASC', descending: 'DESC' } as const;

type Columns = readonly [key: string, document: string, number: number | null];

function rowOf([key, document, number]: Columns): Row {
  return { key, document, upTo: number === null ? null : { rev: revOf(number), number } };
}

export function getRow(sql: Statements, kind: RowKind, key: string): Row | null {
  const found = sql.get<Columns>(
    `SELECT key, document, number FROM ${tableOf(kind)} WHERE ${IS_THERE}`,
    kind,
    key,
    wallNow(),
  );
  return found ? rowOf(found) : null;
}

export function rowsInRange(sql: Statements, kind: RowKind, range: RowRange): Row[] {
  // No key is empty, or above all.
  const { after = '', to = ABOVE_ALL, limit, order } = range;
  return sql
    .all<Columns>(
      `SELECT key, document, number FROM ${tableOf(kind)}
       WHERE kind = ? AND key > ? AND key <= ? AND (expires_at IS NULL OR expires_at > ?)
       ORDER BY key ${DIRECTION[order]} LIMIT ?`,
      kind,
      after,
      to,
      wallNow(),
      limit,
    )
    .map(rowOf);
}

export function putRow(
  sql: Statements,
  kind: RowKind,
  row: NewRow,
  expected?: string | null,
): boolean {
  const { key, document, upTo, ttlMs } = row;
  const now = wallNow();
  const expiresAt = ttlMs === undefined ? null : now + ttlMs;
  const written = [kind, key, now, document, upTo?.number ?? null, expiresAt];
  if (typeof expected === 'string') {
    const changed = sql.run(
      `UPDATE ${tableOf(kind)} SET document = ?4, number = ?5, expires_at = ?6
       WHERE ${IS_THERE} AND document = ?7`,
      ...written,
      expected,
    );
    return changed === 1;
  }
  // One that expired may not have been deleted yet.
  const replaced = expected === null ? 'there.expires_at <= ?3' : 'TRUE';
  const changed = sql.run(
    `INSERT INTO ${tableOf(kind)} AS there (kind, key, document, number, expires_at)
     VALUES (?1, ?2, ?4, ?5, ?6)
     ON CONFLICT (kind, key) DO UPDATE
       SET document = excluded.document, number = excluded.number, expires_at = excluded.expires_at
       WHERE ${replaced}`,
    ...written,
  );
  return changed === 1;
}

export function incrementRow(sql: Statements, kind: RowKind, increment: Increment): boolean {
  const { key, by, most = Number.MAX_SAFE_INTEGER, orBegin } = increment;
  const changed = sql.run(
    `UPDATE ${tableOf(kind)} SET document = CAST(CAST(document + ?4 AS INTEGER) AS TEXT)
     WHERE ${IS_THERE} AND document + ?4 <= ?5`,
    kind,
    key,
    wallNow(),
    by,
    most,
  );
  if (changed === 1) return true;
  if (!orBegin || by > most) return false;
  return putRow(sql, kind, { key, document: String(by), ...orBegin }, null);
}

export function deleteRow(sql: Statements, kind: RowKind, key: string, expected?: string): boolean {
  const changed = sql.run(
    `DELETE FROM ${tableOf(kind)} WHERE ${IS_THERE} AND document = coalesce(?4, document)`,
    kind,
    key,
    wallNow(),
    expected ?? null,
  );
  return changed === 1;
}

/** False: the head is not the expected one. */
export function writeRows(sql: Statements, { head, rows, forget }: RowsWrite): boolean {
  const there = getRow(sql, head.kind, head.key);
  if ((there?.document ?? null) !== head.expected) return false;
  for (const { kind, ...row } of rows) putRow(sql, kind, row);
  if (forget) {
    const { kind, before } = forget;
    sql.run(`DELETE FROM ${tableOf(kind)} WHERE kind = ? AND key < ?`, kind, before);
  }
  return true;
}

/** Appends an act of an operator; the number that it gets. */
export function appendAct(sql: Statements, document: string): number {
  const [last] = rowsInRange(sql, 'act', { limit: 1, order: 'descending' });
  const number = Number(last?.key ?? 0) + 1;
  putRow(sql, 'act', { key: numberKey(number), document });
  return number;
}
