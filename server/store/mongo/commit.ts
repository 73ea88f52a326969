/**
 * A batch of changes, of as many wallets, as one transaction: one write per collection. It filters
 * on each player's version: the first to write a player wins, and nobody waits for a lock. What an
 * attempt could not do, and whose fault it was, is for the queue to act on (commit-queue.ts).
 */
import type { ClientSession, Timestamp } from 'mongodb';
import { deferRejection, within } from '../../lib/deadline.ts';
import { chance, monotonicNow, sleep, wallNow } from '../../lib/machine.ts';
import { StoreUnavailable } from '../store.ts';
import type { Collections } from './collections.ts';
import { Mixed, NotCarriedOut, SlotGone, Unfit, type CommitDocuments } from './commit-batch.ts';
import { DURABLY, type Connection } from './connection.ts';
import { statement } from './in-flight.ts';
import {
  isDuplicateKey,
  isRefusedDocument,
  isTransient,
  isUnknownCommit,
  isWriteConflict,
} from './mongo-error.ts';

const TRANSACTION = { readConcern: { level: 'snapshot' }, writeConcern: DURABLY } as const;

/** Between two questions for the result of a commit. */
const PAUSE_MS = 50;
/**
 * How long the next attempt waits for the rollback of this one: a server that is gone confirms
 * none.
 */
const ROLLBACK_MS = 1000;

/**
 * One attempt; the events get their ordinals in the order of the batch.
 * @param connection its primaries tell whether a change's number may come from one that was
 * replaced: then the command is unfit, to be loaded and decided again [ORD1].
 * @param batch one command of each of its wallets.
 * @param slot of the era that the batch belongs to; no other attempt has it meanwhile.
 * @param deadline by `monotonicNow()`: until then, an unknown result of the commit is asked for
 * again.
 * @returns the time of the commit; null if it is durable, but was requested more than once, so that
 * the answer does not contain its time.
 * @throws Unfit, Mixed (of more than one command), NotCarriedOut, SlotGone
 * @throws StoreUnavailable if time is up: all may have been written, or none.
 */
export async function attemptCommit(
  { client, primaries }: Pick<Connection, 'client' | 'primaries'>,
  collections: Collections,
  batch: readonly CommitDocuments[],
  slot: string,
  deadline: number,
): Promise<Timestamp | null> {
  const session = client.startSession();
  try {
    session.startTransaction(TRANSACTION);
    await write(collections, batch, session);
    await writeSlot(collections.rows, slot, session);
    // At this point the driver knows the primary that will commit.
    const outdated = batch.filter(({ order }) => order !== null && primaries.isOutdated(order));
    if (outdated.length > 0) throw new Unfit(outdated);
    return await settle(session, deadline);
  } catch (error) {
    // The next attempt would meet the locks of this one.
    await rollBack(session);
    throw await explained(error, collections, batch);
  } finally {
    void Promise.allSettled([session.endSession()]);
  }
}

async function write(
  { players, stakes, events, receipts }: Collections,
  batch: readonly CommitDocuments[],
  session: ClientSession,
): Promise<void> {
  await writePlayers(players, batch, session);
  const begunOrEnded = batch.flatMap((command) => command.stakes);
  if (begunOrEnded.length > 0) {
    await statement(
      stakes.bulkWrite(
        begunOrEnded.map((replacement) => ({
          replaceOne: { filter: { _id: replacement._id }, replacement, upsert: true },
        })),
        { session },
      ),
    );
  }
  await statement(
    events.insertMany(
      batch.map(({ event }, ordinal) => ({ ...event, ordinal })),
      { session },
    ),
  );
  const answered = batch.flatMap(({ receipt }) => receipt ?? []);
  if (answered.length === 0) return;
  const now = new Date(wallNow());
  await statement(
    receipts.bulkWrite(
      answered.map((replacement) => ({
        // An expired one is replaced; an unexpired one makes the upsert a duplicate.
        replaceOne: {
          filter: { _id: replacement._id, expiresAt: { $lte: now } },
          replacement,
          upsert: true,
        },
      })),
      { session },
    ),
  );
}

/** @throws TooLate if a player is at another version, or another commit is about to change that. */
async function writePlayers(
  players: Collections['players'],
  batch: readonly CommitDocuments[],
  session: ClientSession,
): Promise<void> {
  const writes = batch.map(({ player, expectedVersion }) => ({
    replaceOne: {
      // Nobody is at version 0: the upsert inserts, or is a duplicate.
      filter: { _id: player._id, version: expectedVersion },
      replacement: player,
      upsert: expectedVersion === 0,
    },
  }));
  try {
    const { matchedCount, upsertedCount } = await statement(players.bulkWrite(writes, { session }));
    if (matchedCount + upsertedCount === batch.length) return;
  } catch (error) {
    if (isWriteConflict(error)) throw new TooLate('a player is being written', { cause: error });
    throw error;
  }
  throw new TooLate('a player is at another version');
}

/**
 * The last statement, so that a change of era, which deletes the slot, waits only for the commit.
 * The filter is the key: a lookup by key and era was slower, and a slot is never there in another
 * era. @throws SlotGone
 */
async function writeSlot(
  rows: Collections['rows'],
  slot: string,
  session: ClientSession,
): Promise<void> {
  try {
    const wrote = rows.updateOne({ _id: slot }, { $inc: { written: 1 } }, { session });
    const { matchedCount } = await statement(wrote);
    if (matchedCount === 1) return;
  } catch (error) {
    if (isWriteConflict(error)) throw new SlotGone('it is being deleted', { cause: error });
    throw error;
  }
  throw new SlotGone('it was deleted');
}

/** One player of the batch is at another version, or will be. */
class TooLate extends Error {
  override readonly name = 'TooLate';
}

/** Asks for the commit until the result is known. */
async function settle(session: ClientSession, deadline: number): Promise<Timestamp | null> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      await session.commitTransaction();
      return isFirst && wasAskedOnce(session) ? (session.operationTime ?? null) : null;
    } catch (error) {
      if (!isUnknownCommit(error)) throw error;
      if (monotonicNow() > deadline) {
        throw new StoreUnavailable('MongoDB did not say in time whether it committed.', {
          cause: error,
        });
      }
    }
    await sleep(chance() * PAUSE_MS);
  }
}

/**
 * The driver retries once by itself, and that answer's time may be any later one. Until the next
 * success it records this in a field of no documented interface; if the field is missing, the
 * answer is not trusted.
 */
function wasAskedOnce(session: ClientSession): boolean {
  return 'commitAttempted' in session && session.commitAttempted === undefined;
}

async function rollBack(session: ClientSession): Promise<void> {
  if (!session.inTransaction()) return;
  await Promise.allSettled([within(ROLLBACK_MS, deferRejection(session.abortTransaction()))]);
}

/** What a failed attempt means for its commands. */
async function explained(
  error: unknown,
  collections: Collections,
  batch: readonly CommitDocuments[],
): Promise<unknown> {
  if (error instanceof Unfit || error instanceof SlotGone) return error;
  if (error instanceof StoreUnavailable) return error;
  const isTooLate = error instanceof TooLate || isDuplicateKey(error);
  if (isTooLate && batch.length === 1) return new Unfit(batch, error);
  // Other than a player's, it passes: the database deletes what has expired, for example.
  if (isTooLate || (isWriteConflict(error) && batch.length > 1)) {
    try {
      const late = await tooLate(collections, batch);
      // A write that a stranger has not committed yet can't be seen, nor whose it is.
      return late.length > 0 ? new Unfit(late, error) : new Mixed('a conflict', { cause: error });
    } catch (readError) {
      return new NotCarriedOut('a conflict, whose is unknown', { cause: readError });
    }
  }
  if (isTransient(error)) return new NotCarriedOut('a transient error', { cause: error });
  const isOfOne = isRefusedDocument(error) && batch.length > 1;
  return isOfOne ? new Mixed('a document was refused', { cause: error }) : error;
}

/** The commands that another commit has made too late. */
async function tooLate(
  { players, receipts }: Collections,
  batch: readonly CommitDocuments[],
): Promise<readonly CommitDocuments[]> {
  const wallets = batch.map(({ player }) => player._id);
  const ids = batch.flatMap(({ receipt }) => receipt?._id ?? []);
  const [found, taken] = await Promise.all([
    players.find({ _id: { $in: wallets } }, { projection: { version: 1 } }).toArray(),
    receipts
      .find(
        { _id: { $in: ids }, expiresAt: { $gt: new Date(wallNow()) } },
        { projection: { _id: 1 } },
      )
      .toArray(),
  ]);
  const versions = new Map(found.map(({ _id, version }) => [_id, version]));
  const takenIds = new Set(taken.map(({ _id }) => _id));
  return batch.filter(
    ({ player, expectedVersion, receipt }) =>
      (versions.get(player._id) ?? 0) !== expectedVersion ||
      (receipt !== null && takenIds.has(receipt._id)),
  );
}
