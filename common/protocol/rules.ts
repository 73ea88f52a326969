/** GET /api/rules */
import { z } from 'zod';
import { rulesSchema } from '../values/rules.ts';
import { defineCall } from './call.ts';

const rulesSetSchema = z.object({
  /** When they began, or will begin. */
  since: z.iso.datetime(),
  /** The number of the ledger's leaf that says so; null: there is none, or not yet. */
  n: z.int().nonnegative().nullable(),
  rules: rulesSchema,
  /** As `rulesHash` of `GET /api/config`. */
  hash: z.string().regex(/^[0-9a-f]{16}$/),
  /** True of those that will follow: an operator can still take them back. */
  isAnnounced: z.boolean(),
});
export type RulesSet = z.infer<typeof rulesSetSchema>;

export const rulesCall = defineCall({
  name: 'getRules',
  method: 'GET',
  path: '/api/rules',
  summary: 'All rules that were ever in force, oldest first, and those that are announced.',
  needsSession: false,
  placed: 'state',
  answers: { 200: z.array(rulesSetSchema) },
});
