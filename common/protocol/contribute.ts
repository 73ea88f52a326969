/** POST /api/works: a contribution to the work of one's nation [WRK1]. */
import { z } from 'zod';
import { addressSchema } from '../values/address.ts';
import { resourceTypeSchema } from '../values/resources.ts';
import { workSchema } from '../values/works.ts';
import { defineCall } from './call.ts';
import { playerNationSchema } from './player-nation.ts';

export const contributeAnswerSchema = playerNationSchema.extend({
  contribution: z.object({
    resourceType: resourceTypeSchema,
    quantity: z.int().positive(),
  }),
  /** The nation's work, at present: also in the answer to a retry. */
  work: workSchema,
});

export const contributeCall = defineCall({
  name: 'contributeResources',
  method: 'POST',
  path: '/api/works',
  summary: 'Contribute settled resources to the work of one’s nation, for good [WRK1].',
  needsSession: true,
  body: z.strictObject({
    walletAddress: addressSchema,
    resourceType: resourceTypeSchema,
    quantity: z.number({ error: 'quantity is a whole number of units, 1 or more.' }),
  }),
  placed: 'present',
  refusals: [
    'quantity-not-whole',
    'insufficient-resources',
    'no-nation',
    'resource-not-needed',
    'more-than-needed',
    'work-finished',
  ],
  answers: { 201: contributeAnswerSchema },
});
