/**
 * The rows by key (../rows.ts): one collection for all kinds, each operation on a row one request.
 * What is there is decided by the database's own clock, since those of its processes may differ.
 */
import {
  MaxKey,
  type Document as Expression,
  type FindOptions,
  type MongoClient,
  type UpdateOptions,
} from 'mongodb';
import { revSchema } from '../../../common/values/ids.ts';
import { Gathered, type AnswerOf } from '../../lib/gathered.ts';
import type { Increment, NewRow, Row, RowKind, RowRange, Rows, RowsWrite } from '../rows.ts';
import { keysOfKind, rowKey, type Collections, type KeptRow } from './collections.ts';
import { DURABLY } from './connection.ts';
import { isDuplicateKey, isTransient } from './mongo-error.ts';

type Collection = Collections['rows'];

/** A row without an end is there for longer than any moment. */
const IS_ALIVE = { $gt: [{ $ifNull: ['$expiresAt', new MaxKey()] }, '$$NOW'] };
const ALIVE = { $expr: IS_ALIVE };
/** Of the document that an upsert begins with, too: it has only its key. */
const IS_FREE = { $or: [{ $not: [IS_ALIVE] }, { $eq: [{ $type: '$document' }, 'missing'] }] };

interface Options {
  readonly write: Pick<UpdateOptions, 'writeConcern'>;
  readonly read: FindOptions;
}

/** A notice lives for seconds and does not matter later: it need not be on a majority. */
export const LIGHTLY: Options = {
  write: { writeConcern: { w: 1 } },
  read: { readConcern: { level: 'local' } },
};
/** As the client is set (connection.ts). */
const AS_USUAL: Options = { write: {}, read: {} };

/**
 * Small reads of one kind share a request: each costs this process and the database more than its
 * answer.
 */
export const TOGETHER = { atOnce: 1, most: 64, patienceMs: 100 } as const;

export class MongoRows implements Rows {
  readonly #rows: Collection;
  readonly #kind: RowKind;
  readonly #ask: <Answer>(work: () => Promise<Answer>) => Promise<Answer>;
  readonly #options: Options;
  readonly #gets = new Gathered<string, Row | null>((keys) => this.#read(keys), TOGETHER);

  /** @param ask runs a request, with the store's limits and errors. */
  constructor(
    rows: Collection,
    kind: RowKind,
    ask: <Answer>(work: () => Promise<Answer>) => Promise<Answer>,
  ) {
    this.#rows = rows;
    this.#kind = kind;
    this.#ask = ask;
    this.#options = kind === 'notice' ? LIGHTLY : AS_USUAL;
  }

  async get(key: string): Promise<Row | null> {
    return this.#ask(() => this.#gets.ask(key));
  }

  async range(range: RowRange): Promise<Row[]> {
    return this.#ask(() => readRange(this.#rows, this.#kind, range, this.#options.read));
  }

  async put(row: NewRow, expected?: string | null): Promise<boolean> {
    if (typeof expected === 'string') {
      const filter = { _id: this.#id(row.key), document: expected, ...ALIVE };
      const { matchedCount } = await this.#ask(() =>
        this.#rows.updateOne(filter, [{ $replaceWith: newRow(row) }], this.#options.write),
      );
      return matchedCount === 1;
    }
    const isReplaced = expected === null ? IS_FREE : true;
    const next = { $cond: [isReplaced, newRow(row), '$$ROOT'] };
    const isChanged = await this.#ask(() => this.#change(row.key, next, true));
    return isChanged || expected === undefined;
  }

  async increment({ key, by, most = Infinity, orBegin }: Increment): Promise<boolean> {
    const sum = { $add: [{ $toLong: '$document' }, { $toLong: by }] };
    const begun = orBegin && by <= most ? { key, document: String(by), ...orBegin } : null;
    const added = { $mergeObjects: ['$$ROOT', { document: { $toString: sum } }] };
    const next = {
      $cond: [
        IS_FREE,
        begun ? newRow(begun) : '$$ROOT',
        { $cond: [{ $lte: [sum, most] }, added, '$$ROOT'] },
      ],
    };
    return this.#ask(() => this.#change(key, next, begun !== null));
  }

  async delete(key: string, expected?: string): Promise<boolean> {
    const hasDocument = expected === undefined ? {} : { document: expected };
    const filter = { _id: this.#id(key), ...hasDocument, ...ALIVE };
    const { deletedCount } = await this.#ask(() =>
      this.#rows.deleteOne(filter, this.#options.write),
    );
    return deletedCount === 1;
  }

  /**
   * Replaces a row by what is made of it, or of only its key if `mayInsert`; false if it stays as
   * it is.
   */
  async #change(key: string, next: Expression, mayInsert: boolean): Promise<boolean> {
    const options = { upsert: mayInsert, ...this.#options.write };
    const change = [{ $replaceWith: next }];
    try {
      const changed = await this.#rows.updateOne({ _id: this.#id(key) }, change, options);
      return changed.upsertedCount + changed.modifiedCount === 1;
    } catch (error) {
      // Another process inserted it first.
      if (isDuplicateKey(error)) return this.#change(key, next, mayInsert);
      throw error;
    }
  }

  /** For many questions at once. */
  async #read(keys: readonly string[]): Promise<readonly AnswerOf<Row | null>[]> {
    const ids = keys.map((key) => this.#id(key));
    const found = await this.#rows
      .find({ _id: { $in: ids }, ...ALIVE }, this.#options.read)
      .batchSize(TOGETHER.most)
      .toArray();
    const byId = new Map(found.map((kept) => [kept._id, kept]));
    return ids.map((id) => () => {
      const kept = byId.get(id);
      return kept ? rowOf(this.#kind, kept) : null;
    });
  }

  #id(key: string): string {
    return rowKey(this.#kind, key);
  }
}

/** @param options of a snapshot session, if it is of one moment with other reads. */
export async function readRange(
  rows: Collection,
  kind: RowKind,
  { after, to, limit, order }: RowRange,
  options: FindOptions = {},
): Promise<Row[]> {
  const _id = {
    ...keysOfKind(kind),
    ...(after !== undefined && { $gt: rowKey(kind, after) }),
    ...(to !== undefined && { $lte: rowKey(kind, to) }),
  };
  const found = await rows
    .find({ _id, ...ALIVE }, options)
    .sort({ _id: order === 'ascending' ? 1 : -1 })
    .limit(limit)
    .batchSize(limit)
    .toArray();
  return found.map((kept) => rowOf(kind, kept));
}

/** False if the head is not the expected one, or is just being written. */
export async function writeRows(
  client: MongoClient,
  collection: Collection,
  { head, rows, forget }: RowsWrite,
): Promise<boolean> {
  const session = client.startSession();
  try {
    session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: DURABLY });
    const kept = await collection.findOne(
      { _id: rowKey(head.kind, head.key), ...ALIVE },
      { session },
    );
    if ((kept?.document ?? null) !== head.expected) return false;
    await collection.bulkWrite(
      rows.map((row) => ({
        updateOne: {
          filter: { _id: rowKey(row.kind, row.key) },
          update: [{ $replaceWith: newRow(row) }],
          upsert: true,
        },
      })),
      { session },
    );
    if (forget) {
      const { kind, before } = forget;
      const _id = { ...keysOfKind(kind), $lt: rowKey(kind, before) };
      await collection.deleteMany({ _id }, { session });
    }
    await session.commitTransaction();
    return true;
  } catch (error) {
    // Another process writes at the same time.
    if (isTransient(error) || isDuplicateKey(error)) return false;
    throw error;
  } finally {
    await session.endSession();
  }
}

function rowOf(kind: RowKind, { _id, document, rev, number }: KeptRow): Row {
  return {
    key: _id.slice(kind.length + 1),
    document,
    upTo: rev === undefined || number === undefined ? null : { rev: revSchema.parse(rev), number },
  };
}

/** All of a row but its key, which it keeps. No text of it is read as an expression. */
function newRow({ document, upTo, ttlMs }: NewRow): Expression {
  return {
    document: { $literal: document },
    ...(upTo && { rev: { $literal: upTo.rev }, number: { $literal: upTo.number } }),
    ...(ttlMs !== undefined && { expiresAt: { $add: ['$$NOW', ttlMs] } }),
  };
}
