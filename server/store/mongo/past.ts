/**
 * The record of the past: rows by kind and moment, written only by a process that has seen the
 * latest state.
 */
import type { MongoClient } from 'mongodb';
import { revSchema } from '../../../common/values/ids.ts';
import type { PastQuery, PastRow, PastWrite } from '../store.ts';
import { pastKey, type Collections, type KeptPast } from './collections.ts';
import { DURABLY } from './connection.ts';
import { isDuplicateKey, isTransient } from './mongo-error.ts';

type Past = Pick<Collections, 'past'>;

/** After every moment of a kind. */
const LAST = Number.MAX_SAFE_INTEGER;

export async function readPastRows(
  { past }: Past,
  { kind, from = 0, to = LAST, limit, order }: PastQuery,
): Promise<PastRow[]> {
  const found = await past
    .find({ _id: { $gte: pastKey(kind, from), $lte: pastKey(kind, to) } })
    .sort({ _id: order === 'oldest-first' ? 1 : -1 })
    .limit(limit)
    .toArray();
  return found.map(({ at, rev, number, document }) => ({
    kind,
    at,
    upTo: rev === null || number === null ? null : { rev: revSchema.parse(rev), number },
    document,
  }));
}

/** False if the head is not the expected one, or is just being written. */
export async function writePastRows(
  client: MongoClient,
  { past }: Past,
  { head = 'state', expected, rows, forget }: PastWrite,
): Promise<boolean> {
  const session = client.startSession();
  try {
    session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: DURABLY });
    const kept = await past.findOne({ _id: pastKey(head, 0) }, { session });
    if ((kept?.document ?? null) !== expected) return false;
    await past.bulkWrite(
      rows.map((row) => {
        const replacement = keptPast(row);
        return {
          replaceOne: { filter: { _id: replacement._id }, replacement, upsert: true },
        };
      }),
      { session },
    );
    if (forget) {
      const { kind, before } = forget;
      await past.deleteMany(
        { _id: { $gte: pastKey(kind, 0), $lt: pastKey(kind, before) } },
        { session },
      );
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

function keptPast({ kind, at, upTo, document }: PastRow): KeptPast {
  return {
    _id: pastKey(kind, at),
    kind,
    at,
    rev: upTo?.rev ?? null,
    number: upTo?.number ?? null,
    document,
  };
}
