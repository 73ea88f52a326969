/**
 * Events, more than 16 MB of them, that processes which are gone left without their revs: others
 * read on.
 */
import type { Db } from 'mongodb';
import { expect } from 'vitest';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { REV_ZERO } from '../../../common/values/ids.ts';
import { joining } from '../testing/fixtures.ts';
import { allEvents, inParallel, recorder } from '../testing/observe.ts';
import { collectionsOf } from './collections.ts';
import { documentsOf } from './commit-batch.ts';
import { openMongoSnapshot } from './mongo-stream.ts';
import { mongoTest as test } from './testing/processes.ts';
import { holdRounds } from './testing/rounds.ts';

const WAITING = 25_500;
/** As many as share a transaction. */
const TOGETHER = 50;
/** A field of a newer version, so that all of them are more than 16 MB. */
const PADDING = 'x'.repeat(200);

/** Joins by processes that never write the revs. */
async function leaveWaiting(db: Db): Promise<void> {
  const { players, events } = collectionsOf(db);
  await inParallel(8, WAITING / TOGETHER, async (n) => {
    const joins = Array.from({ length: TOGETHER }, (_, i) =>
      documentsOf(joining(walletOf(n * TOGETHER + i + 1)), 0, null),
    );
    const pending = joins.map(({ event }, ordinal) => ({ ...event, ordinal, PADDING }));
    await db.client.withSession((session) =>
      session.withTransaction(async () => {
        await players.insertMany(
          joins.map(({ player }) => player),
          { session },
        );
        await events.insertMany(pending, { session });
      }),
    );
  });
}

test(
  '25,500 events without revs are read and backed up with theirs, which are soon written, also by a process that starts later',
  { timeout: 300_000 },
  async ({ db, open, uri }) => {
    const beginRounds = holdRounds();
    const earlier = await open();
    await leaveWaiting(db);
    const later = await open();
    const { events } = collectionsOf(db);
    expect(await events.countDocuments({ insertedAt: { $exists: true } })).toBe(WAITING);

    const page = { limit: 50, order: 'newest-first' } as const;
    const read = await Promise.all([later, earlier].map((store) => store.events(page)));
    const backup = await openMongoSnapshot(uri);
    let backedUp = 0;
    for await (const { part, rows } of backup.stream(0)) {
      expect(rows.length).toBeLessThanOrEqual(1000);
      if (part === 'events') backedUp += rows.length;
    }
    await backup.close();
    expect(backedUp).toBe(WAITING);
    const watcher = recorder();
    const feed = later.watch(REV_ZERO, watcher);
    await watcher.events(WAITING);
    await feed.close();

    await expect
      .poll(
        () => {
          beginRounds();
          return events.countDocuments({ insertedAt: { $exists: true } });
        },
        { timeout: 120_000 },
      )
      .toBe(0);
    const all = await allEvents(earlier);
    const revs = all.map(({ rev }) => rev);
    expect(new Set(revs).size).toBe(WAITING);
    expect(watcher.revs()).toEqual(revs);
    const newest = all.slice(-50).toReversed();
    expect(read).toEqual([newest, newest]);
  },
);
