/**
 * Fills in what an older Denaria leaves out while it still runs beside this one, in a rolling upgrade: the
 * numbers that break ties and the versions that began stakes [ORD1]. Every process of this version does so
 * when the stream reports such a commit, before anything in this process receives it; all of them write the
 * same values.
 */
import type { Timestamp } from 'mongodb';
import { z } from 'zod';
import { writtenAddressSchema } from '../../../common/values/address.ts';
import { stakeIdSchema } from '../../../common/values/ids.ts';
import { eventKey, stakeKey, type Collections, type KeptEvent } from './collections.ts';
import { orderAt } from './order.ts';

const rowSchema = z.looseObject({
  wallet: writtenAddressSchema,
  gdp: z.number(),
  gdpSince: z.number(),
  gdpOrder: z.number().optional(),
  culturalCount: z.number(),
  culturalSince: z.number(),
  culturalOrder: z.number().optional(),
});
const eventSchema = z.looseObject({
  kind: z.string(),
  detail: z.looseObject({ stakeIds: z.array(stakeIdSchema).default([]) }),
  row: rowSchema,
});
type Row = z.output<typeof rowSchema>;

/**
 * The event with what it lacks; unchanged if it lacks nothing, or can't be read.
 * @throws MongoError
 */
export async function filledIn(
  { players, stakes, events }: Collections,
  document: KeptEvent,
  { time, orderBase }: { readonly time: Timestamp; readonly orderBase: number },
): Promise<KeptEvent> {
  if (!lacksOrders(document['row'])) return document;
  const parsed = eventSchema.safeParse(document);
  const version = Number(document._id.slice(document._id.indexOf(':') + 1));
  if (!parsed.success || !(version > 0)) return document;
  const { kind, detail, row } = parsed.data;
  const { wallet } = row;
  const earlier = await events.findOne({ _id: eventKey(wallet, version - 1) });
  const before = earlier && (eventSchema.safeParse(earlier).data?.row ?? null);
  const orders = ordersAfter(before, row, orderAt(time, orderBase) - 1);
  await players.updateOne({ _id: wallet, version, gdpOrder: { $exists: false } }, { $set: orders });
  await events.updateOne(
    { _id: document._id },
    { $set: { 'row.gdpOrder': orders.gdpOrder, 'row.culturalOrder': orders.culturalOrder } },
  );
  await stakes.updateMany(
    {
      _id: { $in: detail.stakeIds.map((id) => stakeKey(wallet, id)) },
      playerVersion: { $exists: false },
    },
    // If it ended, nobody knows any more.
    { $set: { playerVersion: kind.endsWith('-staked') ? version : 0 } },
  );
  return { ...document, row: { ...row, ...orders } };
}

/** Faster than a schema, since it runs for every commit. */
function lacksOrders(row: unknown): boolean {
  return typeof row === 'object' && row !== null && !('gdpOrder' in row);
}

/** @param order below the number of every command that was sent after this commit was answered. */
function ordersAfter(before: Row | null, row: Row, order: number) {
  const isGdpSame = before?.gdp === row.gdp;
  const isCountSame = before?.culturalCount === row.culturalCount;
  return {
    gdpOrder: before && isGdpSame ? (before.gdpOrder ?? before.gdpSince) : order,
    culturalOrder: before && isCountSame ? (before.culturalOrder ?? before.culturalSince) : order,
  };
}
