/** Parsing of query string values. */
import { instantOf } from '../values/instant.ts';
import { z } from 'zod';

/** The JSON Schemas of the API's description that zod can't make: its own are those of text. */
export const jsonSchemas = z.registry<Readonly<Record<string, unknown>>>();

/** An integer between `min` and `max`, inclusive. */
export function queryInt(name: string, min: number, max: number) {
  const sentence =
    max === Number.MAX_SAFE_INTEGER
      ? `${name} is a whole number, ${min} or more.`
      : `${name} is a whole number from ${min} to ${max}.`;
  return z
    .string({ error: sentence })
    .regex(/^(0|[1-9][0-9]{0,14})$/, { error: sentence })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error: sentence })
    .register(jsonSchemas, { type: 'integer', minimum: min, maximum: max });
}

/** What is often wrong with a moment. */
const INSTANT_FAULTS: readonly (readonly [RegExp, string])[] = [
  [/^.{10}T\S{5,18} \d\d:?\d\d$/, 'has a space in place of its +, which a URL writes as %2B'],
  [/T\d\d:\d\d(?!:)/, 'has no seconds'],
  [/T[\d:.]+$/, 'has no time zone'],
];

/** A moment, in ISO 8601 with a time zone; in ms since 1970. */
export function queryInstant(name: string) {
  const error = ({ input }: { readonly input?: unknown }) => {
    const fault = INSTANT_FAULTS.find(([form]) => form.test(String(input)))?.[1];
    const remedy = `${name} is a moment in ISO 8601, such as 2026-01-31T18:00:00.000Z`;
    return fault ? `${remedy}: yours ${fault}.` : `${remedy}.`;
  };
  return z.iso.datetime({ offset: true, error }).transform((text) => instantOf(text));
}
