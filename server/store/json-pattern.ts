/**
 * A regular expression for the JSON text of a schema's documents, as `JSON.stringify` writes those
 * that zod encoded: the same keys in the same order, and values that the schema accepts. One match
 * checks a whole document and captures the few fields that are needed. It accepts less than the
 * schema does (other orders, escapes, unknown keys, numbers of 16 digits): what it doesn't match is
 * for the schema to decide. Twice as fast (bench/RESULTS.md).
 */
import { z } from 'zod';
import { writtenAddressSchema } from '../../common/values/address.ts';
import { weiCodec } from '../../common/values/amount.ts';
import { nameSchema } from '../../common/values/name.ts';
import { nationIdSchema } from '../../common/values/nation-id.ts';
import { NATION_IDS } from '../../common/values/nations.ts';

/**
 * Texts by their schemas, between the quotes. None may match a quote, a backslash or a control
 * character.
 */
const TEXTS: ReadonlyMap<z.core.$ZodType, string> = new Map<z.core.$ZodType, string>([
  [writtenAddressSchema, '0x[0-9a-fA-F]{40}'],
  [nameSchema, String.raw`[^"\\\x00-\x1f]{3,80}`],
  [nationIdSchema, NATION_IDS.join('|')],
  [weiCodec, '[0-9]{1,78}'],
]);

/** Every whole number of up to 15 digits is a safe integer. */
const FROM_ZERO = '0|[1-9][0-9]{0,14}';
const FROM_ONE = '[1-9][0-9]{0,14}';
const LARGEST = 999_999_999_999_999;

/**
 * The expression, and its groups by path, such as `standing.gdp`: a number's digits, a text without
 * its quotes, undefined for null.
 * @param wanted the paths of the fields to capture.
 * @throws Error if the schema has a type that the pattern can't express, or a path leads nowhere.
 */
export function jsonPattern(schema: z.core.$ZodType, wanted: readonly string[]) {
  const captured = new Map<string, number>();

  function patternOf(part: z.core.$ZodType, path: string): string {
    const text = TEXTS.get(part);
    if (text !== undefined) return `"${group(path, text)}"`;
    if (part instanceof z.ZodObject) return objectPattern(part, path);
    if (part instanceof z.ZodNumber) return group(path, digitsOf(part, path));
    if (part instanceof z.ZodNullable) return `(?:null|${patternOf(part.unwrap(), path)})`;
    throw new Error(`no pattern for ${path}, a ${part.constructor.name}`);
  }

  function objectPattern(part: z.ZodObject, path: string): string {
    const fields = Object.entries(part.shape).map(([key, field], place) => {
      const isOptional = field instanceof z.ZodOptional;
      if (isOptional && place === 0)
        throw new Error(`no pattern for ${path}, whose first field is optional`);
      const inner = patternOf(
        isOptional ? field.unwrap() : field,
        path === '' ? key : `${path}.${key}`,
      );
      const text = `${place === 0 ? '' : ','}"${key}":${inner}`;
      return isOptional ? `(?:${text})?` : text;
    });
    return String.raw`\{${fields.join('')}\}`;
  }

  function group(path: string, inner: string): string {
    if (!wanted.includes(path)) return `(?:${inner})`;
    captured.set(path, captured.size + 1);
    return `(${inner})`;
  }

  const source = patternOf(schema, '');
  const missing = wanted.find((path) => !captured.has(path));
  if (missing !== undefined) throw new Error(`there is no field ${missing}`);
  return { source, captured };
}

/** The schema is asked, since its checks have no form that can be read. */
function digitsOf(schema: z.ZodNumber, path: string): string {
  const accepts = (value: number) => schema.safeParse(value).success;
  if (accepts(1) && accepts(LARGEST)) return accepts(0) ? FROM_ZERO : FROM_ONE;
  throw new Error(`no pattern for the numbers of ${path}`);
}
