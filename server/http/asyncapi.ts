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

/** What a message is for, and the channel that it is sent on. */
interface Described {
  readonly channel: keyof typeof CHANNELS;
  readonly summary: string;
}

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

const FROM_CLIENTS: Readonly<Record<keyof typeof CLIENT_MESSAGES, Described>> = {
  watch: {
    channel: 'connection',
    summary: 'Adds nations, and a wallet, to what the socket watches [PRO11].',
  },
  unwatch: { channel: 'connection', summary: 'Takes them away.' },
  corrected: {
    channel: 'connection',
    summary: 'The client’s rows differed from a digest and were put right; no payload [PRO36].',
  },
};

const FROM_SERVER: Readonly<Record<keyof typeof SERVER_MESSAGES, Described>> = {
  tick: {
    channel: 'room',
    summary: 'What happened in a room after `since`, up to and including `rev` [PRO14].',
  },
  player: {
    channel: 'wallet',
    summary: 'The wallet’s row, rank included; null while it has no nation [PRO12].',
  },
  resync: { channel: 'connection', summary: 'Messages were missed: fetch the list [PRO18].' },
  watching: {
    channel: 'connection',
    summary: 'How many people watch, in total and per nation, at most every 2 s [WAT1].',
  },
  status: {
    channel: 'connection',
    summary: 'Whether the game is paused, and the notice that every page shows [PRO40].',
  },
};

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

function message(name: string, { summary }: Described, schema: z.ZodType): Json {
  const hasPayload = !(schema instanceof z.ZodUndefined);
  return { name, summary, ...(hasPayload && { payload: wireSchema(schema) }) };
}

const ref = (...path: readonly string[]): Json => ({ $ref: `#/${path.join('/')}` });

export function asyncApiDocument(): Json & { readonly asyncapi: string } {
  const described: Readonly<Record<string, Described>> = { ...FROM_CLIENTS, ...FROM_SERVER };
  const schemas: Readonly<Record<string, z.ZodType>> = { ...CLIENT_MESSAGES, ...SERVER_MESSAGES };
  const messages = Object.entries(described).flatMap(([name, about]) => {
    const schema = schemas[name];
    return schema ? [[name, message(name, about, schema)] as const] : [];
  });
  const channels = Object.entries(CHANNELS).map(([channel, about]) => {
    const own = Object.keys(described).filter((name) => described[name]?.channel === channel);
    const names = channel === 'connection' ? [...own, 'ack'] : own;
    const refs = names.map((name) => [name, ref('components', 'messages', name)]);
    return [channel, { ...about, messages: Object.fromEntries(refs) }];
  });
  const operations = Object.entries(described).map(([name, { channel, summary }]) => {
    const isReceived = name in FROM_CLIENTS;
    const operation = {
      action: isReceived ? 'receive' : 'send',
      channel: ref('channels', channel),
      summary,
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
