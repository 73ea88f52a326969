/**
 * GET /api/asyncapi.json: AsyncAPI 3.0 generated from the live messages' own schemas, so that it
 * can't go stale.
 */
import { z } from 'zod';
import {
  CLIENT_MESSAGES,
  ROOMS,
  SERVER_MESSAGES,
  watchAckSchema,
} from '../../common/protocol/live.ts';
import { SOCKET_REFUSALS } from '../../common/protocol/refusals.ts';
import { PROTOCOL_VERSION } from '../../common/protocol/version.ts';
import { PRODUCT_NAME } from '../../common/values/product.ts';

type Json = Readonly<Record<string, unknown>>;

const CHANNELS = {
  connection: {
    address: '/',
    description:
      'The connection: Socket.IO 5 over Engine.IO 4 at /socket.io, namespace /. A message is an event of its name.',
  },
  room: {
    address: '{room}',
    description: 'All sockets that watch the same nation, or all four.',
    parameters: { room: { enum: ROOMS } },
  },
  wallet: {
    address: '{walletAddress}',
    description: 'All sockets that watch the same wallet.',
    parameters: { walletAddress: { description: 'An EIP-55 address.' } },
  },
} as const;

const CHANNEL_OF: Readonly<Record<string, keyof typeof CHANNELS>> = {
  tick: 'room',
  player: 'wallet',
};
const channelOf = (message: string) => CHANNEL_OF[message] ?? 'connection';

/** The acknowledgement of whatever a client sends. */
const ACK = {
  name: 'ack',
  summary: `\`ok: true\`, \`version\`, \`epoch\`, \`rev\` and \`now\` (the game’s clock); or \`ok: false\`, \`error\` (a sentence) and \`code\`: ${SOCKET_REFUSALS.join(', ')}.`,
  payload: wireSchema(watchAckSchema),
};

/** The JSON on the wire, before it is parsed. */
function wireSchema(schema: z.ZodType): Json {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'draft-7' });
}

function message(name: string, schema: z.ZodType): Json {
  const { description: summary, ...payload } = wireSchema(schema);
  return { name, summary, ...(!(schema instanceof z.ZodUndefined) && { payload }) };
}

const ref = (...path: readonly string[]): Json => ({ $ref: `#/${path.join('/')}` });

export function asyncApiDocument(): Json & { readonly asyncapi: string } {
  const schemas = Object.entries<z.ZodType>({ ...CLIENT_MESSAGES, ...SERVER_MESSAGES });
  const messages = schemas.map(([name, schema]) => [name, message(name, schema)]);
  const names = [...schemas.map(([name]) => name), 'ack'];
  const channels = Object.entries(CHANNELS).map(([channel, about]) => {
    const own = names.filter((name) => channelOf(name) === channel);
    const refs = own.map((name) => [name, ref('components', 'messages', name)]);
    return [channel, { ...about, messages: Object.fromEntries(refs) }];
  });
  const operations = schemas.map(([name, schema]) => {
    const channel = channelOf(name);
    const isReceived = name in CLIENT_MESSAGES;
    const operation = {
      action: isReceived ? 'receive' : 'send',
      channel: ref('channels', channel),
      summary: schema.description,
      messages: [ref('channels', channel, 'messages', name)],
      ...(isReceived && {
        reply: {
          channel: ref('channels', channel),
          messages: [ref('channels', channel, 'messages', 'ack')],
        },
      }),
    };
    return [name, operation];
  });
  return {
    asyncapi: '3.0.0',
    info: {
      title: PRODUCT_NAME,
      version: String(PROTOCOL_VERSION),
      description:
        'The live messages, as the server sends and receives them. GET /api/openapi.json has the calls.',
    },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(channels),
    operations: Object.fromEntries(operations),
    components: { messages: { ...Object.fromEntries(messages), ack: ACK } },
  };
}
