/**
 * A hash pins the wire format: any schema change fails here until PROTOCOL_VERSION and the hash
 * beside it are updated together, on purpose.
 */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Call } from './call.ts';
import { CALLS, refusalsOf } from './calls.ts';
import { CLIENT_MESSAGES, SERVER_MESSAGES, watchAckSchema } from './live.ts';
import { HTTP_REFUSALS, SOCKET_REFUSALS } from './refusals.ts';
import { PROTOCOL_VERSION, SCHEMAS_HASH } from './version.ts';

const CIRCLE = `has no schema, which is what an import circle looks like: a module used it before it was made.
tools/checks/layers.test.ts names the files. Break the circle; SCHEMAS_HASH is not wrong.`;

/** The JSON Schema of the input, before a schema transforms it on arrival. */
function described(what: string, schema: z.ZodType | null | undefined): unknown {
  if (schema === null) return null;
  if (schema === undefined) throw new Error(`${what} ${CIRCLE}`);
  try {
    // Descriptions don't travel.
    const metadata = z.registry<{ id?: string }>();
    return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata });
  } catch (cause) {
    throw new Error(`A part of ${what} ${CIRCLE}`, { cause });
  }
}

/** A part of a call that is left out is null. */
function part(call: Call, name: 'params' | 'query' | 'body'): unknown {
  return described(`${name} of ${call.method} ${call.path}`, name in call ? call[name] : null);
}

function wire(): unknown {
  const calls = CALLS.map((call, i) => {
    if (call === undefined) throw new Error(`Number ${i} of CALLS ${CIRCLE}`);
    return {
      method: call.method,
      path: call.path,
      needsSession: call.needsSession,
      refusals: refusalsOf(call),
      params: part(call, 'params'),
      query: part(call, 'query'),
      body: part(call, 'body'),
      answers: Object.entries(call.answers).map(([status, schema]) => [
        status,
        described(`${status} of ${call.method} ${call.path}`, schema),
      ]),
    };
  });
  const messages = (named: Readonly<Record<string, z.ZodType>>) =>
    Object.entries(named).map(([name, schema]) => [name, described(name, schema)]);
  return {
    calls,
    messages: [messages(SERVER_MESSAGES), messages(CLIENT_MESSAGES)],
    ack: described('the acknowledgement', watchAckSchema),
    refusals: [HTTP_REFUSALS, SOCKET_REFUSALS],
  };
}

/** What to do if the hash differs: every file to change, and the commands that verify it. */
const todo = (hash: string) => `What travels has changed. Where that is meant:
1. common/protocol/version.ts: raise PROTOCOL_VERSION from ${PROTOCOL_VERSION} to ${PROTOCOL_VERSION + 1} (once for each deploy), set
   SCHEMAS_HASH to '${hash}', and add what is new to the history at the top.
2. server/live/wire.golden.txt, where a live message changed: written by
   npx vitest run server/live/live-server.test.ts -u
3. npm run docs, and the rules of docs/protocol.md where they change.
Then run: npx vitest run common/protocol tools/checks server/live server/test/openapi.test.ts
`;

test('a schema that a circle of imports left out is no other version of the protocol', () => {
  expect(() => described('tick', undefined)).toThrow(/^tick has no schema, .*import circle/);
  const lost = z.lazy((): z.ZodType => {
    throw new ReferenceError('used before it was made');
  });
  expect(() => described('tick', z.object({ lost }))).toThrow(/^A part of tick .*import circle/);
});

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
    JSON.stringify(described('it', schema)).includes('"additionalProperties":false'),
  );
  expect(strict, 'what is read must ignore unknown fields: z.object, not z.strictObject').toEqual(
    [],
  );
});
