/**
 * The rows by key (../rows.ts): one collection for all kinds, each operation on a row one request.
 * What is there is decided by the database's own clock, since those of its processes may differ.
 */
import {
  MaxKey,
  type ClientSession,
  type Document as Expression,
  type FindOptions,
  type MongoClient,
} from 'mongodb';
import { revSchema } from '../../../common/values/ids.ts';
import { Batcher, type AnswerOf } from '../../lib/batcher.ts';
import type { NewRow, Row, RowKind, RowRange, Rows, RowsWrite } from '../rows.ts';
import { keysOfKind, rowKey, type Collections, type RowDocument } from './collections.ts';
import { DURABLY } from './connection.ts';
import { statement } from './in-flight.ts';
import { isDuplicateKey, isTransient } from './mongo-error.ts';

type Collection = Collections['rows'];

/** A row without an end is there for longer than any moment. */
const IS_ALIVE = { $gt: [{ $ifNull: ['$expiresAt', new MaxKey()] }, '$$NOW'] };
const ALIVE = { $expr: IS_ALIVE };
/** Of the document that an upsert begins with, too: it has only its key. */
const IS_FREE = { $or: [{ $not: [IS_ALIVE] }, { $eq: [{ $type: '$document' }, 'missing'] }] };

/**
 * Small reads of one kind share a request: each costs this process and the database more than its
 * answer.
 */
export const TOGETHER = { atOnce: 1, most: 64, patienceMs: 100 } as const;

/** The rows of a kind. @param ask runs a request, with the store's limits and errors. */
export function rowsIn(
  rows: Collection,
  kind: RowKind,
  ask: <Answer>(work: () => Promise<Answer>) => Promise<Answer>,
): Rows {
  const gets = new Batcher<string, Row | null>((keys) => readMany(rows, kind, keys), TOGETHER);
  const change = (key: string, next: Expression, mayInsert: boolean) =>
    ask(() => changeRow(rows, rowKey(kind, key), next, mayInsert));
  return {
    get: (key) => ask(() => gets.add(key)),
    range: (range) => ask(() => readRange(rows, kind, range)),
    async put(row, expected) {
      if (typeof expected === 'string') {
        const filter = { _id: rowKey(kind, row.key), document: expected, ...ALIVE };
        const { matchedCount } = await ask(() =>
          rows.updateOne(filter, [{ $replaceWith: newRow(row) }]),
        );
        return matchedCount === 1;
      }
      const isReplaced = expected === null ? IS_FREE : true;
      const next = { $cond: [isReplaced, newRow(row), '$$ROOT'] };
      return (await change(row.key, next, true)) || expected === undefined;
    },
    increment({ key, by, most = Infinity, orBegin }) {
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
      return change(key, next, begun !== null);
    },
    async delete(key, expected) {
      const hasDocument = expected === undefined ? {} : { document: expected };
      const filter = { _id: rowKey(kind, key), ...hasDocument, ...ALIVE };
      const { deletedCount } = await ask(() => rows.deleteOne(filter));
      return deletedCount === 1;
    },
  };
}

/**
 * Replaces a row by what is made of it, or of only its key if there is none and it may be inserted;
 * false if it stays as it is.
 */
async function changeRow(
  rows: Collection,
  _id: string,
  next: Expression,
  upsert: boolean,
): Promise<boolean> {
  try {
    const changed = await rows.updateOne({ _id }, [{ $replaceWith: next }], { upsert });
    return changed.upsertedCount + changed.modifiedCount === 1;
  } catch (error) {
    // Another process inserted it first.
    if (isDuplicateKey(error)) return changeRow(rows, _id, next, upsert);
    throw error;
  }
}

/** For many questions at once. */
async function readMany(
  rows: Collection,
  kind: RowKind,
  keys: readonly string[],
): Promise<readonly AnswerOf<Row | null>[]> {
  const ids = keys.map((key) => rowKey(kind, key));
  const found = await rows
    .find({ _id: { $in: ids }, ...ALIVE })
    .batchSize(TOGETHER.most)
    .toArray();
  const byId = new Map(found.map((one) => [one._id, one]));
  return ids.map((id) => () => {
    const row = byId.get(id);
    return row ? rowOf(kind, row) : null;
  });
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
  return found.map((one) => rowOf(kind, one));
}

/** False if the head is not the expected one, or is just being written. */
export async function writeRows(
  client: MongoClient,
  collection: Collection,
  { head, rows, forget }: RowsWrite,
): Promise<boolean> {
  const updates = rows.map((row) => ({
    updateOne: {
      filter: { _id: rowKey(row.kind, row.key) },
      update: [{ $replaceWith: newRow(row) }],
      upsert: true,
    },
  }));
  const transaction = async (session: ClientSession) => {
    session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: DURABLY });
    const filter = { _id: rowKey(head.kind, head.key), ...ALIVE };
    const found = await collection.findOne(filter, { session });
    if ((found?.document ?? null) !== head.expected) return false;
    await statement(collection.bulkWrite(updates, { session }));
    if (forget) {
      const { kind, before } = forget;
      const _id = { ...keysOfKind(kind), $lt: rowKey(kind, before) };
      await collection.deleteMany({ _id }, { session });
    }
    await session.commitTransaction();
    return true;
  };
  try {
    return await client.withSession(transaction);
  } catch (error) {
    // Another process writes at the same time.
    if (isTransient(error) || isDuplicateKey(error)) return false;
    throw error;
  }
}

function rowOf(kind: RowKind, { _id, document, rev, number }: RowDocument): Row {
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
