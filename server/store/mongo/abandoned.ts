/**
 * The transactions that a process leaves open which was killed or cut off from the database: every
 * other one looks for them.
 */
import type { MongoClient, UUID } from 'mongodb';
import { APP_NAME } from './connection.ts';

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
