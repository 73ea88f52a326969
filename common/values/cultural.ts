/**
 * What the game calls `cultural`, stored documents and the wire call `museum` (SPEC.md §3): the name
 * came first and stays, as documents are kept for good and foreign clients rely on it. This is the one
 * place that turns one into the other.
 */
import { z } from 'zod';

/** A name as it is stored and sent. */
export type Written<Name extends string> = Name extends `cultural${infer Rest}`
  ? `museum${Rest}`
  : Name;

/** `cultural-staked` → `museum-staked`; every other name stays as it is. */
export function written<const Name extends string>(name: Name): Written<Name> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type says what the pattern does
  return name.replace(/^cultural/, 'museum') as Written<Name>;
}

/** An enum whose names are written as above: its input is what is stored or sent. */
export function writtenEnum<const Name extends string>(
  names: readonly Name[],
): z.ZodCodec<z.ZodEnum<{ [W in Written<Name>]: W }>, z.ZodEnum<{ [N in Name]: N }>> {
  const nameOf = new Map<string, Name>(names.map((name) => [written(name), name]));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- zod infers no enum of a mapped list
  return z.codec(z.enum(names.map((name) => written(name))), z.enum(names), {
    decode: (text) => nameOf.get(text) ?? raise(text),
    encode: (name) => written(name),
  }) as never;
}

/** Cannot be: the enum on the written side has just let it pass. */
function raise(text: string): never {
  throw new Error(`${text} is the written form of no name`);
}
