/** A player as the leaderboard knows it: the public result of one commit. */
import { z } from 'zod';
import { writtenAddressSchema } from './address.ts';
import { weiCodec } from './amount.ts';
import { instantSchema } from './ids.ts';
import { nameSchema } from './name.ts';
import { nationIdSchema } from './nation-id.ts';
import { orderSchema } from './order.ts';
import type { SeasonFigures } from './player.ts';
import { resourceUnitsSchema } from './resources.ts';

/**
 * Stored in every event, which is never written again: a new field takes a step of the stored form
 * (stored-form.ts).
 */
export const boardRowSchema = z.object({
  wallet: writtenAddressSchema,
  /** Null: none, or not yet known. */
  name: nameSchema.nullable(),
  nationId: nationIdSchema,
  /** Dollars. */
  gdp: z.int().nonnegative(),
  gdpSince: instantSchema,
  /** [ORD1] Breaks ties of the GDP [LB1]. */
  gdpOrder: orderSchema,
  /** The last verified balance on chain: the figure that [PCT1] compares. */
  denaBalanceWei: weiCodec,
  /** [LB2] Last verified balance − spent, never below 0. */
  denaHoldingsWei: weiCodec,
  /** As of the last settlement. */
  resources: resourceUnitsSchema,
  culturalCount: z.int().nonnegative(),
  culturalSince: instantSchema,
  /** [ORD1] Breaks ties of the count [PRE1]. */
  culturalOrder: orderSchema,
  /** [WRK1] What the player gave to the nation's work. Absent: nothing. */
  contributed: resourceUnitsSchema.optional(),
});
export type BoardRow = z.infer<typeof boardRowSchema> & {
  /**
   * [SEA2] Only in memory: the board keeps it from commit to commit. Absent: not known, as the
   * event that joined can't be read.
   */
  readonly season?: SeasonFigures;
};
