/** GET and POST /api/works: the nations' works [WRK1]. */
import { z } from 'zod';
import { addressSchema } from '../values/address.ts';
import { nationIdSchema } from '../values/nation-id.ts';
import { resourceTypeSchema, resourceUnitsSchema } from '../values/resources.ts';
import { workSchema } from '../values/works.ts';
import { defineCall } from './call.ts';
import { playerNationSchema } from './player-nation.ts';

export const nationWorkSchema = workSchema.extend({
  nationId: nationIdSchema,
  /**
   * Units contributed in the last 24 hours; null until the server has read the last day's events, shortly
   * after its start.
   */
  recent: resourceUnitsSchema.nullable(),
});
export type NationWork = z.infer<typeof nationWorkSchema>;

export const worksCall = defineCall({
  method: 'GET',
  path: '/api/works',
  summary:
    'The four nations’ works, in the order of the nations: what each stage needs and has [WRK1].',
  needsSession: false,
  placed: 'state',
  answers: { 200: z.array(nationWorkSchema) },
});

export const contributeAnswerSchema = playerNationSchema.extend({
  contribution: z.object({
    resourceType: resourceTypeSchema,
    quantity: z.int().positive(),
  }),
  /** The nation's work, at present: also in the answer to a retry. */
  work: workSchema,
});
export type ContributeAnswer = z.infer<typeof contributeAnswerSchema>;

export const contributeCall = defineCall({
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
  answers: { 201: contributeAnswerSchema },
});
