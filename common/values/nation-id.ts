/** A nation's id as received from outside. */
import { z } from 'zod';
import { NATION_IDS } from './nations.ts';

export const nationIdSchema = z.enum(NATION_IDS, {
  error: `A nation is one of ${NATION_IDS.join(', ')}.`,
});
