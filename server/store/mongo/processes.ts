/**
 * What the processes on one database share, in the server's own time, since their clocks may
 * differ: leases, notices for each other, and the transactions that one leaves which was killed or
 * cut off from it.
 */
import type { Collection, MongoClient, UUID } from 'mongodb';
import type { KeptLease, KeptNotice } from './collections.ts';
import { isDuplicateKey } from './mongo-error.ts';

/** Under which the database lists this program's transactions. */
export const APP_NAME = 'denaria';

/** True if the holder has it from now on; false if another has. */
export async function holdLease(
  leases: Collection<KeptLease>,
  name: string,
  holder: string,
  ttlMs: number,
): Promise<boolean> {
  // A lease that does not exist yet has no end, which sorts before every moment.
  const isFree = {
    $or: [{ $eq: ['$holder', { $literal: holder }] }, { $lte: ['$until', '$$NOW'] }],
  };
  const taken = {
    holder: { $cond: [isFree, { $literal: holder }, '$holder'] },
    until: { $cond: [isFree, { $add: ['$$NOW', ttlMs] }, '$until'] },
  };
  try {
    const lease = await leases.findOneAndUpdate({ _id: name }, [{ $set: taken }], {
      upsert: true,
      returnDocument: 'after',
    });
    return lease?.holder === holder;
  } catch (error) {
    // Two processes requested a lease that nobody ever had: the other was first.
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** A notice lives for seconds and does not matter later: it need not be on a majority. */
const LIGHTLY = { writeConcern: { w: 1 } } as const;

/** One write, then one read of the few documents there are. */
export async function exchangeNotices(
  notices: Collection<KeptNotice>,
  topic: string,
  holder: string,
  text: string,
  ttlMs: number,
): Promise<readonly string[]> {
  const _id = `${topic}:${holder}`;
  const put = {
    topic: { $literal: topic },
    text: { $literal: text },
    until: { $add: ['$$NOW', ttlMs] },
  };
  await notices.updateOne({ _id }, [{ $set: put }], { upsert: true, ...LIGHTLY });
  const found = await notices
    .find({ topic, $expr: { $gt: ['$until', '$$NOW'] } }, { readConcern: { level: 'local' } })
    .toArray();
  return found.map((notice) => notice.text);
}

/**
 * A process asks its change stream for more at least every second; the database keeps one that
 * nobody asks for longer.
 */
const FOLLOWED_MS = 2500;

/**
 * How many processes follow the commits: each has one change stream on the events. A user sees its
 * own streams alone, without any further right.
 * @throws MongoError
 */
export async function countFollowers(client: MongoClient, events: string): Promise<number> {
  const streams = await client
    .db('admin')
    .aggregate(
      [
        { $currentOp: { idleCursors: true } },
        {
          $match: {
            ns: events,
            'cursor.tailable': true,
            'cursor.awaitData': true,
            $expr: { $gt: ['$cursor.lastAccessDate', { $subtract: ['$$NOW', FOLLOWED_MS] }] },
          },
        },
        { $group: { _id: '$cursor.cursorId' } },
      ],
      { readConcern: { level: 'local' } },
    )
    .toArray();
  return streams.length;
}

/**
 * Idle between its statements for longer in total, a transaction is not committed in its commands'
 * time.
 */
const ABANDONED_MS = 3000;

/**
 * Ends abandoned transactions of every Denaria of this user, which may end its own sessions: the
 * database would keep them for a minute or more, and refuse everyone else the documents that they
 * wrote. A process that was only slow sends the transaction again as a whole; a commit under way is
 * carried out and has to be asked for again.
 * @throws MongoError
 */
export async function endAbandoned(client: MongoClient): Promise<void> {
  const admin = client.db('admin');
  const abandoned = await admin
    .aggregate<{ readonly lsid: { readonly id: UUID } }>(
      [
        { $currentOp: { idleSessions: true } },
        {
          $match: {
            type: 'idleSession',
            appName: APP_NAME,
            'transaction.timeInactiveMicros': { $gt: ABANDONED_MS * 1000 },
          },
        },
        { $project: { 'lsid.id': 1 } },
      ],
      { readConcern: { level: 'local' } },
    )
    .toArray();
  if (abandoned.length === 0) return;
  await admin.command({ killSessions: abandoned.map(({ lsid }) => lsid) });
}
