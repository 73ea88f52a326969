/** POST /api/dena/stake, POST /api/dena/unstake, GET /api/dena/stakes/{walletAddress} */
import { z } from 'zod';
import { addressSchema, writtenAddressSchema } from '../values/address.ts';
import { denaAmountSchema, denaTextSchema } from '../values/amount.ts';
import { stakeIdSchema } from '../values/ids.ts';
import { defineCall } from './call.ts';
import { walletParamsSchema } from './player-nation.ts';
import { stakeListQuerySchema } from './stake-lists.ts';

/** [ENT6]; `isActive` is 1 or 0, `gdpBonus` in dollars. */
export const denaStakeViewSchema = z.object({
  id: stakeIdSchema,
  walletAddress: writtenAddressSchema,
  /** Whole DENA. */
  stakedAmount: denaTextSchema,
  gdpBonus: z.int().nonnegative(),
  isActive: z.union([z.literal(0), z.literal(1)]),
  stakedAt: z.iso.datetime(),
  unstakeableAt: z.iso.datetime(),
});
export type DenaStakeView = z.infer<typeof denaStakeViewSchema>;

export const stakeDenaCall = defineCall({
  name: 'stakeDena',
  method: 'POST',
  path: '/api/dena/stake',
  summary: 'Stake DENA for the GDP of the player’s nation [DEN1, STK1].',
  needsSession: true,
  // `amount` arrives as whole DENA and is parsed to wei.
  body: z.strictObject({ walletAddress: addressSchema, amount: denaAmountSchema }),
  placed: 'present',
  refusals: [
    'amount-not-positive',
    'insufficient-dena',
    'gdp-out-of-range',
    'no-nation',
    'too-many-stakes',
    'chain-unavailable',
  ],
  answers: { 201: denaStakeViewSchema },
});

export const unstakeDenaCall = defineCall({
  name: 'unstakeDena',
  method: 'POST',
  path: '/api/dena/unstake',
  summary: 'End a DENA stake whose lock has expired [LCK1, LCK2].',
  needsSession: true,
  body: z.strictObject({ walletAddress: addressSchema, stakeId: stakeIdSchema }),
  placed: 'present',
  refusals: ['no-such-stake', 'stake-locked', 'stake-ended'],
  answers: { 200: denaStakeViewSchema },
});

export const denaStakesCall = defineCall({
  name: 'getDenaStakes',
  method: 'GET',
  path: '/api/dena/stakes/{walletAddress}',
  summary:
    'The DENA stakes of a wallet: active ones, then ended ones, each newest first; up to 1000 per page.',
  needsSession: false,
  params: walletParamsSchema,
  query: stakeListQuerySchema,
  placed: 'state',
  answers: { 200: z.array(denaStakeViewSchema) },
});
