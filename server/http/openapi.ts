/** GET /api/openapi.json: OpenAPI 3.1 generated from the calls' own schemas, so that it can't go stale. */
import { z } from 'zod';
import type { Call } from '../../common/protocol/call.ts';
import { refusalsOf } from '../../common/protocol/calls.ts';
import { AT_LEAST_HEADER, BOARD_HEADERS } from '../../common/protocol/board-headers.ts';
import { HTTP_REFUSALS, REFUSAL_HEADER } from '../../common/protocol/refusals.ts';
import { PROTOCOL_VERSION, RULES_HEADER, VERSION_HEADER } from '../../common/protocol/version.ts';
import { commandIdSchema, epochSchema, revSchema } from '../../common/values/ids.ts';
import { PRODUCT_NAME } from '../../common/values/product.ts';

type Json = Readonly<Record<string, unknown>>;

const PROBLEM = {
  description: 'A sentence that says what is wrong and what to do about it.',
  content: { 'text/plain': { schema: { type: 'string' } } },
};

/** Below /api every refusal has a code. */
const CODED_PROBLEM = {
  ...PROBLEM,
  headers: { [REFUSAL_HEADER]: headerRef('RefusalCode') },
};

const REFUSAL_CODE: Json = {
  description:
    'What kind of refusal it is, for programs to tell apart; each code has one status. More may be added.',
  required: true,
  schema: { type: 'string', enum: Object.keys(HTTP_REFUSALS) },
};

/** The version that a client reports: one that is too old is refused. */
const VERSION = header(
  VERSION_HEADER,
  'The version of the protocol that the client was written for. Left out, it counts as the present one.',
  { type: 'integer', minimum: 1 },
);

const AT_LEAST = header(
  AT_LEAST_HEADER,
  'An epoch, a space and a rev: a placed answer has that commit, or is refused after 2 s (503 `behind`); any answer says which epoch and rev it is of.',
  { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64} [0-9a-f]{16}$' },
);

const RULES: Json = {
  description:
    'The `rulesHash` of GET /api/config. Another one than you hold: the rules have changed, read it again.',
  schema: { type: 'string', pattern: '^[0-9a-f]{16}$' },
};

/** The headers that place an answer, as the document's components. */
const PLACE = {
  BoardTotalCount: {
    description: 'How many rows the whole list has.',
    schema: { type: 'integer', minimum: 0 },
  },
  BoardEpoch: {
    description:
      'Names the data set that the answer is of. Another one replaces everything that is held of the one before.',
    schema: wireSchema(epochSchema),
  },
  BoardRev: {
    description:
      'The commit up to which the answer has everything; a wallet’s own state has nothing after it. Within one data set the greater text is the newer state. The answer to a retried command has no rev where it tells a state that is no longer the present one.',
    schema: wireSchema(revSchema),
  },
};

/** A command sent again under the same key within a day takes effect once. */
const IDEMPOTENCY_KEY = header(
  'Idempotency-Key',
  'Names the command: sent again under the same key it acts once. 24 hours.',
  wireSchema(commandIdSchema),
);

/** A header that a request may have. */
function header(name: string, description: string, schema: Json): Json {
  return { name, in: 'header', required: false, description, schema };
}

/** The JSON on the wire, before it is parsed. */
function wireSchema(schema: z.ZodType): Json {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
}

const objectSchema = z.object({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
});

/** The parameters described by an object schema for the path or the query. */
function parameters(place: 'path' | 'query', schema: z.ZodType | undefined): Json[] {
  if (!schema) return [];
  const { properties, required } = objectSchema.parse(wireSchema(schema));
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function jsonContent(schema: z.ZodType): Json {
  return { 'application/json': { schema: wireSchema(schema) } };
}

function operation(call: Call): Json {
  const answers = Object.entries(call.answers).map(([status, schema]) => [
    status,
    {
      description: 'Done.',
      ...(schema && { headers: headersOf(call), content: jsonContent(schema) }),
    },
  ]);
  return {
    summary: call.summary,
    parameters: [
      ...parameters('path', call.params),
      ...parameters('query', call.query),
      ...(isBelowApi(call) ? [VERSION] : []),
      ...(isBelowApi(call) && call.method === 'GET' ? [AT_LEAST] : []),
      ...(call.needsSession ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(call.body ? { requestBody: { required: true, content: jsonContent(call.body) } } : {}),
    ...(call.needsSession ? { security: [{ session: [] }] } : {}),
    responses: {
      ...Object.fromEntries(answers),
      ...refusalResponses(call),
      default: isBelowApi(call) ? CODED_PROBLEM : PROBLEM,
    },
  };
}

/** By status, with the codes that this call has and not every call. */
function refusalResponses(call: Call): Readonly<Record<number, Json>> {
  const codes = refusalsOf(call);
  const statuses = new Set(codes.map((code) => HTTP_REFUSALS[code]));
  return Object.fromEntries(
    [...statuses].map((status) => {
      const these = codes.filter((code) => HTTP_REFUSALS[code] === status);
      return [status, { ...CODED_PROBLEM, description: these.join(', ') }];
    }),
  );
}

function headersOf(call: Call): Json {
  const { placed } = call;
  return {
    ...(isBelowApi(call) ? { [RULES_HEADER]: headerRef('Rules') } : {}),
    ...(placed === 'list' ? { [BOARD_HEADERS.totalCount]: headerRef('BoardTotalCount') } : {}),
    ...(placed ? { [BOARD_HEADERS.epoch]: headerRef('BoardEpoch') } : {}),
    ...(placed ? { [BOARD_HEADERS.rev]: headerRef('BoardRev') } : {}),
  };
}

function headerRef(name: 'RefusalCode' | 'Rules' | keyof typeof PLACE): Json {
  return { $ref: `#/components/headers/${name}` };
}

function isBelowApi({ path }: Call): boolean {
  return path.startsWith('/api/');
}

export function openApiDocument(
  calls: readonly Call[],
  sessionCookie: string,
): Json & { readonly openapi: string } {
  const paths: Record<string, Record<string, Json>> = {};
  for (const call of calls) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(call) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: PRODUCT_NAME,
      version: String(PROTOCOL_VERSION),
      description:
        'Amounts of DENA are decimal strings in whole DENA; GDP is in dollars; dates are ISO 8601 UTC.',
    },
    paths,
    components: {
      headers: { RefusalCode: REFUSAL_CODE, Rules: RULES, ...PLACE },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: sessionCookie } },
    },
  };
}
