/**
 * GET /api/openapi.json describes what the server does, so that generators and linters have nothing
 * to ask. (`document-check.ts` checks that every answer of every test over HTTP matches it.)
 */
import type { Express } from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { BUILDER_CALLS } from '../../common/protocol/builders.ts';
import { CALLS } from '../../common/protocol/calls.ts';
import { asyncApiCall, openApiCall } from '../../common/protocol/openapi.ts';
import { asyncApiDocument } from '../http/asyncapi.ts';
import { Harness } from './support/harness.ts';

const jsonContentSchema = z.object({
  'application/json': z.object({ schema: z.record(z.string(), z.unknown()) }).optional(),
});
const refSchema = z.strictObject({ $ref: z.string().startsWith('#/components/') });
const schemaSchema = z.record(z.string(), z.unknown());
const parameterSchema = z.strictObject({
  name: z.string().min(1),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().optional(),
  description: z.string().min(5),
  schema: schemaSchema,
});
const headerSchema = z.strictObject({
  description: z.string().min(1),
  required: z.boolean().optional(),
  schema: schemaSchema,
});
const responseSchema = z.strictObject({
  description: z.string().min(1),
  headers: z.record(z.string(), z.union([refSchema, headerSchema])).optional(),
  content: jsonContentSchema.optional(),
});
const operationSchema = z.strictObject({
  operationId: z.string().regex(/^[a-z]+([A-Z][a-z]+)*$/),
  tags: z.tuple([z.string()]),
  summary: z.string().min(5),
  description: z.string().min(5),
  parameters: z.array(z.union([refSchema, parameterSchema])),
  requestBody: z.strictObject({ required: z.literal(true), content: jsonContentSchema }).optional(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  responses: z.record(
    z.string().regex(/^([1-5][0-9][0-9]|default)$/),
    z.union([refSchema, responseSchema]),
  ),
});
/** The parts of OpenAPI 3.1.0, §4.8, that the document uses; nothing beyond them. */
const documentSchema = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({
    title: z.string(),
    version: z.string(),
    description: z.string(),
    contact: z.strictObject({ name: z.string(), url: z.url() }),
  }),
  servers: z.tuple([z.strictObject({ url: z.url() })]),
  security: z.tuple([]),
  tags: z.array(z.strictObject({ name: z.string(), description: z.string() })),
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(z.enum(['get', 'post', 'delete']), operationSchema),
  ),
  components: z.strictObject({
    schemas: z.record(
      z.string().regex(/^([A-Z][a-z]*)+$/),
      z.looseObject({ description: z.string().min(5) }),
    ),
    headers: z.record(z.string(), headerSchema),
    parameters: z.record(z.string(), parameterSchema),
    responses: z.record(z.string(), responseSchema),
    securitySchemes: z.record(z.string(), z.unknown()),
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

/** Only for Prometheus, in its own text format. */
const UNDESCRIBED = ['GET /metrics'];

const layerSchema = z.object({
  route: z.object({ path: z.string(), methods: z.record(z.string(), z.boolean()) }).optional(),
});

test('the routes that express answers are those of the document, and vice versa', () => {
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
    [...CALLS, ...BUILDER_CALLS].map(({ method, path }) => `${method} ${path}`).toSorted(),
  );
});

/** What stands in place of a reference. */
function resolved<Found>(one: Found | z.output<typeof refSchema>): Found {
  const { data } = refSchema.safeParse(one);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the document has passed its schema: a reference leads to its kind
  return (data ? at(data.$ref) : one) as Found;
}

const at = (ref: string) =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((of, key) => z.looseObject({}).parse(of)[key], document);

/** Those that read the session, and name no wallet. */
const OF_SESSIONS = new Set([
  'getSession',
  'signOut',
  'getSessions',
  'endSession',
  'endOtherSessions',
]);

test('every operation has its own name, a tag, its parameters, and the session where it is needed', () => {
  expect(document.components.securitySchemes).toEqual({
    session: { type: 'apiKey', in: 'cookie', name: 'denaria-session' },
  });
  const ids = operations().map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(CALLS.length + BUILDER_CALLS.length);
  const tags = new Set(operations().flatMap(({ operation }) => operation.tags));
  expect([...tags].toSorted()).toEqual(document.tags.map(({ name }) => name).toSorted());
  for (const { name, path, operation } of operations()) {
    const parameters = operation.parameters.map((one) => resolved(one));
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    expect([name, inPath.map((parameter) => parameter.name)]).toEqual([name, named]);
    const all = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
    expect(new Set(all).size).toBe(all.length);
    const isRead = name.startsWith('GET ');
    const waits = path.startsWith('/api/') && isRead;
    expect([name, all.includes('header Denaria-At-Least')]).toEqual([name, waits]);
    const tagged = '304' in operation.responses;
    expect([name, all.includes('header If-None-Match')]).toEqual([name, tagged]);
    const call = [...CALLS, ...BUILDER_CALLS].find((one) => `${one.method} ${one.path}` === name);
    const readsSession = call?.needsSession || OF_SESSIONS.has(operation.operationId);
    expect([name, operation.security]).toEqual([name, readsSession ? [{ session: [] }] : []]);
    const says = operation.description.includes('Needs a session of');
    expect([name, says]).toEqual([name, call?.needsSession ?? false]);
    const schema = operation.requestBody?.content['application/json']?.schema;
    if (schema) {
      expect([name, resolved<unknown>(schema)]).toEqual([
        name,
        expect.objectContaining({ additionalProperties: false }),
      ]);
    }
  }
});

test('every reference leads somewhere, and something leads to each component', () => {
  const refs = new Set(
    [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) => ref),
  );
  for (const ref of refs) expect([ref, at(ref)]).toEqual([ref, expect.anything()]);
  const { securitySchemes: _, ...components } = document.components;
  const named = Object.entries(components).flatMap(([kind, of]) =>
    Object.keys(of).map((name) => `#/components/${kind}/${name}`),
  );
  expect([...refs].toSorted()).toEqual(named.toSorted());
});

test('the live messages are described beside it', async () => {
  const answer = await server.ask(asyncApiCall.path);
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.text)).toEqual(JSON.parse(JSON.stringify(asyncApiDocument())));
});
