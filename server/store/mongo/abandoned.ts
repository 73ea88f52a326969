/**
 * The transactions that a process leaves open which was killed or cut off from the database: every
 * other one looks for them.
 */
import type { MongoClient, UUID } from 'mongodb';
import { monotonicNow, sleep } from '../../lib/machine.ts';
import { APP_NAME } from './connection.ts';

/**
 * Idle between its statements for longer in total, a transaction is not committed in its commands'
 * time.
 */
const ABANDONED_MS = 3000;
/** More than a sound process needs between its statements. */
const HUNG_MS = 500;
/** Between two looks for those. */
const LOOK_MS = 100;

/**
 * Ends abandoned transactions of every Denaria of this user, which may end its own sessions: the
 * database would keep them for a minute or more, and refuse everyone else the documents that they
 * wrote. A process that was only slow sends the transaction again as a whole; a commit under way is
 * carried out and has to be asked for again.
 * @throws MongoError
 */
export async function endAbandoned(client: MongoClient): Promise<void> {
  const abandoned = await idleFor(client, ABANDONED_MS);
  if (abandoned.length === 0) return;
  await client.db('admin').command({ killSessions: abandoned });
}

/**
 * Waits until no transaction hangs, as those of a stopped process do, or until each that did is
 * ended: on a slow machine others may have begun to. @throws MongoError
 */
export async function untilNoneHangs(client: MongoClient): Promise<void> {
  const deadline = monotonicNow() + ABANDONED_MS + HUNG_MS;
  while ((await idleFor(client, HUNG_MS)).length > 0 && monotonicNow() < deadline) {
    await endAbandoned(client);
    await sleep(LOOK_MS);
  }
  await endAbandoned(client);
}

/** The sessions of this user's Denarias whose transaction was idle for longer, in total. */
async function idleFor(client: MongoClient, ms: number) {
  const found = await client
    .db('admin')
    .aggregate<{ readonly lsid: { readonly id: UUID } }>(
      [
        { $currentOp: { idleSessions: true } },
        {
          $match: {
            type: 'idleSession',
            appName: APP_NAME,
            'transaction.timeInactiveMicros': { $gt: ms * 1000 },
          },
        },
        { $project: { 'lsid.id': 1 } },
      ],
      { readConcern: { level: 'local' } },
    )
    .toArray();
  return found.map(({ lsid }) => lsid);
}
