/** The query that both lists of a wallet's stakes take. */
import { z } from 'zod';
import { stakeIdSchema } from '../values/ids.ts';
import { queryInt } from './query.ts';

/** The maximum length of a list of stakes, and the default. */
const STAKES_LISTED = 1000;

/** [PRO5] Unknown query parameters are ignored. */
export const stakeListQuerySchema = z.object({
  limit: queryInt('limit', 1, STAKES_LISTED)
    .default(STAKES_LISTED)
    .describe(`How many stakes at most; ${STAKES_LISTED} where it is left out.`),
  before: stakeIdSchema
    .optional()
    .describe(
      'The last stake of the page before: the list goes on after it, from where it stands now. One that has ended since stands among the ended ones, but with active=1 where it stood.',
    ),
  active: z
    .literal('1', { error: 'active is 1, for active stakes only, or left out.' })
    .optional()
    .describe('Active stakes only.'),
});
export type StakeListQuery = z.output<typeof stakeListQuerySchema>;
