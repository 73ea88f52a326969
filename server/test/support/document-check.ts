/**
 * Validates answers against the OpenAPI document, strictly: nothing missing, no wrong type, no
 * field, tag or code of a refusal that it does not name.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';
import type { Call } from '../../../common/protocol/call.ts';
import { BUILDER_CALLS } from '../../../common/protocol/builders.ts';
import { CALLS } from '../../../common/protocol/calls.ts';
import { REFUSAL_HEADER, type HttpRefusalCode } from '../../../common/protocol/refusals.ts';
import { SPECIFIED_RULES } from '../../../common/rules/specified.ts';
import { openApiDocument } from '../../http/openapi.ts';

interface Sent {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Refusals of HTTP itself, which any call may have: the document leaves them to its `default`. */
const OF_HTTP: ReadonlySet<unknown> = new Set<HttpRefusalCode>([
  'malformed-request',
  'method-not-allowed',
  'request-timeout',
  'expectation-failed',
  'headers-too-large',
]);

const openObjectSchema = z.looseObject({
  properties: z.looseObject({}),
  additionalProperties: z.undefined().optional(),
});

/** As it is sent, but no object may have more than is named. */
const DOCUMENT: unknown = JSON.parse(
  JSON.stringify(
    openApiDocument([...CALLS, ...BUILDER_CALLS], {
      sessionCookie: 'a',
      origin: 'http://a.example',
      rules: SPECIFIED_RULES,
    }),
  ),
  (_key, value: unknown) => {
    const { data } = openObjectSchema.safeParse(value);
    return data ? { ...data, additionalProperties: false } : value;
  },
);

const ajv = new Ajv2020({
  strict: false,
  formats: {
    'date-time': (text) => z.iso.datetime().safeParse(text).success,
    int64: true,
    uri: (text) => URL.canParse(text),
  },
}).addSchema(z.looseObject({}).parse(DOCUMENT), 'openapi');

const responseSchema = z.looseObject({
  $ref: z.string().optional(),
  headers: z
    .record(
      z.string(),
      z.looseObject({ schema: z.looseObject({ enum: z.unknown().array().optional() }).optional() }),
    )
    .default({}),
  content: z.record(z.string(), z.unknown()).default({}),
});

/** What the document says at a path, through a reference; null: nothing. */
function responseAt(path: readonly string[]): z.output<typeof responseSchema> | null {
  const found = path.reduce<unknown>((at, key) => z.looseObject({}).parse(at)[key], DOCUMENT);
  const { data = null } = responseSchema.safeParse(found);
  return data?.$ref === undefined ? data : responseAt(data.$ref.slice(2).split('/'));
}

/** Those that the document names where an answer may have them. */
const SOMETIMES = ['ETag', 'X-Total-Count', 'Retry-After'];

/** Why the answer is not one that the document describes; null: it is. */
export function objectionOfDocument(
  { path, method }: Call,
  { status, headers, text }: Sent,
): string | null {
  const location = ['paths', path, method.toLowerCase(), 'responses', String(status)];
  const code = headers[REFUSAL_HEADER.toLowerCase()];
  if (OF_HTTP.has(code)) return null;
  const response = responseAt(location);
  if (!response) return 'which the document does not describe';
  const named = response.headers[REFUSAL_HEADER]?.schema?.enum;
  if (code !== undefined && !named?.includes(code))
    return `with ${String(code)}, which the document lacks`;
  const odd = SOMETIMES.find((name) => headers[name.toLowerCase()] && !(name in response.headers));
  if (odd !== undefined) return `with ${odd}, which the document lacks`;
  const [type = ''] = String(headers['content-type'] ?? '').split(';');
  if (text === '' && Object.keys(response.content).length === 0) return null;
  if (!(type in response.content)) return `as ${type}, which the document lacks`;
  if (type !== 'application/json') return null;
  const pointer = [...location, 'content', type, 'schema'].map((key) =>
    encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')),
  );
  const validate = ajv.getSchema(`openapi#/${pointer.join('/')}`);
  if (!validate) throw new Error(`${pointer.join('/')} has no schema`);
  return validate(JSON.parse(text))
    ? null
    : `against its schema: ${ajv.errorsText(validate.errors)}`;
}
