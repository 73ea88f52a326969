/** A player as the leaderboard knows it: what one commit leaves behind for everyone to see. */
import { z } from 'zod';
import { writtenAddressSchema } from './address.ts';
import { weiCodec } from './amount.ts';
import { instantSchema } from './ids.ts';
import { nationIdSchema } from './nation-id.ts';
import { resourceUnitsSchema } from './resources.ts';

export const boardRowSchema = z.object({
  wallet: writtenAddressSchema,
  nationId: nationIdSchema,
  /** Dollars. */
  gdp: z.int().nonnegative(),
  gdpSince: instantSchema,
  /** The last verified balance on chain: what [PCT1] compares. */
  denaBalanceWei: weiCodec,
  /** [LB2] Last verified balance − spent, never below 0. */
  denaHoldingsWei: weiCodec,
  /** As of the last settlement. */
  resources: resourceUnitsSchema,
  culturalCount: z.int().nonnegative(),
  culturalSince: instantSchema,
});
export type BoardRow = z.infer<typeof boardRowSchema>;
