/**
 * The rows of the record of the past, which is computed from the events (`server/past/`), and of
 * the ledger (`server/ledger/`): by kind and moment, written only by a process that has read the
 * newest head.
 */
import {
  numberKey,
  pagesOf,
  type PastKind,
  type CommitPosition,
  type Row,
  type Rows,
} from '../rows.ts';
import type { Store } from '../store.ts';

/** Rows at moment 0 that change only by compare and set; each write names the one it belongs to. */
type PastHead = 'state' | 'ledger-checkpoint';

export interface PastRow {
  readonly kind: PastKind;
  /** The game's time, ms. At most one row of a kind has it. */
  readonly at: number;
  /** The last commit that it includes; null if it names none. */
  readonly upTo: CommitPosition | null;
  readonly document: string;
}

interface PastSpan {
  readonly kind: PastKind;
  /** Only rows from this moment on. */
  readonly from?: number;
  /** Only rows up to this moment, itself included. */
  readonly to?: number;
}

interface PastQuery extends PastSpan {
  readonly limit: number;
  readonly order: 'newest-first' | 'oldest-first';
}

interface PastWrite {
  /** What the rows belong to; absent: the record's state. */
  readonly head?: PastHead;
  /** The head's document as it was read; null: there was none. */
  readonly expected: string | null;
  /** Each replaces the row of its kind and moment. Exactly one is the head, at moment 0. */
  readonly rows: readonly PastRow[];
  /** Deletes the rows of a kind before a moment. */
  readonly forget: { readonly kind: PastKind; readonly before: number } | null;
}

/** Rows per read: a day of minutes is one. */
const PAGE = 2000;

/** A store, or a game that is read beside its servers. */
export interface PastSource {
  rows(kind: PastKind): Pick<Rows, 'range'>;
}

/** The row of a moment; null: there is none. @throws StoreUnavailable */
export async function pastRow(
  store: Pick<Store, 'rows'>,
  kind: PastKind,
  at = 0,
): Promise<PastRow | null> {
  const row = await store.rows(kind).get(numberKey(at));
  return row && rowOfKind(kind, row);
}

/** In the order of their moments. @throws StoreUnavailable */
export async function readPast(store: PastSource, query: PastQuery): Promise<PastRow[]> {
  const { kind, limit, order } = query;
  const found = await store.rows(kind).range({
    ...rangeOf(query),
    limit,
    order: order === 'newest-first' ? 'descending' : 'ascending',
  });
  return found.map((row) => rowOfKind(kind, row));
}

/** All of them, oldest first, however many there are. @throws StoreUnavailable */
export async function readAllPast(store: PastSource, span: PastSpan): Promise<PastRow[]> {
  const rows: PastRow[] = [];
  for await (const page of pagesOf(store.rows(span.kind), rangeOf(span), PAGE)) {
    rows.push(...page.map((row) => rowOfKind(span.kind, row)));
  }
  return rows;
}

function rangeOf({ from, to }: PastSpan) {
  return {
    ...(from !== undefined && from > 0 && { after: numberKey(from - 1) }),
    ...(to !== undefined && { to: numberKey(Math.max(0, to)) }),
  };
}

function rowOfKind(kind: PastKind, { key, upTo, document }: Row): PastRow {
  return { kind, at: Number(key), upTo, document };
}

/**
 * Writes rows, all or none. False, and nothing is written, if the head is not the expected one:
 * another process wrote since. @throws StoreUnavailable
 */
export async function writePast(
  store: Pick<Store, 'write'>,
  { head = 'state', expected, rows, forget }: PastWrite,
): Promise<boolean> {
  return store.write({
    head: { kind: head, key: numberKey(0), expected },
    rows: rows.map(({ kind, at, upTo, document }) => ({
      kind,
      key: numberKey(at),
      upTo,
      document,
    })),
    forget: forget && { kind: forget.kind, before: numberKey(Math.max(0, forget.before)) },
  });
}
