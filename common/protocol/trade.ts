/** POST /api/trade */
import { z } from 'zod';
import { addressSchema } from '../values/address.ts';
import { denaAmountSchema, denaTextSchema } from '../values/amount.ts';
import { resourceTypeSchema } from '../values/resources.ts';
import { defineCall } from './call.ts';
import { playerNationSchema } from './player-nation.ts';

export const tradeAnswerSchema = playerNationSchema.extend({
  trade: z.object({
    resourceType: resourceTypeSchema,
    quantity: z.int().positive(),
    /** DENA. */
    cost: denaTextSchema,
  }),
});

export const tradeCall = defineCall({
  name: 'buyResources',
  method: 'POST',
  path: '/api/trade',
  summary: 'Buy resources for DENA [TRD1].',
  needsSession: true,
  body: z.strictObject({
    walletAddress: addressSchema,
    resourceType: resourceTypeSchema,
    quantity: z.number({ error: 'quantity is a number: 10 to 1000, in steps of 10.' }),
    /**
     * DENA: what the player was shown. Another cost is refused with `price-changed`; left out, any
     * is paid.
     */
    cost: denaAmountSchema.optional(),
  }),
  placed: 'present',
  refusals: [
    'quantity-not-tradable',
    'insufficient-dena',
    'no-nation',
    'price-changed',
    'chain-unavailable',
  ],
  answers: { 200: tradeAnswerSchema },
});
