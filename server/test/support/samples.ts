/**
 * Valid requests for any call: their parts are generated from the call's own schemas, so that a
 * call with other parameters needs nothing written here.
 */
import fc from 'fast-check';
import { z } from 'zod';
import { pathWith, type Call } from '../../../common/protocol/call.ts';
import { weekAt, weekId } from '../../../common/values/week.ts';

/**
 * Values by name, if a test has better ones than any that a schema accepts: a player's own wallet,
 * for example.
 */
type Known = Readonly<Record<string, unknown>>;

type Part = 'params' | 'query' | 'body';

/** Where a schema accepts much that is not there: what is. */
const WEEK = [weekId(weekAt(Date.now()))];
const PRESENT: Readonly<Record<string, readonly unknown[]>> = {
  '/api/seasons/{id} id': WEEK,
  '/api/seasons/{id}.csv id': WEEK,
  '/api/seasons/{id}.ndjson id': WEEK,
};

/** How many texts of a pattern are tried: it may allow more than the schema does. */
const TRIES = 200;

const jsonSchema = z.looseObject({
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.record(z.string(), z.unknown())).optional(),
  type: z.unknown().optional(),
  pattern: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
});

/** The names of a part's fields. */
export function namesIn(call: Call, part: Part): string[] {
  const schema = call[part];
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/**
 * A valid part of a request: every required field, and those that are known.
 * @throws Error if no value is found for a field: then `known` must contain one.
 */
export function sampleOf(call: Call, part: Part, known: Known): Record<string, unknown> {
  const schema = call[part];
  if (!(schema instanceof z.ZodObject)) return {};
  const fields = Object.entries(schema.shape).flatMap(([name, field]) => {
    if (!(field instanceof z.ZodType)) throw new Error(`${name} of ${call.path} has no schema`);
    const isOptional = field.safeParse(undefined).success;
    if (isOptional && !(name in known)) return [];
    const candidates =
      name in known ? [known[name]] : (PRESENT[`${call.path} ${name}`] ?? candidatesFor(field));
    const index = candidates.findIndex((value) => field.safeParse(value).success);
    if (index === -1) {
      throw new Error(
        `no sample fits ${name}, of the ${part} of ${call.method} ${call.path}: hand one to sampleOf`,
      );
    }
    return [[name, candidates[index]] as const];
  });
  return Object.fromEntries(fields);
}

/** A call's path, with its parameters and the required part of its query. */
export function samplePath(call: Call, known: Known): string {
  const params = sampleOf(call, 'params', known);
  const needed = new Set(
    Object.entries(call.query instanceof z.ZodObject ? call.query.shape : {})
      .filter(([, field]) => !z.safeParse(field, undefined).success)
      .map(([name]) => name),
  );
  const knownOfIt = Object.fromEntries(Object.entries(known).filter(([name]) => needed.has(name)));
  const query = Object.entries(sampleOf(call, 'query', knownOfIt)).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  );
  const path = pathWith(call, (name) => encodeURIComponent(String(params[name])));
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

/** Values that a field may take, by its JSON Schema; some of them may not fit anyway. */
function candidatesFor(field: z.ZodType): unknown[] {
  const described = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' });
  return candidatesOf(described);
}

function candidatesOf(input: unknown): unknown[] {
  const schema = jsonSchema.parse(input);
  const texts =
    schema.pattern === undefined
      ? ['sample', '10', '2026-01-01T00:00:00.000Z', `0x${'1'.repeat(40)}`]
      : fc.sample(fc.stringMatching(new RegExp(schema.pattern)), { numRuns: TRIES, seed: 1 });
  return [
    ...(schema.enum ?? []),
    ...('const' in schema ? [schema.const] : []),
    ...(schema.anyOf ?? []).flatMap(candidatesOf),
    ...[schema.minimum, schema.maximum].filter((bound) => bound !== undefined),
    ...texts,
    1,
    true,
  ];
}
