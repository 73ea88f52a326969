/**
 * The running totals of players whose document lacks them: those written before there were any, and those
 * that an older Denaria beside this one still writes. They are counted from the active stakes, also when
 * such a player is read, so that no older process can make a total wrong and none has to be stopped first.
 * (A validator that refused its commits would need `collMod`, which the readWrite role does not include.)
 */
import type { AggregateOptions } from 'mongodb';
import { z } from 'zod';
import { written, writtenEnum, type Written } from '../../../common/values/cultural.ts';
import type { Standing } from '../../../common/values/player.ts';
import { STAKE_KINDS, type StakeKind } from '../../../common/values/stake.ts';
import { STAKE_INDEX, type Collections } from './collections.ts';

/** Players that the migration fills in at a time. */
const BATCH = 1000;

type Totals = Pick<Standing, 'nationalCount' | 'activeStakes'>;

const kindSchema = writtenEnum(STAKE_KINDS);

const NO_TOTALS: Totals = {
  nationalCount: 0,
  activeStakes: { dena: 0, national: 0, cultural: 0 },
};

const LACKING = { 'standing.activeStakes': { $exists: false } };

/** The fields needed from a player's document; the codec reports anything else that is wrong with it. */
const documentSchema = z.looseObject({ wallet: z.string(), standing: z.looseObject({}) });

/** Documents of players, with missing totals counted; otherwise unchanged. */
export async function withTotals(
  documents: readonly unknown[],
  stakes: Collections['stakes'],
  options: AggregateOptions = {},
): Promise<readonly unknown[]> {
  const lacking = documents
    .filter(lacksTotals)
    .flatMap((document) => documentSchema.safeParse(document).data ?? []);
  if (lacking.length === 0) return documents;
  const wallets = lacking.map(({ wallet }) => wallet);
  const totals = await countTotals(stakes, wallets, options);
  return documents.map((document) => {
    const found = lacksTotals(document) && documentSchema.safeParse(document).data;
    if (!found) return document;
    const { wallet, standing } = found;
    return { ...found, standing: { ...standing, ...(totals.get(wallet) ?? NO_TOTALS) } };
  });
}

/** Faster than the schema, since it runs for a million players at a start. */
function lacksTotals(document: unknown): boolean {
  if (typeof document !== 'object' || document === null || !('standing' in document)) return false;
  const { standing } = document;
  return typeof standing === 'object' && standing !== null && !('activeStakes' in standing);
}

/** Those of these wallets that have active stakes. */
async function countTotals(
  stakes: Collections['stakes'],
  wallets: readonly string[],
  options: AggregateOptions,
): Promise<ReadonlyMap<string, Totals>> {
  const active = { wallet: { $in: wallets }, 'state.status': 'active' };
  const hinted = { hint: STAKE_INDEX.name, ...options };
  // Everything that is counted is in the index; only copies are read from the stakes.
  const counts = await stakes
    .aggregate<{ _id: { wallet: string; kind: Written<StakeKind> }; count: number }>(
      [
        { $match: { ...active, kind: { $in: STAKE_KINDS.map((kind) => written(kind)) } } },
        { $group: { _id: { wallet: '$wallet', kind: '$kind' }, count: { $sum: 1 } } },
      ],
      hinted,
    )
    .toArray();
  const copies = await stakes
    .aggregate<{ _id: string; copies: number }>(
      [
        { $match: { ...active, kind: 'national' } },
        { $group: { _id: '$wallet', copies: { $sum: '$quantity' } } },
      ],
      hinted,
    )
    .toArray();
  const copiesOf = new Map(copies.map((row) => [row._id, row.copies]));
  const totals = new Map<string, Totals>();
  for (const { _id, count } of counts) {
    const { wallet, kind } = _id;
    const { activeStakes } = totals.get(wallet) ?? NO_TOTALS;
    totals.set(wallet, {
      nationalCount: copiesOf.get(wallet) ?? 0,
      activeStakes: { ...activeStakes, [kindSchema.decode(kind)]: count },
    });
  }
  return totals;
}

/**
 * Writes the totals of every player that lacks them. It may be repeated, and several processes may run it
 * concurrently while others play: a player that changed meanwhile is left as it is.
 */
export async function fillTotals({ players, stakes }: Collections): Promise<void> {
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
    const totals = await countTotals(stakes, wallets, {});
    await players.bulkWrite(
      batch.map(({ _id, version }) => {
        const { nationalCount, activeStakes } = totals.get(_id) ?? NO_TOTALS;
        return {
          updateOne: {
            filter: { _id, version, ...LACKING },
            update: {
              $set: {
                'standing.nationalCount': nationalCount,
                'standing.activeStakes': activeStakes,
              },
            },
          },
        };
      }),
      // The data set's version is written after it, and that write is waited for.
      { ordered: false, writeConcern: { w: 1 } },
    );
    last = end._id;
  }
}
