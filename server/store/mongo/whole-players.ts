/**
 * Players' documents with everything that they lack: running totals (running-totals.ts), and what they have
 * contributed [WRK1]. Those written before there were works lack it, and those that an older Denaria beside
 * this one still writes: it drops what it does not know. The events keep it: each contribution's row has
 * the sum up to it, so the largest is the present one, and nothing that was given is ever lost.
 */
import type { AggregateOptions } from 'mongodb';
import { z } from 'zod';
import type { Player } from '../../../common/values/player.ts';
import { eachResource, type ResourceUnits } from '../../../common/values/resources.ts';
import { NOTHING_CONTRIBUTED } from '../../../common/values/works.ts';
import { playerDocument } from '../documents.ts';
import type { Collections } from './collections.ts';
import { withTotals } from './running-totals.ts';

/** The contributions by wallet; it has no other events, and so costs other commits nothing. */
export const CONTRIBUTED_INDEX = {
  name: 'events_contributed',
  key: { 'row.wallet': 1 },
  partialFilterExpression: { kind: 'contributed' },
} as const;

/** Players that the migration fills in at a time. */
const BATCH = 1000;

const LACKING = { contributed: { $exists: false } };

const documentSchema = z.looseObject({ wallet: z.string() });

type Sources = Pick<Collections, 'stakes' | 'events'>;

/**
 * Players from their documents. What is counted may be newer than the player: its version makes a commit
 * based on it conflict.
 * @param options of a snapshot session, if the documents were read in one.
 * @throws UnreadableDocument
 */
export async function decodePlayers(
  documents: readonly unknown[],
  sources: Sources,
  options: AggregateOptions = {},
): Promise<Player[]> {
  const whole = await wholePlayers(documents, sources, options);
  return whole.map((document) => playerDocument.decode(document));
}

/** Documents of players with what they lack; otherwise unchanged. */
export async function wholePlayers(
  documents: readonly unknown[],
  { stakes, events }: Sources,
  options: AggregateOptions = {},
): Promise<readonly unknown[]> {
  const counted = await withTotals(documents, stakes, options);
  const lacking = counted
    .filter(lacksContributed)
    .flatMap((document) => documentSchema.safeParse(document).data ?? []);
  if (lacking.length === 0) return counted;
  const wallets = lacking.map(({ wallet }) => wallet);
  const sums = await contributedBy(events, wallets, options);
  return counted.map((document) => {
    const found = lacksContributed(document) && documentSchema.safeParse(document).data;
    if (!found) return document;
    return { ...found, contributed: sums.get(found.wallet) ?? NOTHING_CONTRIBUTED };
  });
}

/** Faster than the schema, since it runs for a million players at a start. */
function lacksContributed(document: unknown): boolean {
  return typeof document === 'object' && document !== null && !('contributed' in document);
}

/** Those of these wallets that have contributed. */
async function contributedBy(
  events: Collections['events'],
  wallets: readonly string[],
  options: AggregateOptions,
): Promise<ReadonlyMap<string, ResourceUnits>> {
  const largest = eachResource((type) => ({ $max: `$row.contributed.${type}` }));
  const sums = await events
    .aggregate<{ readonly _id: string } & ResourceUnits>(
      [
        { $match: { kind: 'contributed', 'row.wallet': { $in: wallets } } },
        { $group: { _id: '$row.wallet', ...largest } },
      ],
      { hint: CONTRIBUTED_INDEX.name, ...options },
    )
    .toArray();
  return new Map(sums.map(({ _id, ...units }) => [_id, units]));
}

/**
 * Writes what every player that lacks it has contributed. It may be repeated, and several processes may run
 * it concurrently while others play: a player that changed meanwhile is left as it is.
 */
export async function fillContributed({ players, events }: Collections): Promise<void> {
  let last = '';
  for (;;) {
    const batch = await players
      .find({ _id: { $gt: last }, ...LACKING }, { projection: { version: 1 } })
      .sort({ _id: 1 })
      .limit(BATCH)
      .toArray();
    const end = batch.at(-1);
    if (!end) return;
    const wallets = batch.map(({ _id }) => _id);
    const sums = await contributedBy(events, wallets, {});
    await players.bulkWrite(
      batch.map(({ _id, version }) => ({
        updateOne: {
          filter: { _id, version, ...LACKING },
          update: { $set: { contributed: sums.get(_id) ?? NOTHING_CONTRIBUTED } },
        },
      })),
      // The data set's version is written after it, and that write is waited for.
      { ordered: false, writeConcern: { w: 1 } },
    );
    last = end._id;
  }
}
