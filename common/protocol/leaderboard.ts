/** GET /api/leaderboard */
import { z } from 'zod';
import { writtenAddressSchema } from '../values/address.ts';
import { denaTextSchema } from '../values/amount.ts';
import { nationIdSchema } from '../values/nation-id.ts';
import { orderSchema } from '../values/order.ts';
import { resourceUnitsSchema } from '../values/resources.ts';
import { defineCall } from './call.ts';
import { LIVE_ROWS } from './live-rows.ts';
import { walletParamsSchema } from './player-nation.ts';
import { queryInt } from './query.ts';

/**
 * SPEC.md §3, Leaderboard entry. Beside it `gdpSince`, when the GDP was reached, and the numbers that break ties
 * of the GDP [LB1] and of the presidency [PRE1]: they only compare, and servers up to version 5 send none.
 */
export const leaderboardEntrySchema = z.object({
  rank: z.int().positive(),
  nationId: nationIdSchema,
  nationName: z.string(),
  flag: z.string(),
  walletAddress: writtenAddressSchema,
  gdp: z.int().nonnegative(),
  gdpSince: z.iso.datetime(),
  gdpOrder: orderSchema.optional(),
  culturalOrder: orderSchema.optional(),
  denaHoldings: denaTextSchema,
  resources: resourceUnitsSchema,
  presidentWallet: writtenAddressSchema.nullable(),
  presidentStakedCount: z.int().nonnegative(),
});
export type LeaderboardEntry = z.infer<typeof leaderboardEntrySchema>;

export const leaderboardCall = defineCall({
  method: 'GET',
  path: '/api/leaderboard',
  summary: 'The ranking, best first [LB1].',
  needsSession: false,
  query: z.strictObject({
    limit: queryInt('limit', 1, LIVE_ROWS).default(LIVE_ROWS),
    offset: queryInt('offset', 0, Number.MAX_SAFE_INTEGER).default(0),
  }),
  placed: 'list',
  answers: { 200: z.array(leaderboardEntrySchema) },
});

export const leaderboardAroundCall = defineCall({
  method: 'GET',
  path: '/api/leaderboard/around/{walletAddress}',
  summary: 'The rows around a wallet: its own and up to `span` above and below.',
  needsSession: false,
  params: walletParamsSchema,
  query: z.strictObject({ span: queryInt('span', 0, 100).default(5) }),
  placed: 'list',
  answers: { 200: z.array(leaderboardEntrySchema) },
});
