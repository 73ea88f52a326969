/**
 * A hash pins the wire format: any schema change fails here until PROTOCOL_VERSION and the hash beside it are
 * updated together, on purpose.
 */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { CALLS } from './calls.ts';
import { CLIENT_MESSAGES, SERVER_MESSAGES, watchAckSchema } from './live.ts';
import { HTTP_REFUSALS, SOCKET_REFUSALS } from './refusals.ts';
import { PROTOCOL_VERSION, SCHEMAS_HASH } from './version.ts';

/** The JSON Schema of the input, before a schema transforms it on arrival. */
function described(schema: z.ZodType | null | undefined): unknown {
  return schema ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) : null;
}

function wire(): unknown {
  const calls = CALLS.map((call) => ({
    method: call.method,
    path: call.path,
    needsSession: call.needsSession,
    params: described(call.params),
    query: described(call.query),
    body: described(call.body),
    answers: Object.entries(call.answers).map(([status, schema]) => [status, described(schema)]),
  }));
  const messages = Object.entries(SERVER_MESSAGES).map(([name, schema]) => [
    name,
    described(schema),
  ]);
  return {
    calls,
    messages,
    watch: [described(CLIENT_MESSAGES.watch), described(watchAckSchema)],
    refusals: [HTTP_REFUSALS, SOCKET_REFUSALS],
  };
}

/** What to do if the hash differs: every file to change, and the commands that verify it. */
const todo = (hash: string) => `What travels has changed. Where that is meant:
1. common/protocol/version.ts: raise PROTOCOL_VERSION from ${PROTOCOL_VERSION} to ${PROTOCOL_VERSION + 1} (once for each deploy), set
   SCHEMAS_HASH to '${hash}', and add what is new to the history at the top.
2. server/live/wire.golden.txt, where a live message changed: written by
   npx vitest run server/live/live-server.integration.test.ts -u
3. docs/protocol.md: the calls and messages.
Then run: npx vitest run common/protocol tools/checks server/live server/test/openapi.integration.test.ts
`;

test('the schemas match the protocol’s version', () => {
  const hash = createHash('sha256').update(JSON.stringify(wire())).digest('hex').slice(0, 16);
  expect(hash, todo(hash)).toBe(SCHEMAS_HASH);
});

test('[PRO5] what a newer server adds to an answer or a message is ignored', () => {
  const place = { epoch: 'e', rev: '0'.repeat(16) };
  const later = { ...place, why: 'of a version to come' };
  expect(SERVER_MESSAGES.resync.parse(later)).toEqual(place);
  const read = [
    watchAckSchema,
    ...Object.values(SERVER_MESSAGES),
    ...CALLS.flatMap(({ answers }) => Object.values(answers)),
  ];
  const strict = read.filter((schema) =>
    JSON.stringify(described(schema)).includes('"additionalProperties":false'),
  );
  expect(strict).toEqual([]);
});
