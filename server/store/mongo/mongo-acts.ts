/** The acts of operators: read by every process, appended by `npm run operate`. */
import { sleep } from '../../lib/machine.ts';
import { ActUnknown, APPLIED, type ActLog } from '../acts.ts';
import { StoreNotOpened, type ActRow } from '../store.ts';
import { actKey, collectionsOf, timeOf, type Collections } from './collections.ts';
import { connect, refusal } from './connection.ts';
import { assertReadable } from './data-set.ts';
import { isDuplicateKey, mayBeWritten } from './mongo-error.ts';
import { countFollowers } from './processes.ts';

/** How often another operator may be first with a number, and the pause before the next try. */
const TRIES = 100;
const PAUSE_MS = 50;

export async function readActs(
  { acts }: Pick<Collections, 'acts'>,
  after: number,
): Promise<ActRow[]> {
  const found = await acts
    .find({ _id: { $gt: actKey(after) } })
    .sort({ _id: 1 })
    .toArray();
  return found.map(({ number, document }) => ({ number, document }));
}

/** @throws StoreNotOpened if there is no game, or it can't be reached. */
export async function openMongoActs({ uri }: { readonly uri: string }): Promise<ActLog> {
  return connect(uri, async ({ client, db }) => {
    await assertReadable(db);
    const { acts, events, notices } = collectionsOf(db);
    const inWords = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
      try {
        return await work();
      } catch (error) {
        throw refusal(error, client);
      }
    };
    return {
      append: (document) =>
        inWords(async () => {
          for (let tries = 0; tries < TRIES; tries += 1) {
            const [last] = await acts.find().sort({ _id: -1 }).limit(1).toArray();
            const number = (last?.number ?? 0) + 1;
            try {
              await acts.insertOne({ _id: actKey(number), number, document });
              return number;
            } catch (error) {
              if (mayBeWritten(error)) throw new ActUnknown(error);
              if (!isDuplicateKey(error)) throw error;
            }
            await sleep(PAUSE_MS);
          }
          throw new StoreNotOpened('Others are writing acts all the time. Try again in a moment.');
        }),
      time: () => inWords(() => timeOf(db)),
      appliers: () =>
        inWords(async () => {
          const present = await notices
            .find({ $expr: { $gt: ['$until', '$$NOW'] } }, { readConcern: { level: 'local' } })
            .toArray();
          const said = present.filter(({ topic }) => topic === APPLIED);
          // A notice's key is its topic and its process.
          const processOf = ({ _id, topic }: (typeof present)[number]) =>
            _id.slice(topic.length + 1);
          const known = new Set(present.map(processOf)).size;
          // One that says nothing is known by its feed alone.
          const all = Math.max(known, await countFollowers(client, events.namespace));
          return { applied: said.map(({ text }) => Number(text)), others: all - said.length };
        }),
      close: () => client.close(),
    };
  });
}
