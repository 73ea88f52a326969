/**
 * The AsyncAPI document is one (its shape follows AsyncAPI 3.0.0), and describes every message of
 * both sides.
 */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { CLIENT_MESSAGES, SERVER_MESSAGES } from '../../common/protocol/live.ts';
import { SOCKET_REFUSALS } from '../../common/protocol/refusals.ts';
import { asyncApiDocument } from './asyncapi.ts';

const refSchema = z.strictObject({ $ref: z.string().startsWith('#/') });
const messageSchema = z.strictObject({
  name: z.string(),
  summary: z.string().min(5),
  payload: z
    .looseObject({ $schema: z.literal('http://json-schema.org/draft-07/schema#') })
    .optional(),
});
/** The parts of AsyncAPI 3.0.0 that the document uses; nothing beyond them. */
const documentSchema = z.strictObject({
  asyncapi: z.literal('3.0.0'),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  defaultContentType: z.literal('application/json'),
  channels: z.record(
    z.string(),
    z.strictObject({
      address: z.string(),
      description: z.string(),
      parameters: z
        .record(
          z.string(),
          z.strictObject({
            description: z.string().optional(),
            enum: z.array(z.string()).optional(),
          }),
        )
        .optional(),
      messages: z.record(z.string(), refSchema),
    }),
  ),
  operations: z.record(
    z.string(),
    z.strictObject({
      action: z.enum(['send', 'receive']),
      channel: refSchema,
      summary: z.string().min(5),
      messages: z.array(refSchema).min(1),
      reply: z.strictObject({ channel: refSchema, messages: z.array(refSchema) }).optional(),
    }),
  ),
  components: z.strictObject({ messages: z.record(z.string(), messageSchema) }),
});

/** As it is sent. */
const sent: unknown = JSON.parse(JSON.stringify(asyncApiDocument()));
const document = documentSchema.parse(sent);

/** What a reference leads to, through other references. */
function resolve({ $ref }: z.infer<typeof refSchema>): unknown {
  const keys = $ref.slice(2).split('/');
  const found = keys.reduce<unknown>((at, key) => z.looseObject({}).parse(at)[key], sent);
  const next = refSchema.safeParse(found);
  return next.success ? resolve(next.data) : found;
}

const named = (action: 'send' | 'receive') =>
  Object.entries(document.operations)
    .filter(([, operation]) => operation.action === action)
    .map(([name]) => name);

test('every message of the server is sent, every one of a client received and acknowledged', () => {
  expect(named('send').toSorted()).toEqual(Object.keys(SERVER_MESSAGES).toSorted());
  expect(named('receive').toSorted()).toEqual(Object.keys(CLIENT_MESSAGES).toSorted());
  const ack = document.components.messages['ack'];
  expect(ack?.summary).toContain(SOCKET_REFUSALS.join(', '));
  for (const name of named('receive')) {
    const replies = document.operations[name]?.reply?.messages.map(resolve);
    expect([name, replies]).toEqual([name, [ack]]);
  }
});

test('each operation leads to the message of its name, whose payload is its schema’s', () => {
  const schemas: Record<string, z.ZodType> = { ...CLIENT_MESSAGES, ...SERVER_MESSAGES };
  for (const [name, { channel, messages }] of Object.entries(document.operations)) {
    const [found, ...others] = messages.map((one) => messageSchema.parse(resolve(one)));
    expect([found?.name, others]).toEqual([name, []]);
    const { properties = {} } = z
      .looseObject({ properties: z.looseObject({}).optional() })
      .parse(found?.payload ?? {});
    const schema = schemas[name];
    const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
    expect([name, Object.keys(properties)]).toEqual([name, fields]);
    expect(resolve(channel)).toHaveProperty(['messages', name]);
  }
});
