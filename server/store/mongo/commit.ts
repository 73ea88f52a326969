/**
 * One change as one transaction, retried until it is known to be durable or refused, or time is up. The
 * transaction filters on the player's version: the first to write a player wins, and nobody waits for a
 * lock.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientSession, Timestamp } from 'mongodb';
import type { Change } from '../../../common/rules/decision.ts';
import { eventDocument, playerDocument, stakeDocument } from '../documents.ts';
import { StoreUnavailable, VersionConflict, type Receipt } from '../store.ts';
import { FILLED_BY_SERVER } from './cluster-time.ts';
import {
  eventKey,
  receiptKey,
  stakeKey,
  type Collections,
  type Kept,
  type KeptEvent,
  type KeptReceipt,
} from './collections.ts';
import { DURABLY, type Connection } from './connection.ts';
import { isDuplicateKey, isTransient, isUnknownCommit, isWriteConflict } from './mongo-error.ts';

const TRANSACTION = { readConcern: { level: 'snapshot' }, writeConcern: DURABLY } as const;

/** Between two attempts at a transaction that the database could not carry out. */
const PAUSE_MS = 50;

/** A change in the form of its documents. */
export interface CommitDocuments {
  readonly expectedVersion: number;
  readonly player: Kept;
  readonly stakes: readonly Kept[];
  readonly event: KeptEvent;
  readonly receipt: KeptReceipt | null;
  /** [ORD1] */
  readonly order: number | null;
}

export function documentsOf(
  { player, stakes, event, order }: Change,
  expectedVersion: number,
  receipt: Receipt | null,
): CommitDocuments {
  const { wallet, version } = player;
  return {
    expectedVersion,
    player: { _id: wallet, ...playerDocument.encode(player) },
    stakes: stakes.map((stake) => ({
      _id: stakeKey(wallet, stake.id),
      ...stakeDocument.encode(stake),
    })),
    event: {
      _id: eventKey(wallet, version),
      ...eventDocument.encode(event),
      insertedAt: FILLED_BY_SERVER,
      ordinal: 0,
    },
    receipt: receipt && {
      _id: receiptKey(wallet, receipt.commandId),
      fingerprint: receipt.fingerprint,
      answer: receipt.answer,
      expiresAt: new Date(receipt.expiresAt),
    },
    order: order ?? null,
  };
}

/**
 * @param connection its primaries tell whether the change's number may come from one that was replaced:
 * then it conflicts, to be loaded and decided again [ORD1].
 * @param deadline by `performance.now()`: no attempt begins after it.
 * @returns the time of the commit; null if it is durable, but was requested more than once, so that the
 * answer does not contain its time.
 * @throws VersionConflict
 * @throws StoreUnavailable if time is up: the change may have been written or not.
 */
export async function commitDocuments(
  { client, primaries }: Pick<Connection, 'client' | 'primaries'>,
  collections: Collections,
  documents: CommitDocuments,
  deadline: number,
): Promise<Timestamp | null> {
  for (;;) {
    const session = client.startSession();
    try {
      session.startTransaction(TRANSACTION);
      await write(collections, documents, session);
      // At this point the driver knows the primary that will commit.
      const { order } = documents;
      if (order !== null && primaries.isOutdated(order)) throw conflictOf(documents);
      return await settle(session, deadline);
    } catch (error) {
      if (error instanceof VersionConflict) throw error;
      if (isDuplicateKey(error)) throw conflictOf(documents, error);
      if (!isTransient(error) || performance.now() > deadline) throw error;
    } finally {
      // Rolls back what was not committed; nobody waits for that.
      void Promise.allSettled([session.endSession()]);
    }
    await sleep(Math.random() * PAUSE_MS);
  }
}

async function write(
  { players, stakes, events, receipts }: Collections,
  documents: CommitDocuments,
  session: ClientSession,
): Promise<void> {
  if (!(await writePlayer(players, documents, session))) throw conflictOf(documents);
  const [stake, ...more] = documents.stakes;
  if (stake && more.length === 0) await put(stakes, stake, session);
  else if (stake) {
    await stakes.bulkWrite(
      documents.stakes.map((replacement) => ({
        replaceOne: { filter: { _id: replacement._id }, replacement, upsert: true },
      })),
      { session },
    );
  }
  await events.insertOne(documents.event, { session });
  const { receipt } = documents;
  if (!receipt) return;
  // An expired one is replaced; an unexpired one makes the upsert a duplicate.
  const unlessAlive = { _id: receipt._id, expiresAt: { $lte: new Date() } };
  await receipts.replaceOne(unlessAlive, receipt, { session, upsert: true });
}

/** False if the player is at another version, or another commit is about to change that. */
async function writePlayer(
  players: Collections['players'],
  { player, expectedVersion }: CommitDocuments,
  session: ClientSession,
): Promise<boolean> {
  try {
    if (expectedVersion === 0) {
      await players.insertOne(player, { session });
      return true;
    }
    const atVersion = { _id: player._id, version: expectedVersion };
    const { matchedCount } = await players.replaceOne(atVersion, player, { session });
    return matchedCount === 1;
  } catch (error) {
    if (isWriteConflict(error)) return false;
    throw error;
  }
}

async function put(stakes: Collections['stakes'], stake: Kept, session: ClientSession) {
  await stakes.replaceOne({ _id: stake._id }, stake, { session, upsert: true });
}

/** Asks for the commit until the result is known. */
async function settle(session: ClientSession, deadline: number): Promise<Timestamp | null> {
  for (;;) {
    try {
      await session.commitTransaction();
      return wasAskedOnce(session) ? (session.operationTime ?? null) : null;
    } catch (error) {
      if (!isUnknownCommit(error)) throw error;
      if (performance.now() > deadline) {
        throw new StoreUnavailable('MongoDB did not say in time whether it committed.', {
          cause: error,
        });
      }
    }
    await sleep(Math.random() * PAUSE_MS);
  }
}

/**
 * The driver retries once by itself, and that answer's time may be any later one. It records what it did in
 * a field of no documented interface; if the field is missing, the answer is not trusted.
 */
function wasAskedOnce(session: ClientSession): boolean {
  return 'commitAttempted' in session && session.commitAttempted === undefined;
}

function conflictOf({ player, expectedVersion, receipt }: CommitDocuments, cause?: unknown) {
  const command = receipt ? ', or its command was carried out before' : '';
  return new VersionConflict(`${player._id} is not at version ${expectedVersion}${command}`, {
    cause,
  });
}
