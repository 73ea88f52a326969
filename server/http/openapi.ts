/**
 * GET /api/openapi.json: OpenAPI 3.1 generated from the calls' own schemas, so that it can't go
 * stale.
 */
import { z } from 'zod';
import { AT_LEAST_HEADER, BOARD_HEADERS } from '../../common/protocol/board-headers.ts';
import type { Call } from '../../common/protocol/call.ts';
import { refusalsOf } from '../../common/protocol/calls.ts';
import { readyCall, readyViewSchema } from '../../common/protocol/health.ts';
import {
  HTTP_REFUSALS,
  REFUSAL_HEADER,
  type HttpRefusalCode,
} from '../../common/protocol/refusals.ts';
import { PROTOCOL_VERSION, RULES_HEADER, VERSION_HEADER } from '../../common/protocol/version.ts';
import { commandIdSchema, epochSchema, revSchema } from '../../common/values/ids.ts';
import { PRODUCT_NAME } from '../../common/values/product.ts';
import type { Rules } from '../../common/values/rules.ts';
import { pointsOf } from './limits.ts';
import { describeSchemas, type Json } from './openapi-schemas.ts';

type Schemas = ReturnType<typeof describeSchemas>;
/** A header: its name, what it is for, and its schema. */
type Headers = Readonly<Record<string, readonly [string, string, Json | z.ZodType]>>;

/** By the beginning of a call's path; the first that fits. */
const TAGS: readonly (readonly [name: string, description: string, ...paths: string[]])[] = [
  ['ranking', 'Players, best first, now and at any moment.', '/api/leaderboard', '/api/replay'],
  ['seasons', 'The weeks’ race.', '/api/seasons'],
  ['nations', 'The four nations, and their works.', '/api/nations', '/api/works'],
  ['stakes', 'DENA and NFTs at work for a nation.', '/api/dena', '/api/nft', '/api/territory'],
  ['players', 'A player, and what one does.', '/api/player', '/api/trade', '/api/resources'],
  ['events', 'What players did.', '/api/events'],
  ['session', 'Signing in with a wallet (EIP-4361).', '/api/session'],
  ['ledger', 'The signed log of all commits.', '/ledger'],
  [
    'builders',
    'The game as tables, feeds, calendars and frames (docs/builders.md).',
    '/feeds',
    '/calendar',
    '/embed',
    '/oembed',
  ],
  ['server', 'What the server says of itself.', '/'],
];

/** Headers of answers, by their names in the document's components. */
const HEADERS = {
  Version: [VERSION_HEADER, 'The server’s version.', { type: 'integer', minimum: 1 }],
  Rules: [
    RULES_HEADER,
    'The `rulesHash` of GET /api/config. Another one than you hold: the rules have changed, read it again.',
    { type: 'string', pattern: '^[0-9a-f]{16}$' },
  ],
  BoardTotalCount: [
    BOARD_HEADERS.totalCount,
    'How many rows the whole list has.',
    { type: 'integer', minimum: 0 },
  ],
  BoardEpoch: [
    BOARD_HEADERS.epoch,
    'Names the data set that the answer is of. Another one replaces everything that is held of the one before.',
    epochSchema,
  ],
  BoardRev: [
    BOARD_HEADERS.rev,
    'The commit up to which the answer has everything; a wallet’s own state has nothing after it. Within one data set the greater text is the newer state. The answer to a retried command has no rev where it tells a state that is no longer the present one.',
    revSchema,
  ],
  ETag: ['ETag', 'Of the answer in any coding: send it as If-None-Match.', { type: 'string' }],
  RequestId: ['X-Request-Id', 'Names the request in the server’s log.', { type: 'string' }],
  RateLimit: [
    'RateLimit',
    'What is left of the address’s budget: `limit=…, remaining=…, reset=…` (seconds).',
    { type: 'string' },
  ],
  RateLimitPolicy: [
    'RateLimit-Policy',
    'The budget, and its window (seconds).',
    { type: 'string' },
  ],
  RetryAfter: ['Retry-After', 'Seconds.', { type: 'integer', minimum: 1 }],
} as const satisfies Headers;

/** Headers of requests, by their names in the document's components. */
const PARAMETERS = {
  Version: [
    VERSION_HEADER,
    'The version of the protocol that the client was written for. Left out, it counts as the present one.',
    { type: 'integer', minimum: 1 },
  ],
  AtLeast: [
    AT_LEAST_HEADER,
    'An epoch, a space and a rev: a placed answer has that commit, or is refused after 2 s (503 `behind`); any answer says which epoch and rev it is of.',
    { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64} [0-9a-f]{16}$' },
  ],
  IdempotencyKey: [
    'Idempotency-Key',
    'Names the command: sent again under the same key it acts once. 24 hours.',
    commandIdSchema,
  ],
  ShownRules: [
    RULES_HEADER,
    'The `rulesHash` of the rules that you showed: under others nothing is done (409 `rules-changed`) [PRO34].',
    { type: 'string' },
  ],
  IfNoneMatch: [
    'If-None-Match',
    'The ETag of an answer that you hold: 304 if it is still the same.',
    { type: 'string' },
  ],
} as const satisfies Headers;

/** @param of.origin where the calls are answered. */
export function openApiDocument(
  calls: readonly Call[],
  {
    sessionCookie,
    origin,
    rules,
  }: { readonly sessionCookie: string; readonly origin: string; readonly rules: Rules },
): Json & { readonly openapi: string } {
  const schemas = describeSchemas(
    [
      ...calls.flatMap(({ params, query, body, answers }) => [
        ...[params, query, body].filter((schema) => schema !== undefined),
        ...Object.values(answers).filter((schema) => schema !== null),
      ]),
      readyViewSchema,
      epochSchema,
      revSchema,
      commandIdSchema,
    ],
    rules,
  );
  const paths: Record<string, Record<string, Json>> = {};
  for (const call of calls) {
    const { path, method } = call;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(call, schemas) };
  }
  const schemaOf = (of: Json | z.ZodType) => (of instanceof z.ZodType ? schemas.of(of) : of);
  const single = calls.flatMap((call) => [...byStatus(call).values()].filter(isSingle)).flat();
  return {
    openapi: '3.1.0',
    info: {
      title: PRODUCT_NAME,
      version: String(PROTOCOL_VERSION),
      description:
        'Amounts of DENA are decimal strings in whole DENA; GDP is in dollars; dates are ISO 8601 UTC. What stands in brackets is a number of RULES.md or docs/protocol.md.',
      contact: { name: PRODUCT_NAME, url: origin },
    },
    servers: [{ url: origin }],
    security: [],
    tags: TAGS.map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: schemas.components,
      headers: mapValues(HEADERS, ([, description, schema]) => ({
        description,
        schema: schemaOf(schema),
      })),
      parameters: mapValues(PARAMETERS, ([name, description, schema]) => ({
        name,
        in: 'header',
        description,
        schema: schemaOf(schema),
      })),
      responses: {
        NotModified: {
          description: 'The caller holds this answer already.',
          headers: headers('ETag', 'BoardEpoch', 'BoardRev', 'BoardTotalCount', ...OF_ALL),
        },
        Refused: refused('A sentence that says what is wrong and what to do about it.', ALL_CODES),
        ...Object.fromEntries(single.map((code) => [pascal(code), refused(code, [code])])),
      },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: sessionCookie } },
    },
  };
}

function mapValues<Value>(of: Readonly<Record<string, Value>>, change: (value: Value) => Json) {
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, change(value)]));
}

function operation(call: Call, schemas: Schemas): Json {
  const { name, method, path, summary, query, params, body, needsSession, isTagged } = call;
  const [tag] = TAGS.find(([, , ...paths]) => paths.some((one) => path.startsWith(one))) ?? [];
  const [title = '', ...rest] = summary.split(/(?<=\.) (?=[\p{Lu}`])/u);
  const answers = Object.entries(call.answers).map(([status, schema]) => {
    return [
      status,
      {
        description: 'Done.',
        headers: headersOf(call),
        ...(call.media === undefined ? content(schema, schemas) : textContent(call.media)),
      },
    ];
  });
  const refusals = [...byStatus(call)].map(([status, codes]) => {
    const [only = ''] = isSingle(codes) ? codes : [];
    return [status, only ? ref('responses', pascal(only)) : refused(codes.join(', '), codes)];
  });
  return {
    operationId: name,
    tags: [tag],
    summary: title,
    description: [
      ...rest,
      `Costs ${pointsOf({ method, url: path })} points of the address’s budget [PRO25].`,
      ...(needsSession ? ['Needs a session of `walletAddress` [PRO30].'] : []),
    ].join(' '),
    parameters: [
      ...parameters('path', params, schemas),
      ...parameters('query', query, schemas),
      ...(isBelowApi(call) ? [ref('parameters', 'Version')] : []),
      ...(isBelowApi(call) && method === 'GET' ? [ref('parameters', 'AtLeast')] : []),
      ...(isTagged ? [ref('parameters', 'IfNoneMatch')] : []),
      ...(needsSession
        ? [ref('parameters', 'IdempotencyKey'), ref('parameters', 'ShownRules')]
        : []),
    ],
    ...(body && { requestBody: { required: true, ...content(body, schemas) } }),
    security: refusalsOf(call).includes('not-signed-in') ? [{ session: [] }] : [],
    responses: {
      ...Object.fromEntries(answers),
      ...(isTagged && { 304: ref('responses', 'NotModified') }),
      ...Object.fromEntries(refusals),
      ...(call === readyCall && {
        503: { description: 'It is not ready.', ...content(readyViewSchema, schemas) },
      }),
      default: ref('responses', 'Refused'),
    },
  };
}

function isBelowApi({ path }: Call): boolean {
  return path.startsWith('/api/');
}

/**
 * Each code that the call can have, apart from those of HTTP itself, such as that of a malformed
 * head.
 */
function codesOf(call: Call): readonly HttpRefusalCode[] {
  const { path, params, query, body, placed } = call;
  const isRead = call.method === 'GET';
  const isApi = isBelowApi(call);
  const isOfLedger = path.startsWith('/ledger/');
  const codes: Readonly<Partial<Record<HttpRefusalCode, unknown>>> = {
    'bad-request': params ?? query ?? body ?? (isApi && isRead),
    'malformed-json': body,
    'body-too-large': body,
    'unsupported-media-type': body,
    'foreign-host': isApi || isOfLedger,
    'foreign-origin': isApi && !isRead,
    'page-too-old': isApi,
    'too-many-requests': true,
    'internal-error': true,
    behind: (isRead && placed) || isOfLedger,
    'not-found': isOfLedger,
    busy: isApi || isOfLedger,
    'store-unavailable': isApi || isOfLedger,
  };
  return ALL_CODES.filter((code) => codes[code] || refusalsOf(call).includes(code));
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- they are its very keys
const ALL_CODES = Object.keys(HTTP_REFUSALS) as HttpRefusalCode[];

function byStatus(call: Call): ReadonlyMap<number, readonly HttpRefusalCode[]> {
  const found = new Map<number, HttpRefusalCode[]>();
  for (const code of codesOf(call)) {
    const status = HTTP_REFUSALS[code];
    found.set(status, [...(found.get(status) ?? []), code]);
  }
  return found;
}

const isSingle = (codes: readonly unknown[]) => codes.length === 1;

/** `not-found` as a component's name. */
function pascal(code: string): string {
  return code.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());
}

function refused(description: string, codes: readonly HttpRefusalCode[]): Json {
  const waits = codes.some((code) => [429, 503].includes(HTTP_REFUSALS[code]));
  const code = {
    description: 'What kind of refusal it is. More may be added.',
    required: true,
    schema: { type: 'string', enum: codes },
  };
  return {
    description,
    headers: {
      [REFUSAL_HEADER]: code,
      ...headers(...(waits ? (['RetryAfter'] as const) : []), ...OF_ALL),
    },
    content: { 'text/plain': { schema: { type: 'string' } } },
  };
}

/** Headers of every answer below /api. */
const OF_ALL = ['Version', 'RequestId', 'RateLimit', 'RateLimitPolicy'] as const;

function headersOf(call: Call): Json {
  const { placed, isTagged } = call;
  return headers(
    ...(placed === 'list' ? (['BoardTotalCount'] as const) : []),
    ...(placed ? (['BoardEpoch', 'BoardRev'] as const) : []),
    ...(isTagged ? (['ETag'] as const) : []),
    ...(isBelowApi(call) ? (['Rules', ...OF_ALL] as const) : []),
  );
}

function headers(...names: readonly (keyof typeof HEADERS)[]): Json {
  return Object.fromEntries(names.map((name) => [HEADERS[name][0], ref('headers', name)]));
}

function ref(kind: 'headers' | 'parameters' | 'responses', name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

function content(schema: z.ZodType | null, schemas: Schemas): Json {
  return schema ? { content: { 'application/json': { schema: schemas.of(schema) } } } : {};
}

function textContent(media: string): Json {
  return { content: { [media]: { schema: { type: 'string' } } } };
}

const objectSchema = z.object({
  properties: z
    .record(z.string(), z.looseObject({ description: z.string().optional() }))
    .default({}),
  required: z.array(z.string()).default([]),
});

/** The parameters described by an object schema for the path or the query. */
function parameters(
  location: 'path' | 'query',
  of: z.ZodType | undefined,
  schemas: Schemas,
): Json[] {
  if (!of) return [];
  const { properties, required } = objectSchema.parse(schemas.of(of));
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema,
  }));
}
