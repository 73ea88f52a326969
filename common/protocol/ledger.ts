/**
 * GET /ledger/index/{rev}. The rest of the ledger are files as C2SP tlog-tiles names them
 * (docs/ledger.md).
 */
import { z } from 'zod';
import { revSchema } from '../values/ids.ts';
import { defineCall } from './call.ts';

export const ledgerIndexCall = defineCall({
  name: 'getLedgerIndex',
  method: 'GET',
  path: '/ledger/index/{rev}',
  summary:
    'How far the ledger is at a rev: the number of the last leaf, from 0, that is of a commit up to it. 404 if there is none or no commit has come that far; 503 behind while its leaf is still to come, for some seconds.',
  needsSession: false,
  params: z.strictObject({ rev: revSchema.describe('The commit’s rev.') }),
  answers: { 200: z.object({ n: z.int().nonnegative() }) },
  refusals: ['no-ledger'],
});
