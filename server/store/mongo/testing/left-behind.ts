/** What a process leaves behind that died between its commit and writing the rev of its event. */
import { Timestamp, type Db } from 'mongodb';
import { expect, vi } from 'vitest';

/** Takes an event's rev away, as soon as it is written. */
export async function takeRevAway(db: Db, key: string, insertedAt: Timestamp): Promise<void> {
  const events = db.collection<{ _id: string }>('events');
  await vi.waitFor(async () => {
    const { modifiedCount } = await events.updateOne(
      { _id: key, rev: { $exists: true } },
      { $set: { insertedAt }, $unset: { rev: '' } },
    );
    expect(modifiedCount).toBe(1);
  }, 10_000);
}

/** The cluster time that is in a rev. */
export function timeOf(rev: string): Timestamp {
  const t = Number.parseInt(rev.slice(0, 8), 16);
  return new Timestamp({ t, i: Number.parseInt(rev.slice(8), 16) >>> 10 });
}
