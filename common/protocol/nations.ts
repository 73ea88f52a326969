/** GET /api/nations */
import { z } from 'zod';
import { nationIdSchema } from '../values/nation-id.ts';
import { defineCall } from './call.ts';

/** SPEC.md §3, Nation. */
export const nationSchema = z.object({
  id: nationIdSchema,
  name: z.string(),
  flag: z.string(),
  population: z.int().nonnegative(),
  startingGdp: z.int().nonnegative(),
  bonus: z.string(),
});
export type NationView = z.infer<typeof nationSchema>;

export const nationsCall = defineCall({
  method: 'GET',
  path: '/api/nations',
  summary: 'The nations one can choose from.',
  needsSession: false,
  answers: { 200: z.array(nationSchema) },
});
