/** GET /api/works: the nations' works [WRK1]. */
import { z } from 'zod';
import { nationIdSchema } from '../values/nation-id.ts';
import { resourceUnitsSchema } from '../values/resources.ts';
import { workSchema } from '../values/works.ts';
import { defineCall } from './call.ts';

export const nationWorkSchema = workSchema.extend({
  nationId: nationIdSchema,
  /**
   * Units contributed in the last 24 hours; null until the server has read the last day's events,
   * shortly after its start.
   */
  recent: resourceUnitsSchema.nullable(),
});
export type NationWork = z.infer<typeof nationWorkSchema>;

export const worksCall = defineCall({
  name: 'getWorks',
  method: 'GET',
  path: '/api/works',
  summary:
    'The four nations’ works, in the order of the nations: what each stage needs and has [WRK1].',
  needsSession: false,
  placed: 'state',
  answers: { 200: z.array(nationWorkSchema) },
});
