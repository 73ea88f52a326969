/** A player as the leaderboard knows it: what one commit leaves behind for everyone to see. */
import { z } from 'zod';
import { writtenAddressSchema } from './address.ts';
import { weiCodec } from './amount.ts';
import { instantSchema } from './ids.ts';
import { nameSchema } from './name.ts';
import { nationIdSchema } from './nation-id.ts';
import { orderSchema } from './order.ts';
import { resourceUnitsSchema } from './resources.ts';

export const boardRowSchema = z.object({
  wallet: writtenAddressSchema,
  /** Null: none, or not known yet; so are those from before there were names. */
  name: nameSchema.nullable().default(null),
  nationId: nationIdSchema,
  /** Dollars. */
  gdp: z.int().nonnegative(),
  gdpSince: instantSchema,
  /** [ORD1] What breaks ties of the GDP [LB1]. */
  gdpOrder: orderSchema,
  /** The last verified balance on chain: what [PCT1] compares. */
  denaBalanceWei: weiCodec,
  /** [LB2] Last verified balance − spent, never below 0. */
  denaHoldingsWei: weiCodec,
  /** As of the last settlement. */
  resources: resourceUnitsSchema,
  culturalCount: z.int().nonnegative(),
  culturalSince: instantSchema,
  /** [ORD1] What breaks ties of the count [PRE1]. */
  culturalOrder: orderSchema,
});
export type BoardRow = z.infer<typeof boardRowSchema>;
