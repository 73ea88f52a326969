import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineCall, type Call } from '../../../common/protocol/call.ts';
import { CALLS } from '../../../common/protocol/calls.ts';
import { queryInt } from '../../../common/protocol/query.ts';
import { nationIdSchema } from '../../../common/values/nation-id.ts';
import { sampleOf, samplePath } from './samples.ts';

const PARTS = ['params', 'query', 'body'] as const;

test.each(CALLS.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '%s has a sample of each of its parts, which its schemas accept',
  (_name, call: Call) => {
    for (const part of PARTS) {
      const schema = call[part];
      if (schema) expect(schema.safeParse(sampleOf(call, part, {})).error).toBeUndefined();
    }
    expect(samplePath(call, {})).not.toMatch(/[{}]/);
  },
);

test('a call with its own parameters and query needs nothing more', () => {
  const call = defineCall({
    method: 'GET',
    path: '/api/nations/{nationId}/around/{rank}',
    summary: 'For this test only.',
    needsSession: false,
    params: z.strictObject({ nationId: nationIdSchema, rank: queryInt('rank', 5, 1000) }),
    query: z.strictObject({
      span: z.enum(['10m', '24h']),
      limit: queryInt('limit', 1, 9).optional(),
    }),
    answers: { 200: z.null() },
  });
  expect(samplePath(call, { nationId: 'china' })).toMatch(
    /^\/api\/nations\/china\/around\/\d+\?span=10m$/,
  );
  // A known value appears in a required part of the query, and nowhere else in it.
  expect(samplePath(call, { nationId: 'china', span: '24h', limit: '3' })).toMatch(/\?span=24h$/);
});
