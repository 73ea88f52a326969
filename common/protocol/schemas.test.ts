/**
 * What travels, held by a hash: a change of any schema fails here until PROTOCOL_VERSION and the
 * hash beside it are raised together, on purpose.
 */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { CALLS } from './calls.ts';
import { SERVER_MESSAGES, watchAckSchema, watchSchema } from './live.ts';
import { PROTOCOL_VERSION } from './version.ts';

const HASHES: Readonly<Record<number, string>> = {
  2: '840cb7f2ceece072',
};

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
  };
}

test('the schemas are those of the protocol’s version', () => {
  const hash = createHash('sha256').update(JSON.stringify(wire())).digest('hex').slice(0, 16);
  expect({ [PROTOCOL_VERSION]: hash }).toEqual({ [PROTOCOL_VERSION]: HASHES[PROTOCOL_VERSION] });
});

test('every call has a path and a method of its own', () => {
  const names = CALLS.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(names).size).toBe(names.length);
});
