/**
 * GET /api/openapi.json describes what the server does: the same routes, a document valid under OpenAPI 3.1
 * and JSON Schema 2020-12, and answers that match it. (`answer-check.ts` checks that every answer of every
 * integration test matches its call.) Longer than other files, since it validates the document itself.
 */
import type { Express } from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Call } from '../../common/protocol/call.ts';
import { CALLS } from '../../common/protocol/calls.ts';
import { denaStakesCall, stakeDenaCall } from '../../common/protocol/dena-stakes.ts';
import { territoryCall } from '../../common/protocol/nfts.ts';
import { openApiCall } from '../../common/protocol/openapi.ts';
import { HTTP_REFUSALS } from '../../common/protocol/refusals.ts';
import { PROTOCOL_VERSION } from '../../common/protocol/version.ts';
import { LOCK_MS } from '../../common/rules/lock.ts';
import { dena } from '../../common/testing/fixtures.ts';
import { checkAnswer } from './support/answer-check.ts';
import type { Answer } from './support/answer-check.ts';
import { Harness, type TestPlayer } from './support/harness.ts';
import { samplePath } from './support/samples.ts';

const jsonContentSchema = z.strictObject({
  'application/json': z.strictObject({ schema: z.record(z.string(), z.unknown()) }),
});
const parameterSchema = z.strictObject({
  name: z.string().min(1),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  description: z.string().optional(),
  schema: z.record(z.string(), z.unknown()),
});
const refersTo = (header: string) =>
  z.strictObject({ $ref: z.literal(`#/components/headers/${header}`) });
const placeHeaderSchema = z.strictObject({
  description: z.string().min(5),
  schema: z.record(z.string(), z.unknown()),
});
const operationSchema = z.strictObject({
  summary: z.string().min(5),
  parameters: z.array(parameterSchema),
  requestBody: z.strictObject({ required: z.literal(true), content: jsonContentSchema }).optional(),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  responses: z.record(
    z.string().regex(/^([1-5][0-9][0-9]|default)$/),
    z.strictObject({
      description: z.string().min(1),
      headers: z
        .union([
          z.strictObject({ 'X-Refusal-Code': refersTo('RefusalCode') }),
          z.strictObject({
            'X-Total-Count': refersTo('BoardTotalCount').optional(),
            'X-Board-Epoch': refersTo('BoardEpoch'),
            'X-Board-Rev': refersTo('BoardRev'),
          }),
        ])
        .optional(),
      content: z
        .union([
          jsonContentSchema,
          z.strictObject({
            'text/plain': z.strictObject({ schema: z.strictObject({ type: z.literal('string') }) }),
          }),
        ])
        .optional(),
    }),
  ),
});
/** The parts of OpenAPI 3.1.0, §4.8, that the document uses; nothing beyond them. */
const documentSchema = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(z.enum(['get', 'post', 'delete']), operationSchema),
  ),
  components: z.strictObject({
    headers: z.strictObject({
      RefusalCode: z.strictObject({
        description: z.string().min(5),
        required: z.literal(true),
        schema: z.strictObject({ type: z.literal('string'), enum: z.array(z.string()) }),
      }),
      BoardTotalCount: placeHeaderSchema,
      BoardEpoch: placeHeaderSchema,
      BoardRev: placeHeaderSchema,
    }),
    securitySchemes: z.record(
      z.string(),
      z.strictObject({ type: z.literal('apiKey'), in: z.literal('cookie'), name: z.string() }),
    ),
  }),
});

let server: Harness;
let app: Express;
let document: z.infer<typeof documentSchema>;

beforeAll(async () => {
  server = await Harness.start({
    extend: (express) => {
      app = express;
    },
  });
  const answer = await server.ask(openApiCall.path);
  document = documentSchema.parse(JSON.parse(answer.text));
});
afterAll(() => server.close());

/** Every operation, as "METHOD /path/{parameter}". */
function operations() {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      operation,
    })),
  );
}

function callAt(path: string): Call {
  const call = CALLS.find((one) => one.path === path);
  if (!call) throw new Error(`no call has the path ${path}`);
  return call;
}

/** Only for Prometheus, in its own text format. */
const UNDESCRIBED = ['GET /metrics'];

const layerSchema = z.object({
  route: z.object({ path: z.string(), methods: z.record(z.string(), z.boolean()) }).optional(),
});

describe('the routes', () => {
  test('that express answers are those of the document, and vice versa', () => {
    const mounted = z
      .array(layerSchema)
      .parse(app.router.stack)
      .flatMap(({ route }) => (route ? [route] : []))
      .flatMap(({ path, methods }) =>
        Object.keys(methods)
          // `all` is what answers 405; the pages are not part of the API.
          .filter((method) => method !== '_all' && !path.startsWith('/{*'))
          .map((method) => `${method.toUpperCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`),
      );
    const described = operations().map(({ name }) => name);
    expect([...new Set(mounted)].toSorted()).toEqual([...described, ...UNDESCRIBED].toSorted());
    expect(described.toSorted()).toEqual(
      CALLS.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
  });

  test('are answered by no methods other than those described', async () => {
    for (const [path, item] of Object.entries(document.paths)) {
      if (!path.startsWith('/api/')) continue;
      const asked = samplePath(callAt(path), {});
      const { headers } = await server.ask(asked, { method: 'OPTIONS' });
      const allowed = String(headers['allow']).toLowerCase().split(', ');
      expect([path, allowed.filter((method) => method !== 'head').toSorted()]).toEqual([
        path,
        Object.keys(item).toSorted(),
      ]);
    }
  });
});

/** JSON Schema 2020-12: the keywords that zod writes, and what each may contain. */
const KEYWORDS = z.strictObject({
  $schema: z.literal('https://json-schema.org/draft/2020-12/schema').optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.union([z.boolean(), z.record(z.string(), z.unknown())]).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).min(1).optional(),
  oneOf: z.array(z.unknown()).min(1).optional(),
  enum: z.array(z.unknown()).min(1).optional(),
  const: z.unknown().optional(),
  default: z.unknown().optional(),
  pattern: z.string().optional(),
  format: z.string().optional(),
  minLength: z.int().optional(),
  maxLength: z.int().optional(),
  minItems: z.int().optional(),
  maxItems: z.int().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
});
const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

/** Throws if a schema, or one inside it, is not well formed. */
function expectSchema(input: unknown): void {
  const schema = KEYWORDS.parse(input);
  for (const type of [schema.type ?? []].flat()) expect(TYPES).toContain(type);
  const properties = schema.properties ?? {};
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(schema.required ?? []));
  if (schema.pattern !== undefined) expect(new RegExp(schema.pattern, 'u').flags).toBe('u');
  const within = [
    ...Object.values(properties),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.items === undefined ? [] : [schema.items]),
    ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []),
  ];
  for (const one of within) expectSchema(one);
}

describe('the document', () => {
  test('names each path’s parameters, once, and no others', () => {
    for (const { name, path, operation } of operations()) {
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      expect([name, inPath.map((parameter) => parameter.name)]).toEqual([name, named]);
      for (const { required } of inPath) expect(required).toBe(true);
      const all = operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(all).size).toBe(all.length);
    }
  });

  test('has a 2xx and a sentence for everything else in each operation', () => {
    for (const { name, operation } of operations()) {
      const statuses = Object.keys(operation.responses);
      expect([name, statuses.some((status) => status.startsWith('2'))]).toEqual([name, true]);
      expect(operation.responses['default']?.content).toHaveProperty(['text/plain']);
    }
  });

  test('lists the codes of refusals, for every operation below /api', () => {
    expect(document.components.headers.RefusalCode.schema.enum).toEqual(Object.keys(HTTP_REFUSALS));
    for (const { name, path, operation } of operations()) {
      const { headers } = operation.responses['default'] ?? {};
      expect([name, headers !== undefined]).toEqual([name, path.startsWith('/api/')]);
    }
  });

  test('asks for the session cookie where a command needs it', () => {
    const { securitySchemes } = document.components;
    expect(securitySchemes).toEqual({
      session: { type: 'apiKey', in: 'cookie', name: 'denaria-session' },
    });
    for (const { name, operation } of operations()) {
      const call = CALLS.find(({ method, path }) => `${method} ${path}` === name);
      expect([name, operation.security]).toEqual([
        name,
        call?.needsSession ? [{ session: [] }] : undefined,
      ]);
    }
  });

  test('contains only well-formed schemas; bodies accept no unknown fields', () => {
    for (const { operation } of operations()) {
      for (const { schema } of operation.parameters) expectSchema(schema);
      const body = operation.requestBody?.content['application/json'].schema;
      if (body) {
        expectSchema(body);
        expect(body['additionalProperties']).toBe(false);
      }
      for (const { content } of Object.values(operation.responses)) {
        if (content && 'application/json' in content) {
          expectSchema(content['application/json'].schema);
        }
      }
    }
  });
});

describe('the answers of a game', () => {
  /** The schema of an answer, taken only from the document. */
  function described(method: 'get' | 'post', path: string, status: number): z.ZodType {
    const content = document.paths[path]?.[method]?.responses[status]?.content;
    if (!content || !('application/json' in content))
      throw new Error(`${method} ${path} ${status}`);
    return z.fromJSONSchema(content['application/json'].schema);
  }

  function holds(method: 'get' | 'post', path: string, answer: Answer): void {
    const { error } = described(method, path, answer.status).safeParse(JSON.parse(answer.text));
    expect([path, answer.status, error?.message]).toEqual([path, answer.status, undefined]);
  }

  async function posted(player: TestPlayer, path: string, body: object): Promise<Answer> {
    const answer = await player.post(path, body);
    holds('post', path, answer);
    return answer;
  }

  test('match the document as it is served', async () => {
    const player = await server.player(dena(10_000));
    server.chain.give(player.wallet, { national: { china: 2 }, cultural: { china: 2 } });
    const national = { tokenId: 4, contractAddress: `0x${'a'.repeat(40)}` };
    const museum = { tokenId: '4', contractAddress: `0x${'c'.repeat(40)}`, nftType: 'museum' };
    await posted(player, '/api/player-nation', { nationId: 'china' });
    await posted(player, '/api/player-nation', { nationId: 'china' });
    await posted(player, '/api/nft/verify', national);
    await posted(player, '/api/nft/stake', national);
    await posted(player, '/api/nft/stake', museum);
    await posted(player, '/api/trade', { resourceType: 'oil', quantity: 10 });
    await posted(player, '/api/dena/stake', { amount: '0.000000000000000001' });
    const made = await posted(player, '/api/dena/stake', { amount: 100 });
    await server.clock.advance(LOCK_MS);
    await posted(player, '/api/resources/update', {});
    await posted(player, '/api/player-nation/refresh', {});
    const stakes = await player.get(`/api/territory/${player.wallet}`);
    for (const { id: stakeId } of stakes.json(territoryCall.answers[200])) {
      await posted(player, '/api/nft/unstake', { stakeId });
    }
    const { id: stakeId } = made.json(stakeDenaCall.answers[201]);
    await posted(player, '/api/dena/unstake', { stakeId });

    const reads = CALLS.filter(({ method, path }) => method === 'GET' && path !== openApiCall.path);
    const now = new Date(server.clock.now()).toISOString();
    for (const call of reads) {
      const known = { walletAddress: player.wallet, from: now, to: now };
      const answer = await player.get(samplePath(call, known));
      expect([call.path, answer.status]).toEqual([call.path, 200]);
      holds('get', call.path, answer);
    }
  });
});

describe('the check of every answer', () => {
  const asked = { method: 'GET', path: '/api/dena/stakes/0x1?x=1' };
  const version = { 'denaria-version': String(PROTOCOL_VERSION) };
  const json = { 'content-type': 'application/json; charset=utf-8', ...version };
  const place = { 'x-board-epoch': 'e1', 'x-board-rev': '0'.repeat(16) };
  const answer = (body: unknown, parts: Partial<Answer> = {}): Answer => ({
    status: 200,
    headers: { ...json, ...place },
    text: JSON.stringify(body),
    json: (schema) => schema.parse(body),
    ...parts,
  });
  const STAKE = {
    id: 'a',
    walletAddress: `0x${'1'.repeat(40)}`,
    stakedAmount: '1',
    gdpBonus: 0,
    isActive: 1,
    stakedAt: '2026-01-01T00:00:00.000Z',
    unstakeableAt: '2026-01-08T00:00:00.000Z',
  };

  test('accepts what is described', () => {
    expect(denaStakesCall.answers[200].parse([STAKE])).toEqual([STAKE]);
    expect(() => checkAnswer(asked, answer([STAKE]))).not.toThrow();
  });

  const plain = { 'content-type': 'text/plain; charset=utf-8', ...version };
  const coded = (code: string) => ({ ...plain, 'x-refusal-code': code });
  test.each<[string, Answer, RegExp]>([
    ['a field too many', answer([{ ...STAKE, secret: 1 }]), /does not name/],
    ['a field too few', answer([{ ...STAKE, id: undefined }]), /against its schema/],
    ['a field of another kind', answer([{ ...STAKE, isActive: true }]), /against its schema/],
    ['another status', answer([STAKE], { status: 201 }), /does not describe/],
    ['an answer that does not say what rev it is of', answer([STAKE], { headers: json }), /a rev/],
    ['another type', answer([STAKE], { headers: plain }), /without JSON/],
    ['an error in JSON', answer({ error: 'no' }, { status: 400 }), /without text\/plain/],
    [
      'an error of one word',
      answer('', { status: 400, headers: coded('bad-request'), text: 'no' }),
      /sentence/,
    ],
    [
      '503 without a wait',
      answer('', { status: 503, headers: coded('busy'), text: 'Try again.' }),
      /wait/,
    ],
    [
      'an error without a code',
      answer('', { status: 400, headers: plain, text: 'Send it again.' }),
      /code/,
    ],
    [
      'an error with a code that is not listed',
      answer('', { status: 400, headers: coded('odd'), text: 'Send it again.' }),
      /with odd for its code/,
    ],
    [
      'an error with the code of another status',
      answer('', { status: 400, headers: coded('not-found'), text: 'Send it again.' }),
      /another status/,
    ],
    [
      'an answer with the code of a refusal',
      answer([STAKE], {
        headers: {
          'content-type': 'application/json',
          ...version,
          'x-refusal-code': 'bad-request',
        },
      }),
      /code of a refusal/,
    ],
    [
      'an answer that says no version',
      answer([STAKE], { headers: { 'content-type': 'application/json' } }),
      /version of the protocol/,
    ],
  ])('rejects %s', (_what, wrong, complaint) => {
    expect(() => checkAnswer(asked, wrong)).toThrow(complaint);
  });

  test('rejects an answer at an undescribed address', () => {
    expect(() => checkAnswer({ method: 'GET', path: '/api/secret' }, answer({}))).toThrow(
      /no call is described/,
    );
  });
});
