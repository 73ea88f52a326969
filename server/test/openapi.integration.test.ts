/**
 * GET /api/openapi.json describes what the server does: the same routes, and schemas that its answers match.
 * (`answer-check.ts` checks that every answer of every integration test matches its call.)
 */
import type { Express } from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { BUILDER_CALLS } from '../../common/protocol/builders.ts';
import { CALLS } from '../../common/protocol/calls.ts';
import { asyncApiCall, openApiCall } from '../../common/protocol/openapi.ts';
import { HTTP_REFUSALS } from '../../common/protocol/refusals.ts';
import { asyncApiDocument } from '../http/asyncapi.ts';
import { Harness } from './support/harness.ts';

const jsonContentSchema = z.object({
  'application/json': z.object({ schema: z.record(z.string(), z.unknown()) }).optional(),
});
const operationSchema = z.object({
  summary: z.string().min(5),
  parameters: z.array(
    z.strictObject({
      name: z.string().min(1),
      in: z.enum(['path', 'query', 'header']),
      required: z.boolean(),
      description: z.string().optional(),
      schema: z.record(z.string(), z.unknown()),
    }),
  ),
  requestBody: z.strictObject({ required: z.literal(true), content: jsonContentSchema }).optional(),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  responses: z.record(
    z.string().regex(/^([1-5][0-9][0-9]|default)$/),
    z.strictObject({
      description: z.string().min(1),
      headers: z.record(z.string(), z.strictObject({ $ref: z.string() })).optional(),
      content: jsonContentSchema.optional(),
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
    headers: z.object({
      RefusalCode: z.object({ schema: z.object({ enum: z.array(z.string()) }) }),
    }),
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

/** Answers that are no JSON: Prometheus' text, and what docs/builders.md lists. */
const UNDESCRIBED = [
  'GET /metrics',
  ...BUILDER_CALLS.map(({ method, path }) => `${method} ${path}`),
];

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
    CALLS.map(({ method, path }) => `${method} ${path}`).toSorted(),
  );
});

test('every operation has its parameters, its codes of refusals, and the session where it is needed', () => {
  expect(document.components.headers.RefusalCode.schema.enum).toEqual(Object.keys(HTTP_REFUSALS));
  expect(document.components.securitySchemes).toEqual({
    session: { type: 'apiKey', in: 'cookie', name: 'denaria-session' },
  });
  for (const { name, path, operation } of operations()) {
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    expect([name, inPath.map((parameter) => parameter.name)]).toEqual([name, named]);
    const all = operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
    expect(new Set(all).size).toBe(all.length);
    const waits = path.startsWith('/api/') && name.startsWith('GET ');
    expect([name, all.includes('header Denaria-At-Least')]).toEqual([name, waits]);
    const { headers, content } = operation.responses['default'] ?? {};
    expect([name, headers !== undefined]).toEqual([name, path.startsWith('/api/')]);
    expect(content).toBeDefined();
    const call = CALLS.find((one) => `${one.method} ${one.path}` === name);
    expect([name, operation.security]).toEqual([
      name,
      call?.needsSession ? [{ session: [] }] : undefined,
    ]);
    const body = operation.requestBody?.content['application/json'];
    if (body) expect([name, body.schema['additionalProperties']]).toEqual([name, false]);
  }
});

test('the live messages are described beside it', async () => {
  const answer = await server.ask(asyncApiCall.path);
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.text)).toEqual(JSON.parse(JSON.stringify(asyncApiDocument())));
});
