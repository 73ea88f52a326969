/**
 * Rows by key: all that is stored beside the game's players, stakes and events. A store handles
 * every kind in the same way, and knows nothing of what a document holds; `kept/` does.
 */
import type { Rev } from '../../common/values/ids.ts';

/** Each kind has its own keys. */
export type RowKind =
  | 'act'
  | 'era'
  | 'lease'
  | 'nonce'
  | 'notice'
  | 'refusal'
  | 'session'
  | 'setting'
  | 'slot'
  | PastKind;

/** Five levels hold 2⁴⁰ leaves. */
export const LEDGER_LEVELS = [0, 1, 2, 3, 4] as const;

/**
 * What a row of the past is: the nations' totals at the end of a minute or an hour, a ranking, a
 * closed week with its first entries, all of its places [SEA1] and its story [SEA5], the record's
 * state; a tile of the ledger, by its index, the leaf that a continued one begins with, and its
 * checkpoint.
 */
export type PastKind =
  | 'minute'
  | 'hour'
  | 'ranking'
  | 'season'
  | 'season-entries'
  | 'season-places'
  | 'season-story'
  | 'season-passed'
  | 'state'
  | `ledger-tile-${(typeof LEDGER_LEVELS)[number]}`
  | 'ledger-beginning'
  | 'ledger-checkpoint';

/** What only running processes need of each other: a store of one process keeps it in memory. */
export const OF_PROCESSES: ReadonlySet<string> = new Set<RowKind>(['lease', 'notice', 'slot']);

/** Lives for minutes, or as long as a process: backups and moves leave it out. */
export const IS_NOT_MOVED: ReadonlySet<string> = new Set<RowKind>([
  'lease',
  'nonce',
  'notice',
  'slot',
]);

/**
 * A commit's place in the order of all: its rev, and its number counted from 1, which a move keeps.
 */
export interface CommitPosition {
  readonly rev: Rev;
  readonly number: number;
}

export interface Row {
  readonly key: string;
  readonly document: string;
  /** The last commit that it includes; null if it names none. */
  readonly upTo: CommitPosition | null;
}

/** A row to write. */
export interface NewRow {
  readonly key: string;
  readonly document: string;
  readonly upTo?: CommitPosition | null;
  /** How long it is there, by the store's own clock; absent: until it is deleted. */
  readonly ttlMs?: number;
}

/** In the order of keys, as UTF-8. */
export interface RowRange {
  /** Only keys after this one; absent: from the beginning. */
  readonly after?: string;
  /** The last key, itself included; absent: to the end. */
  readonly to?: string;
  readonly limit: number;
  readonly order: 'ascending' | 'descending';
}

export interface Increment {
  readonly key: string;
  readonly by: number;
  /** The highest sum; absent: any. */
  readonly most?: number;
  /** If there is no row, it begins at 0 and is there for so long; absent: it must be there. */
  readonly orBegin?: { readonly ttlMs: number };
}

/** The rows of a kind. Expired ones are not there. Every call @throws StoreUnavailable */
export interface Rows {
  get(key: string): Promise<Row | null>;
  range(range: RowRange): Promise<Row[]>;
  /**
   * Writes a row in the place of the one with its key. Only if that one has the `expected` document
   * (null: if there is none; absent: whatever there is); otherwise false, and nothing is written.
   */
  put(row: NewRow, expected?: string | null): Promise<boolean>;
  /** Adds to a document that is a whole number; false, and nothing is added, if it may not be. */
  increment(increment: Increment): Promise<boolean>;
  /**
   * Deletes a row; false if it was not there, or has another document than the `expected` one. Of
   * several that delete a row, one gets true.
   */
  delete(key: string, expected?: string): Promise<boolean>;
}

/** Rows that are written together, under a condition. */
export interface RowsWrite {
  /** One of `rows`: its document as it was read; null: there was none. */
  readonly head: { readonly kind: RowKind; readonly key: string; readonly expected: string | null };
  readonly rows: readonly (NewRow & { readonly kind: RowKind })[];
  /** Deletes the rows of a kind before a key. */
  readonly forget: { readonly kind: RowKind; readonly before: string } | null;
}

/** The keys that begin with a text and a colon: what belongs to it. */
export function keysOf(owner: string): { readonly after: string; readonly to: string } {
  // What comes next after the colon.
  return { after: `${owner}:`, to: `${owner};` };
}

/** A number as a key, in its order: 16 digits hold every moment that a Date knows. */
export function numberKey(number: number): string {
  return String(number).padStart(16, '0');
}

/** Reads a range page by page. Pages are not of one moment. @throws StoreUnavailable */
export async function* pagesOf(
  rows: Pick<Rows, 'range'>,
  range: Pick<RowRange, 'after' | 'to'>,
  limit = 1000,
): AsyncGenerator<readonly Row[]> {
  let next = range;
  for (;;) {
    const page = await rows.range({ ...next, limit, order: 'ascending' });
    const last = page.at(-1);
    if (!last) return;
    yield page;
    if (page.length < limit) return;
    next = { ...range, after: last.key };
  }
}

/** Writes at the same time: with 50, commits on MongoDB took four times as long meanwhile. */
const BATCH = 10;

/** Makes many writes, a batch at a time. @returns each one's answer. */
export async function inBatches<Item, Answer>(
  items: readonly Item[],
  write: (item: Item) => Promise<Answer>,
  size = BATCH,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let from = 0; from < items.length; from += size) {
    answers.push(...(await Promise.all(items.slice(from, from + size).map(write))));
  }
  return answers;
}
