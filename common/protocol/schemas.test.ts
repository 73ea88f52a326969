/**
 * What travels, held by a hash: a change of any schema fails here until PROTOCOL_VERSION and the hash
 * beside it are changed together, on purpose.
 */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { CALLS } from './calls.ts';
import { SERVER_MESSAGES, watchAckSchema, watchSchema } from './live.ts';
import { HTTP_REFUSALS, SOCKET_REFUSALS } from './refusals.ts';
import { PROTOCOL_VERSION, SCHEMAS_HASH } from './version.ts';

/** The JSON Schema of what is sent, before a schema transforms it on arrival. */
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
    watch: [described(watchSchema), described(watchAckSchema)],
    refusals: [HTTP_REFUSALS, SOCKET_REFUSALS],
  };
}

/** What to do when the hash differs: every file, and the commands that then say whether it is done. */
const todo = (hash: string) => `What travels has changed. Where that is meant:
1. common/protocol/version.ts: raise PROTOCOL_VERSION from ${PROTOCOL_VERSION} to ${PROTOCOL_VERSION + 1} (once for each deploy), set
   SCHEMAS_HASH to '${hash}', and add what is new to the history at the top.
2. common/protocol/since.ts: say since which version a new message or kind of event exists.
3. server/live/wire.golden.txt, where a live message changed: written by
   npx vitest run server/live/live-server.integration.test.ts -u
Then run: npx vitest run common/protocol server/live server/test/openapi.integration.test.ts
`;

test('the schemas are those of the protocol’s version', () => {
  const hash = createHash('sha256').update(JSON.stringify(wire())).digest('hex').slice(0, 16);
  expect(hash, todo(hash)).toBe(SCHEMAS_HASH);
});

test('every call has a path and a method of its own', () => {
  const names = CALLS.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(names).size).toBe(names.length);
});
