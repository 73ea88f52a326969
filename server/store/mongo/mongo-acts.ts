/** How `npm run operate` appends acts to a database, beside the servers that follow it. */
import type { MongoClient } from 'mongodb';
import { ActUnknown, APPLIED, type ActLog } from '../operating.ts';
import { numberKey } from '../rows.ts';
import { collectionsOf, keyParts, timeOf } from './collections.ts';
import { connect, refusal } from './connection.ts';
import { assertReadable } from './data-set.ts';
import { changeEra, prepareEra } from './eras.ts';
import { mayBeWritten } from './mongo-error.ts';
import { readRange, rowsIn } from './rows.ts';

/** More than there are notices. */
const MOST_NOTICES = 10_000;

/** @throws StoreNotOpened if there is no game, or it can't be reached. */
export async function openMongoActs(uri: string): Promise<ActLog> {
  return connect(uri, async ({ client, db }) => {
    await assertReadable(db);
    const { rows, events } = collectionsOf(db);
    const acts = rowsIn(rows, 'act', (work) => work());
    const orRefuse = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
      try {
        return await work();
      } catch (error) {
        throw refusal(error, client);
      }
    };
    return {
      append: (document) =>
        orRefuse(async () => {
          for (;;) {
            const [last] = await acts.range({ limit: 1, order: 'descending' });
            const number = Number(last?.key ?? 0) + 1;
            try {
              // False: another operator was first with the number.
              if (await acts.put({ key: numberKey(number), document }, null)) return number;
            } catch (error) {
              throw mayBeWritten(error) ? new ActUnknown(error) : error;
            }
          }
        }),
      changeEra: (next) =>
        orRefuse(async () => {
          await prepareEra(rows);
          return (await changeEra({ client, rows, events }, next)).value;
        }),
      time: () => orRefuse(() => timeOf(db)),
      appliers: () =>
        orRefuse(async () => {
          const all = { limit: MOST_NOTICES, order: 'ascending' } as const;
          // A notice's key is its topic and its process.
          const notices = (await readRange(rows, 'notice', all)).map(({ key, document }) => ({
            of: keyParts(key),
            document,
          }));
          const reported = notices.filter(({ of: [topic] }) => topic === APPLIED);
          const known = new Set(notices.map(({ of: [, process] }) => process)).size;
          // One that reports nothing is known only by its feed.
          const processes = Math.max(known, await countFollowers(client, events.namespace));
          return {
            applied: reported.map(({ document }) => Number(document)),
            others: processes - reported.length,
          };
        }),
      close: () => client.close(),
    };
  });
}

/**
 * A process asks its change stream for more at least every second; the database keeps an abandoned
 * one for longer.
 */
const FOLLOWED_MS = 2500;

/**
 * How many processes follow the commits: each has one change stream on the events. Without any
 * further right a user sees its own.
 * @throws MongoError
 */
async function countFollowers(client: MongoClient, events: string): Promise<number> {
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
